/** The price of one held ticket. The visitor changes it in place, for example to a reduced price, and keeps the seat. */

import { ticketKind } from '../../../schema/rules/ticket-kind.ts'
import type { CartPart } from '../../cart/use-cart.ts'
import { useChangeVariant } from '../../cart/use-change-variant.ts'
import { kindName } from '../../catalogue/ticket-kind-text.ts'
import { errorText } from '../../i18n/error-text.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { Notice } from '../../seatmap/use-seat-choice.ts'
import { activeVariants, type PageEvent } from './event.ts'

type PriceChoiceProps = {
  event: PageEvent
  item: CartPart
  /** The name of the seat, for the accessible name of the field. */
  seat: string
  onNotice: (notice: Notice | null) => void
}

export function PriceChoice({ event, item, seat, onNotice }: PriceChoiceProps) {
  const { requested, changeVariant } = useChangeVariant()
  const category = event.pricingCategories.find(({ variants }) =>
    variants.some(({ id }) => id === item.productVariantId),
  )
  const variants = category ? activeVariants(category) : []
  // The price of a bundle's part belongs to the bundle.
  if (variants.length < 2 || item.follows) {
    return (
      <>
        <span className="grow text-sm text-muted">{item.variantName}</span>
        <span className="tabular-nums">{formatPrice(item.totalCents)}</span>
      </>
    )
  }
  const isMixed = new Set(variants.map(ticketKind)).size > 1

  async function change(variantId: string): Promise<void> {
    onNotice(null)
    try {
      await changeVariant(item.id, variantId)
    } catch (error) {
      onNotice({ tone: 'problem', text: () => errorText(error) })
    }
  }

  return (
    <select
      aria-label={m.event_price_of({ seat })}
      className="field min-w-0 grow"
      value={requested ?? item.productVariantId}
      onChange={({ target }) => void change(target.value)}
    >
      {variants.map((variant) => (
        <option key={variant.id} value={variant.id}>
          {[
            [variant.description, variant.subline].filter(Boolean).join(', '),
            isMixed && kindName(ticketKind(variant)),
            formatPrice(variant.priceCents),
          ]
            .filter(Boolean)
            .join(' · ')}
        </option>
      ))}
    </select>
  )
}
