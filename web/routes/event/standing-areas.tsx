/**
 * SEAT-08: the standing areas of a seat map. Each price of an area has a stepper: before the hold it chooses the amount, which
 * the bar at the bottom holds, and afterwards it changes the number of held tickets in place.
 */
import { useState } from 'react'
import type { CartPart } from '../../cart/use-cart.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { freeSeatsText } from '../../seatmap/free-seats-text.ts'
import type { Notice } from '../../seatmap/use-seat-choice.ts'
import { type AmountRule, areaAmountRule, type TicketVariant } from './event.ts'
import { HeldTickets } from './held-tickets.tsx'
import { type Amounts, type Area, choiceKey, choosable, heldIn } from './standing-choice.ts'
import { TicketStepper } from './ticket-stepper.tsx'

type StandingAreasProps = {
  areas: Area[]
  /** The variants on sale in a category. Empty until the visitor has chosen the kind of ticket. */
  variantsIn: (category: number) => TicketVariant[]
  /** The step and the maximum that the event allows, if the visitor has chosen so many of its tickets elsewhere. */
  ruleWith: (chosenElsewhere: number) => AmountRule
  /** The number of the event's tickets that the visitor holds or has chosen. */
  chosen: number
  own: CartPart[]
  amounts: Amounts
  onAmount: (key: string, amount: number) => void
  onRelease: (itemId: string) => Promise<void>
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
  const held = heldIn(area, props.own)
  const left = area.left === 0 ? m.event_none_left() : freeSeatsText(area.left)
  // A held variant may be of another kind than the chosen one, or no longer be on sale.
  const others = held.filter(({ productVariantId }) => !variants.some(({ id }) => id === productVariantId))
  return (
    <>
      <p>
        <span className="block font-medium">{area.name}</span>
        <span className="block text-sm text-muted">{left}</span>
      </p>
      {choosable(variants).map((variant) => (
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

function AreaTickets({ area, variant, held, amounts, chosen, ruleWith, ...props }: AreaTicketsProps) {
  const [isBusy, setIsBusy] = useState(false)
  const name = [area.name, variant?.description ?? held[0]?.variantName].filter(Boolean).join(', ')

  async function release(): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    for (const item of held) await props.onRelease(item.id)
    setIsBusy(false)
  }

  if (held.length > 0) {
    return (
      <HeldTickets
        ticket={name}
        detail={[held[0]?.variantName, formatPrice(held[0]?.unitCents ?? 0)].filter(Boolean).join(' · ')}
        items={held}
        moreAllowed={Math.min(ruleWith(chosen).maximum, area.left)}
        onRelease={release}
        onNotice={props.onNotice}
        onMaximum={props.onMaximum}
        onChanged={props.onChanged}
      />
    )
  }
  const key = choiceKey(area, variant)
  const amount = amounts[key] ?? 0
  const rule = ruleWith(chosen - amount)
  return (
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
          onChange={(next) => props.onAmount(key, next)}
          onMaximum={() => {
            if (rule.maximum <= area.left || area.left < rule.step) props.onMaximum()
          }}
        />
      )}
    </div>
  )
}
