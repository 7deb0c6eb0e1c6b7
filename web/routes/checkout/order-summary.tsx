/**
 * The lines and the total of the order, beside the form of a step. On a phone it is a bar above the form, with the number of
 * pieces and the total. A press on the bar shows the lines.
 */
import { useId, useState } from 'react'
import { variantBeside } from '../../../schema/rules/item-facts.ts'
import { dateText, itemName, venueText } from '../../cart/item-text.ts'
import { placeFacts, variantText } from '../../cart/place-facts.ts'
import { type CartItem, type CartPart, pieceCount } from '../../cart/use-cart.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { LineList, type ListedLine, type ListedPart } from './line-list.tsx'
import { CheckoutSums } from './sums.tsx'
import type { LoadedCheckout } from './use-checkout.ts'

export function OrderSummary({ checkout }: { checkout: LoadedCheckout }) {
  const { cart, sums } = checkout
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <section
      aria-label={m.checkout_summary()}
      className="max-lg:rounded-xl max-lg:border max-lg:border-line max-lg:bg-surface lg:sticky lg:top-6 lg:order-last lg:self-start"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-12 w-full items-center gap-2 px-4 py-2 text-left lg:hidden"
      >
        <span className="min-w-0 grow">
          <span className="font-semibold">{m.checkout_summary()}</span>
          <span className="text-muted"> · {m.checkout_pieces({ count: pieceCount(cart) })}</span>
        </span>
        <span className="font-semibold whitespace-nowrap tabular-nums">{formatPrice(sums.totalCents)}</span>
        <Icon name={isOpen ? 'up' : 'down'} className="size-5" />
      </button>
      <div id={id} className={isOpen ? 'px-4 pb-4 lg:p-0' : 'max-lg:hidden'}>
        <div className="mb-4">
          <LineList lines={cart.items.map(listedLine)} />
        </div>
        <CheckoutSums checkout={checkout} />
      </div>
    </section>
  )
}

function listedLine(item: CartItem): ListedLine {
  const { eventId, bundled, totalSumCents } = item
  return {
    ...listedPart(item),
    eventId: bundled.length > 0 ? null : eventId,
    cents: totalSumCents,
    parts: bundled.map(listedPart),
  }
}

function listedPart(item: CartPart): ListedPart {
  const name = itemName(item)
  // An LP and its CD may have the same name.
  const isGoods = item.eventId === null
  const kind = isGoods ? [item.productType, item.productColor] : []
  const variant = variantBeside(name, item.variantName)
  return {
    id: item.id,
    name,
    amount: item.amount,
    event: [dateText(item), venueText(item)],
    facts: [...kind, ...(isGoods ? [variantText(variant), item.personalIdentifier] : placeFacts(item.seat, variant))],
  }
}
