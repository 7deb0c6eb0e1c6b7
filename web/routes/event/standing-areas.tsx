/**
 * SEAT-08: the standing areas of a seat map. Each price of an area has a stepper: before the hold it chooses the amount,
 * afterwards it changes the number of held tickets in place.
 */
import { useState } from 'react'
import type { CartPart } from '../../cart/use-cart.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { freeSeatsText } from '../../seatmap/free-seats-text.ts'
import type { Notice } from '../../seatmap/use-seat-choice.ts'
import { type AmountRule, areaAmountRule, type TicketVariant } from './event.ts'
import { HeldTickets } from './held-tickets.tsx'
import { TicketStepper } from './ticket-stepper.tsx'

type Area = { id: string; name: string; category: number; left: number }

type StandingAreasProps = {
  areas: Area[]
  /** The variants on sale in a category. Empty until the visitor has chosen the kind of ticket. */
  variantsIn: (category: number) => TicketVariant[]
  /** The step and the maximum that the event allows. The maximum takes the tickets in the cart into account. */
  rule: AmountRule
  own: CartPart[]
  onHold: (variantId: string, sectionId: string, amount: number) => Promise<void>
  onRelease: (itemId: string) => Promise<void>
  /** Called instead of `onHold` if the category has no variant to hold. Tells the visitor why. */
  onNoVariant: (category: number) => void
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

function StandingArea({ area, ...props }: Omit<StandingAreasProps, 'areas'> & { area: Area }) {
  const variants = props.variantsIn(area.category)
  const held = props.own.filter((item) => item.seatId === null && item.seat?.sectionId === area.id)
  const left = area.left === 0 ? m.event_none_left() : freeSeatsText(area.left)
  // A held variant may be of another kind than the chosen one, or no longer be on sale.
  const others = held.filter(({ productVariantId }) => !variants.some(({ id }) => id === productVariantId))
  const shown = variants.length > 0 ? variants : [null]
  return (
    <>
      <p>
        <span className="block font-medium">{area.name}</span>
        <span className="block text-sm text-muted">{left}</span>
      </p>
      {shown.map((variant) => (
        <AreaTickets
          key={variant?.id ?? ''}
          {...props}
          area={area}
          variant={variant}
          held={held.filter(({ productVariantId }) => productVariantId === variant?.id)}
        />
      ))}
      {others.length > 0 && <AreaTickets {...props} area={area} variant={null} held={others} />}
    </>
  )
}

type AreaTicketsProps = Omit<StandingAreasProps, 'areas' | 'variantsIn' | 'own'> & {
  area: Area
  /** Null if the visitor cannot hold a ticket yet. */
  variant: TicketVariant | null
  held: CartPart[]
}

function AreaTickets({ area, variant, held, rule, ...props }: AreaTicketsProps) {
  const [amount, setAmount] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const name = [area.name, variant?.description ?? held[0]?.variantName].filter(Boolean).join(', ')

  async function run(action: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    await action()
    setAmount(0)
    setIsBusy(false)
  }

  if (held.length > 0) {
    return (
      <HeldTickets
        ticket={name}
        detail={[held[0]?.variantName, formatPrice(held[0]?.unitCents ?? 0)].filter(Boolean).join(' · ')}
        items={held}
        moreAllowed={Math.min(rule.maximum, area.left)}
        onRelease={() =>
          run(async () => {
            for (const item of held) await props.onRelease(item.id)
          })
        }
        onNotice={props.onNotice}
        onMaximum={props.onMaximum}
        onChanged={props.onChanged}
      />
    )
  }
  return (
    <>
      <div className="mt-1 flex items-center gap-3">
        <p className="min-w-0 grow">
          {variant && (
            <>
              {variant.description !== '' && <span className="block text-sm">{variant.description}</span>}
              {variant.subline && <span className="block text-sm text-muted">{variant.subline}</span>}
              <span className="block font-semibold tabular-nums">{formatPrice(variant.priceCents)}</span>
            </>
          )}
        </p>
        {area.left > 0 && (
          <TicketStepper
            ticket={name}
            amount={amount}
            rule={areaAmountRule(rule, area.left)}
            onChange={setAmount}
            onMaximum={() => {
              if (rule.maximum <= area.left || area.left < rule.step) props.onMaximum()
            }}
          />
        )}
      </div>
      {amount > 0 && area.left > 0 && (
        <button
          type="button"
          className="button-secondary mt-2 w-full"
          aria-disabled={isBusy}
          onClick={() => {
            if (variant) void run(() => props.onHold(variant.id, area.id, amount))
            else props.onNoVariant(area.category)
          }}
        >
          {isBusy ? m.event_adding() : m.event_area_take()}
        </button>
      )}
    </>
  )
}
