/** The lines and the totals of an order, on the last step of the checkout and on the page to pay later. */
import { seatText } from '../../cart/item-text.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { ParcelNote } from '../add-to-order/parcel-note.tsx'
import type { Order } from './use-order.ts'

export function OrderItems({ order, withBalance = false }: { order: Order; withBalance?: boolean }) {
  const extraCents = order.totalCents - order.subtotalCents - order.shippingCents + order.voucherCents
  return (
    <section aria-labelledby="ordered-items">
      <h2 id="ordered-items" className="display-4">
        {m.checkout_ordered_items()}
      </h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {order.items.map((item) => (
          <li key={item.id} className={`flex gap-4 py-3 ${item.invalidated ? 'line-through' : ''}`}>
            <span className="w-8 shrink-0 text-muted tabular-nums">{m.cart_amount({ amount: item.amount })}</span>
            <span className="min-w-0 grow">
              <span className="block font-medium">{item.descriptiveName}</span>
              <span className="block text-sm text-muted">
                {[item.variantName, seatText(item.seat), item.personalIdentifier].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="tabular-nums">{formatPrice(item.totalCents)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-3 space-y-1">
        <Row name={m.checkout_subtotal()} cents={order.subtotalCents} />
        {order.shippingName !== '' && (
          <Row name={`${m.checkout_shipping()} (${order.shippingName})`} cents={order.shippingCents} />
        )}
        {extraCents > 0 && <Row name={m.checkout_extra_charge()} cents={extraCents} />}
        {order.voucherLabel !== null && <Row name={order.voucherLabel} cents={-order.voucherCents} />}
        <div className="flex items-baseline gap-4 border-t border-line pt-2">
          <dt className="grow font-bold">
            {m.checkout_total()}{' '}
            <span className="text-sm font-normal text-muted">
              {order.vatCents > 0 ? m.checkout_vat_included({ vat: formatPrice(order.vatCents) }) : ''}
            </span>
          </dt>
          <dd className="text-xl font-bold tabular-nums">{formatPrice(order.totalCents)}</dd>
        </div>
        {order.voucherReturnedCents > 0 && <Row name={m.voucher_returned()} cents={order.voucherReturnedCents} />}
        {withBalance && order.balanceCents !== order.totalCents && (
          <Row name={m.checkout_balance()} cents={order.balanceCents} />
        )}
      </dl>
      <ParcelNote order={order} />
    </section>
  )
}

function Row({ name, cents }: { name: string; cents: number }) {
  return (
    <div className="flex gap-4">
      <dt className="grow text-muted">{name}</dt>
      <dd className="tabular-nums">{formatPrice(cents)}</dd>
    </div>
  )
}
