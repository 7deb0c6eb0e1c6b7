/** SEAT-08: the standing areas of a seat map. The visitor chooses an amount for an area, and a button holds the tickets. */
import { useState } from 'react'
import type { CartPart } from '../../cart/use-cart.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { Notice } from '../../seatmap/use-seat-choice.ts'
import { type AmountRule, areaAmountRule, type TicketVariant } from './event.ts'
import { HeldTickets } from './held-tickets.tsx'
import { TicketStepper } from './ticket-stepper.tsx'

type Area = { id: string; name: string; category: number; left: number }

type StandingAreasProps = {
  areas: Area[]
  /** The variant whose price the area shows. Returns null until the visitor has chosen the kind of ticket. */
  selectedVariant: (category: number) => TicketVariant | null
  /** The step and the maximum that the event allows. The maximum takes the tickets in the cart into account. */
  rule: AmountRule
  own: CartPart[]
  onHold: (variantId: string, sectionId: string, amount: number) => Promise<void>
  onRelease: (itemId: string) => Promise<void>
  /** Returns the id of the variant to hold. If there is none, tells the visitor why and returns null. */
  variantToHold: (category: number) => string | null
  /**
   * Called when the visitor cannot choose a larger amount because of the event's limit or forced amount. Not called if only
   * the number of tickets left in the area prevents it.
   */
  onMaximum: () => void
  onNotice: (notice: Notice | null) => void
  /** Called after the number of held tickets has changed. */
  onChanged: () => void
}

export function StandingAreas({ areas, ...props }: StandingAreasProps) {
  if (areas.length === 0) return null
  return (
    <section aria-labelledby="standing-areas">
      <h3 id="standing-areas" className="font-semibold">
        {m.event_standing()}
      </h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {areas.map((area) => (
          <li key={area.id} id={`area-${area.id}`} className="py-3">
            <StandingArea area={area} {...props} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function StandingArea({
  area,
  selectedVariant,
  rule,
  own,
  onHold,
  onRelease,
  variantToHold,
  onMaximum,
  onNotice,
  onChanged,
}: Omit<StandingAreasProps, 'areas'> & { area: Area }) {
  const [amount, setAmount] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const variant = selectedVariant(area.category)
  const held = own.filter((item) => item.seatId === null && item.seat?.sectionId === area.id)

  async function run(action: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    await action()
    setAmount(0)
    setIsBusy(false)
  }

  return (
    <>
      <div className="flex items-center gap-3">
        <p className="min-w-0 grow">
          <span className="block font-medium">{area.name}</span>
          <span className="block text-sm text-muted">
            {area.left === 0 ? m.event_none_left() : m.event_free_seats({ count: area.left })}
            {variant && ` · ${formatPrice(variant.priceCents)}`}
          </span>
        </p>
        {held.length === 0 && (
          <TicketStepper
            ticket={area.name}
            amount={amount}
            rule={areaAmountRule(rule, area.left)}
            isDisabled={area.left === 0}
            onChange={setAmount}
            onMaximum={() => {
              if (rule.maximum <= area.left || area.left < rule.step) onMaximum()
            }}
          />
        )}
      </div>
      {held.length > 0 ? (
        <HeldTickets
          ticket={area.name}
          items={held}
          moreAllowed={Math.min(rule.maximum, area.left)}
          onRelease={() =>
            run(async () => {
              for (const item of held) await onRelease(item.id)
            })
          }
          onNotice={onNotice}
          onMaximum={onMaximum}
          onChanged={onChanged}
        />
      ) : (
        amount > 0 && (
          <button
            type="button"
            className="button-secondary mt-2 w-full"
            aria-disabled={isBusy}
            onClick={() => {
              const variantId = variantToHold(area.category)
              if (variantId !== null) void run(() => onHold(variantId, area.id, amount))
            }}
          >
            {isBusy ? m.event_adding() : m.event_best_take()}
          </button>
        )
      )}
    </>
  )
}
