/** What a mail says of the order itself: its lines, total and addresses, and the gift vouchers in it. */
import type { Cents } from '../../schema/money.ts'
import { orderLines } from '../../schema/rules/bundle-parts.ts'
import { cityName } from '../../schema/rules/city-name.ts'
import { formatDate } from '../../schema/rules/date-format.ts'
import { variantBeside } from '../../schema/rules/item-facts.ts'
import { itemGroups } from '../../schema/rules/item-groups.ts'
import { NO_SHIPPING } from '../../schema/rules/shipping.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import { isSize } from '../../schema/rules/variant-size.ts'
import type { Order, OrderEvent, OrderItem } from '../db/order.ts'
import type { VoucherRedemption } from '../db/voucher.ts'
import { countryName } from '../domain/orders/country.ts'
import { seatPlace } from '../domain/seats/seat-place.ts'
import type { ShownGift } from '../services/gift-voucher.ts'
import type { Part, Row } from './layout.ts'
import { MAIL_TEXT } from './text.ts'
import { promotersOf, whenOf } from './ticket-parts.ts'

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

/** The order's lines, its total, the promoters of its concerts, and its addresses. */
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
    ...promotersOf(orderedEvents(summary), locale).map((text): Part => ({ kind: 'paragraph', text, muted: true })),
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

/** The events for which the order still has tickets. */
function orderedEvents({ items, events }: Summary): OrderEvent[] {
  const valid = items.filter(({ invalidatedAt }) => invalidatedAt === null)
  return [...new Set(valid.flatMap(({ eventId }) => events.get(eventId ?? '') ?? []))]
}

/** Tickets of one event stand together below its name, date and venue. A bundle lists its parts below its name. */
function linesOf({ order, items, events, price }: Summary): Row[] {
  const { locale } = order
  const row = (label: string[], { amount }: OrderItem, cents: Cents) => ({
    label: `${amount} × ${label.filter(Boolean).join('\n')}`,
    value: price(cents),
  })
  const when = ({ eventId }: OrderItem) => {
    const event = events.get(eventId ?? '')
    if (!event) return ''
    const { name, city } = event.venue
    return [whenOf(event, locale), `${name}, ${cityName(city, locale)}`].filter(Boolean).join(' · ')
  }
  const place = (item: OrderItem) => {
    const variant = variantBeside(item.descriptiveName, item.variantName)
    if (item.eventId === null && isSize(variant)) return [MAIL_TEXT[locale].size(variant)]
    return [seatPlace(item, locale), variant]
  }
  const partOf = (part: OrderItem) => {
    const name = part.amount > 1 ? `${part.amount} × ${part.descriptiveName}` : part.descriptiveName
    return `+ ${[name, when(part), ...place(part)].filter(Boolean).join(' · ')}`
  }
  const state = ({ bundleRootId, invalidatedAt }: OrderItem) => ({
    bundleItemId: bundleRootId,
    isVoid: invalidatedAt !== null,
  })
  const lines = orderLines(items, state).map((line) => ({ ...line, eventId: line.item.eventId }))
  return itemGroups(lines).flatMap(([first, ...others]): Row[] => {
    const { item, parts, sumCents } = first
    const title = [item.descriptiveName, when(item)]
    if (others.length === 0) return [row([...title, ...place(item), ...parts.map(partOf)], item, sumCents)]
    const heading = { label: title.filter(Boolean).join('\n'), value: '' }
    return [heading, ...[first, ...others].map((line) => row(place(line.item), line.item, line.sumCents))]
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
