/** What a mail says of the order itself: its lines, total and addresses, and the gift vouchers in it. */
import type { Cents } from '../../schema/money.ts'
import { formatDate } from '../../schema/rules/date-format.ts'
import { variantBeside } from '../../schema/rules/item-facts.ts'
import { itemGroups } from '../../schema/rules/item-groups.ts'
import { NO_SHIPPING } from '../../schema/rules/shipping.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import type { Order, OrderEvent, OrderItem } from '../db/order.ts'
import type { VoucherRedemption } from '../db/voucher.ts'
import { countryName } from '../domain/orders/country.ts'
import { seatPlace } from '../domain/seats/seat-place.ts'
import type { ShownGift } from '../services/gift-voucher.ts'
import type { Part, Row } from './layout.ts'
import { MAIL_TEXT } from './text.ts'
import { whenOf } from './ticket-parts.ts'

type Summarised = { order: Order; items: OrderItem[]; price: (cents: Cents) => string }
type Summary = Summarised & { voucher: VoucherRedemption | null; events: ReadonlyMap<string, OrderEvent> }

/** The codes of the gift vouchers that the order bought. */
export function giftParts({ order, gifts, price }: Summarised & { gifts: ShownGift[] }): Part[] {
  const valid = gifts.filter(({ isVoid, code }) => !isVoid && code !== null)
  if (valid.length === 0) return []
  const text = MAIL_TEXT[order.locale].gifts
  return [
    { kind: 'heading', text: text.title },
    {
      kind: 'rows',
      rows: valid.map(({ code, amountCents, expiresAt }) => ({
        label: `${price(amountCents)}\n${text.until(formatDate(expiresAt, SHOP_ZONE, order.locale))}`,
        value: code ?? '',
        strong: true,
      })),
    },
    { kind: 'paragraph', text: text.how, muted: true },
  ]
}

/** The order's lines, its total, and its addresses. */
export function summaryParts(summary: Summary): Part[] {
  const { order, voucher, price } = summary
  const { locale } = order
  const text = MAIL_TEXT[locale]
  const further = order.shippingCents + order.extraChargeCents
  const total = {
    label: order.vatCents > 0 ? `${text.total}\n${text.vat(price(order.vatCents))}` : text.total,
    value: price(order.totalCents),
    strong: true,
  }
  return [
    { kind: 'heading', text: `${text.order} ${order.reference}` },
    {
      kind: 'rows',
      rows: [
        ...linesOf(summary),
        ...(further > 0 ? [{ label: order.shippingName || text.shipping, value: price(further) }] : []),
        ...(order.voucherCents > 0
          ? [{ label: voucher?.label ?? text.voucher, value: price(-order.voucherCents) }]
          : []),
        total,
      ],
    },
    {
      kind: 'rows',
      rows: [
        ...(order.shippingMethod === NO_SHIPPING
          ? []
          : [{ label: text.shippedTo, value: addressLines(order.shippingAddress, locale) }]),
        { label: text.billedTo, value: addressLines(order.billingAddress, locale) },
      ],
    },
  ]
}

/** Tickets of one event stand together below its name, date and venue. */
function linesOf({ order, items, events, price }: Summary): Row[] {
  const { locale } = order
  const row = (item: OrderItem, facts: string[]) => {
    const [first = '', ...others] = facts.filter(Boolean)
    return { label: [`${item.amount} × ${first}`, ...others].join('\n'), value: price(item.totalCents) }
  }
  return itemGroups(items).flatMap(([first, ...others]): Row[] => {
    const event = events.get(first.eventId ?? '')
    const when = event ? [[whenOf(event, locale), event.venue.name].filter(Boolean).join(' · ')] : []
    const place = (item: OrderItem) => [seatPlace(item, locale), variantBeside(item.descriptiveName, item.variantName)]
    if (others.length === 0) return [row(first, [first.descriptiveName, ...when, ...place(first)])]
    const heading = { label: [first.descriptiveName, ...when].join('\n'), value: '' }
    return [heading, ...[first, ...others].map((item) => row(item, place(item)))]
  })
}

function addressLines(address: Order['shippingAddress'], locale: Order['locale']): string {
  const { company, firstName, lastName, address2, postCode, city, countryCode } = address
  return [
    company,
    `${firstName} ${lastName}`,
    address.address,
    address2,
    `${postCode} ${city}`,
    countryName(countryCode, locale),
  ]
    .filter(Boolean)
    .join('\n')
}
