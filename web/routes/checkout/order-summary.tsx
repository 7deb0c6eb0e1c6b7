/**
 * The lines and the total of the order, beside the form of a step. On a phone it is a bar above the form, with the number of
 * pieces and the total. A press on the bar shows the lines.
 */
import { useId, useState } from 'react'
import { itemName, seatText } from '../../cart/item-text.ts'
import { type CartItem, pieceCount } from '../../cart/use-cart.ts'
import { formatDateTime, formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
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
        <ul className="mb-4 divide-y divide-line border-y border-line">
          {cart.items.map((item) => (
            <Line key={item.id} item={item} />
          ))}
        </ul>
        <CheckoutSums checkout={checkout} />
      </div>
    </section>
  )
}

function Line({ item }: { item: CartItem }) {
  const facts = [
    item.variantName,
    item.happeningFromAt !== null && item.timeZone !== null ? formatDateTime(item.happeningFromAt, item.timeZone) : '',
    seatText(item.seat),
    ...item.bundled.map(itemName),
  ].filter((fact) => fact !== null && fact !== '')
  return (
    <li className="flex gap-3 py-3">
      <span className="shrink-0 text-muted tabular-nums">{m.cart_amount({ amount: item.amount })}</span>
      <span className="min-w-0 grow">
        <span className="block font-medium">{itemName(item)}</span>
        {facts.length > 0 && <span className="block text-sm text-muted">{facts.join(' · ')}</span>}
      </span>
      <span className="tabular-nums">{formatPrice(item.totalSumCents)}</span>
    </li>
  )
}
