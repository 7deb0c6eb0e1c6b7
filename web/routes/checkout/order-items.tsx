/** The lines and the totals of an order, on the last step of the checkout and on the page to pay later. */

import { orderLines } from '../../../schema/rules/bundle-parts.ts'
import { isDateOpen } from '../../../schema/rules/event-sale.ts'
import { variantBeside } from '../../../schema/rules/item-facts.ts'
import { venueText } from '../../cart/item-text.ts'
import { placeFacts, variantText } from '../../cart/place-facts.ts'
import { formatDateTime, formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { ParcelNote } from '../add-to-order/parcel-note.tsx'
import { LineList, type ListedLine, type ListedPart } from './line-list.tsx'
import type { Order } from './use-order.ts'

type OrderedItem = Order['items'][number]

export function OrderItems({ order, withBalance = false }: { order: Order; withBalance?: boolean }) {
  const extraCents = order.totalCents - order.subtotalCents - order.shippingCents + order.voucherCents
  return (
    <section aria-labelledby="ordered-items">
      <h2 id="ordered-items" className="display-4">
        {m.checkout_ordered_items()}
      </h2>
      <div className="mt-2">
        <LineList lines={linesOf(order)} />
      </div>
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

function linesOf({ items, events }: Order): ListedLine[] {
  const stateOf = ({ bundleItemId, invalidated }: OrderedItem) => ({ bundleItemId, isVoid: invalidated })
  return orderLines(items, stateOf).map(({ item, parts, sumCents }) => ({
    ...listedPart(item, events),
    eventId: item.type === 'ticket' ? item.eventId : null,
    cents: sumCents,
    isStruck: item.invalidated,
    parts: parts.map((part) => listedPart(part, events)),
  }))
}

function listedPart(item: OrderedItem, events: Order['events']): ListedPart {
  const { id, eventId, type, descriptiveName, variantName, amount, seat } = item
  const event = type === 'ticket' ? events.find((each) => each.id === eventId) : undefined
  const hasDate = event && event.status !== 'cancelled' && !isDateOpen(event.status, event.formerDate)
  const date = hasDate ? event.happeningFromAt : null
  const variant = variantBeside(descriptiveName, variantName)
  return {
    id,
    name: descriptiveName,
    amount,
    event: event ? [date === null ? null : formatDateTime(date, event.timeZone), venueText(event)] : [],
    facts: [...(type === 'ticket' ? placeFacts(seat, variant) : [variantText(variant)]), personalText(item)],
  }
}

/** The name on a ticket, or the buyer's own text of a product. */
function personalText({ type, personalIdentifier }: OrderedItem): string | null {
  return type === 'ticket' && personalIdentifier !== null
    ? m.cart_personal({ text: personalIdentifier })
    : personalIdentifier
}

function Row({ name, cents }: { name: string; cents: number }) {
  return (
    <div className="flex gap-4">
      <dt className="grow text-muted">{name}</dt>
      <dd className="tabular-nums">{formatPrice(cents)}</dd>
    </div>
  )
}
