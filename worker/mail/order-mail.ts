/**
 * The mails about an order: unpaid (with the bank details or a link to the payment), paid (with the tickets), cancelled
 * (the order or one of its events), and refunded. A mail is in the language of the order, and its sender is the shop that sold the order.
 */
import type { Cents } from '../../schema/money.ts'
import { orderLink, orderPath } from '../../schema/order-path.ts'
import { formatDate } from '../../schema/rules/date-format.ts'
import { formatPrice } from '../../schema/rules/money-format.ts'
import { NO_SHIPPING } from '../../schema/rules/shipping.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import type { RefundReason } from '../../schema/tables/payment.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { Order, OrderEvent, OrderItem, Ticket } from '../db/order.ts'
import type { ParcelOrders } from '../db/order-merge.ts'
import type { VoucherRedemption } from '../db/voucher.ts'
import { mainShopOf, shopAddress } from '../domain/catalogue/shop-host.ts'
import { countryName } from '../domain/orders/country.ts'
import { seatPlace } from '../domain/seats/seat-place.ts'
import type { Env } from '../env.ts'
import type { MailAttachment } from '../integrations/mail.ts'
import type { RefundRoute } from '../payments/method.ts'
import { methodOf } from '../payments/table.ts'
import type { ShownGift } from '../services/gift-voucher.ts'
import { type AfterSaleMail, afterSaleContent } from './after-sale-mail.ts'
import { type Part, renderHtml, renderText } from './layout.ts'
import {
  REFUND_TEXTS,
  type RefundNoticeMail,
  type RefundRequestMail,
  refundNoticeContent,
  refundRequestContent,
} from './refund-mail.ts'
import { MAIL_TEXT } from './text.ts'
import { attachmentOf, type OrderFile, ticketParts } from './ticket-parts.ts'
import { type UnpaidMail, unpaidContent } from './unpaid-mail.ts'

export type MailOccasion =
  | { kind: UnpaidMail | 'mail_order_paid' }
  /** `returnedCents` is the amount that the shop refunds. */
  | { kind: 'mail_order_cancelled'; returnedCents: number }
  | RefundRequestMail
  | RefundNoticeMail
  | { kind: 'mail_event_cancelled'; eventId: string; returnedCents: number }
  | {
      kind: 'mail_payment_refunded'
      amountCents: number
      reason: RefundReason
      refundRoute: RefundRoute | 'to_account'
    }
  | AfterSaleMail

export type OrderMailInput = {
  env: Env
  occasion: MailOccasion
  order: Order
  items: OrderItem[]
  events: ReadonlyMap<string, OrderEvent>
  tickets: Ticket[]
  /** The voucher that pays for a part of the order. */
  voucher: VoucherRedemption | null
  parcel: ParcelOrders
  /** The gift vouchers that the order bought. */
  gifts: ShownGift[]
  shops: ShopRow[]
  /** The invoice and its corrections, if the mail contains them. */
  documents: readonly OrderFile[]
  /** The key of the link to the order. */
  key: string
  now: number
}

export type WrittenMail = {
  fromName: string
  subject: string
  html: string
  text: string
  attachments: MailAttachment[]
}

type Sender = {
  shopName: string
  shopSlug: string
  /** The start of the shop's URLs. */
  base: string
  /** Returns a URL of the shop whose page is in the order's language. */
  addressOf: (path: string) => string
  /** Formats prices as the shop's pages do. */
  price: (cents: Cents) => string
}
type ShopMail = OrderMailInput & Sender
type Content = {
  subject: string
  lead: string
  parts: Part[]
  attachments: MailAttachment[]
  /** Follows the link to the order. */
  footnote?: string
  close: string
}

export async function orderMail(input: OrderMailInput): Promise<WrittenMail> {
  const { order } = input
  const mail = { ...input, ...senderOf(input) }
  const { shopName } = mail
  const text = MAIL_TEXT[order.locale]
  const { subject, lead, parts, attachments, footnote, close } = await contentOf(mail)
  const all: Part[] = [
    { kind: 'paragraph', text: text.hello(order.billingAddress.firstName) },
    { kind: 'paragraph', text: lead },
    ...parts,
    { kind: 'button', label: text.view, href: mail.addressOf(orderLink(order.id, mail.key)) },
    ...(footnote === undefined ? [] : [{ kind: 'paragraph' as const, text: footnote, muted: true }]),
    { kind: 'paragraph', text: close },
  ]
  return {
    fromName: shopName,
    subject,
    html: renderHtml({ shop: shopName, locale: order.locale, title: subject, preview: lead, parts: all }),
    text: renderText(all),
    attachments: [...attachments, ...mail.documents.map(attachmentOf)],
  }
}

export function senderOf({
  env,
  order,
  shops,
}: Pick<OrderMailInput, 'order' | 'shops'> & { env: Pick<Env, 'PUBLIC_ORIGIN'> }): Sender {
  const main = mainShopOf(shops)
  const shop = shops.find(({ id }) => id === order.shopId) ?? main
  if (!shop || !main) throw new Error(`order ${order.id} has no shop`)
  const seenFrom = new URL(env.PUBLIC_ORIGIN || `https://${main.domain ?? 'localhost'}`)
  const base = shopAddress(shop, shops, seenFrom)
  // The browser that opens the mail may prefer another language.
  const language = `lang=${order.locale}`
  return {
    shopName: shop.name,
    shopSlug: shop.slug,
    base,
    addressOf: (path) => [base + path, language].join(path.includes('?') ? '&' : '?'),
    price: (cents) => formatPrice(cents, order.locale, shop.meta.trim_zero_decimals),
  }
}

async function contentOf(input: ShopMail): Promise<Content> {
  const { occasion, order, shopName, addressOf, price } = input
  const text = MAIL_TEXT[order.locale]
  switch (occasion.kind) {
    case 'mail_order_received':
    case 'mail_payment_open':
    case 'mail_payment_reminder': {
      const unpaid = unpaidContent(occasion.kind, {
        ...input,
        payHref: addressOf(orderPath('payment', order.id, order.reference)),
      })
      const parts = [...unpaid.parts, ...summaryParts(input), ...paragraphs(...parcelNotes(input))]
      return { ...unpaid, parts, close: text.regards(shopName) }
    }
    case 'mail_order_paid': {
      const { items, env, key, shopSlug } = input
      const { parts, attachments } = await ticketParts({ ...input, passes: { shopSlug, key, env } })
      const rights = [
        ...(items.some(({ productId }) => productId !== null) ? [text.paid.withdrawalOfGoods] : []),
        ...(items.some(({ eventId }) => eventId !== null) ? [text.paid.withdrawalOfTickets] : []),
      ]
      return {
        subject: text.paid.subject(order.reference),
        lead: order.totalCents > 0 ? text.paid.lead : text.paid.free,
        parts: [...parts, ...giftParts(input), ...paragraphs(...packingNotes(input)), ...summaryParts(input)],
        attachments,
        footnote: rights.join(' '),
        close: text.enjoy(shopName),
      }
    }
    case 'mail_order_cancelled':
      return {
        subject: text.cancelled.subject(order.reference),
        ...cancelledParts(input, occasion.returnedCents),
        attachments: [],
        close: text.regards(shopName),
      }
    case 'mail_event_cancelled': {
      const { eventId, returnedCents } = occasion
      const events = eventNames(input.items.filter((item) => item.eventId === eventId))
      const rest = input.items.some(({ invalidatedAt }) => invalidatedAt === null)
      return {
        subject: text.eventCancelled.subject(events),
        lead: text.eventCancelled.lead(events),
        parts: [
          ...(returnedCents > 0
            ? paragraphs(text.eventCancelled.returned(price(returnedCents)), text.eventCancelled.way)
            : []),
          ...voucherReturn(input),
          ...(rest ? paragraphs(text.eventCancelled.rest) : []),
        ],
        attachments: [],
        close: text.regards(shopName),
      }
    }
    case 'mail_order_shipped':
    case 'mail_order_link':
    case 'mail_order_documents': {
      const content = afterSaleContent(occasion, order, input.parcel.addOns)
      return { ...content, attachments: [], close: text.regards(shopName) }
    }
    case 'mail_refund_returned':
    case 'mail_goods_returned':
      return {
        ...refundNoticeContent(occasion, order, price, voucherReturn(input)),
        attachments: [],
        close: text.regards(shopName),
      }
    case 'mail_refund_requested':
      return {
        ...refundRequestContent(occasion, order, price, voucherReturn(input)),
        attachments: [],
        close: text.regards(shopName),
      }
    case 'mail_payment_refunded': {
      const { amountCents, reason, refundRoute } = occasion
      return {
        subject: text.refunded.subject(order.reference),
        lead: text.refunded[REFUND_TEXTS[reason]](price(amountCents)),
        parts: paragraphs(text.refunded.way[refundRoute]),
        attachments: [],
        close: text.regards(shopName),
      }
    }
  }
}

function paragraphs(...texts: string[]): Part[] {
  return texts.map((text) => ({ kind: 'paragraph', text }))
}

/** Says which order shares its parcel with this order, or no longer does (MERGE-01). */
function parcelNotes({ order, parcel: { mergedInto, partedFrom, addOns } }: ShopMail): string[] {
  const text = MAIL_TEXT[order.locale].merge
  if (mergedInto !== null) return [text.into(mergedInto)]
  if (partedFrom !== null) return [text.parted(partedFrom)]
  return addOns.length > 0 ? [text.with(addOns.join(', '))] : []
}

/** Says when the parcel of a paid order is sent. An add-on waits for its main order. */
function packingNotes(input: ShopMail): string[] {
  if (!input.items.some(({ physical }) => physical)) return []
  const notes = parcelNotes(input)
  return input.parcel.mergedInto === null ? [MAIL_TEXT[input.order.locale].paid.parcel, ...notes] : notes
}

/** Returns the names of the items' events, each once. */
function eventNames(items: OrderItem[]): string {
  return [...new Set(items.map(({ descriptiveName }) => descriptiveName))].join(', ')
}

/** The lead gives the reason for the cancellation. The parts describe refunds, payments in transit and the order. */
function cancelledParts(input: ShopMail, returnedCents: number): { lead: string; parts: Part[] } {
  const { order, items, events, price } = input
  const { cancelled: text, merge } = MAIL_TEXT[order.locale]
  const { refundRoute } = methodOf(order.paymentMethod)
  const returned = [
    ...(returnedCents > 0 ? paragraphs(text.returned(price(returnedCents))) : []),
    ...voucherReturn(input),
  ]
  const parted = input.parcel.partedAddOns
  const summary = [...(parted.length > 0 ? paragraphs(merge.remain(parted.join(', '))) : []), ...summaryParts(input)]
  const crossing = (words: string): Part => ({ kind: 'paragraph', text: words, muted: true })
  switch (order.cancelReason) {
    case 'event_cancelled': {
      const calledOff = items.filter((item) => events.get(item.eventId ?? '')?.status === 'cancelled')
      return {
        lead: text.event(eventNames(calledOff)),
        parts: [
          ...returned,
          ...(calledOff.length < items.length ? paragraphs(text.rest) : []),
          crossing(text.crossedEvent[refundRoute]),
          ...summary,
        ],
      }
    }
    case 'operator':
      return { lead: text.operator, parts: [...returned, ...summary] }
    case 'buyer':
      return { lead: text.buyer, parts: [crossing(text.crossedEvent[refundRoute]), ...summary] }
    default:
      return { lead: text.unpaid, parts: [...returned, crossing(text.crossed[refundRoute]), ...summary] }
  }
}

function giftParts({ order, gifts, price }: ShopMail): Part[] {
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

/** States the value that went back to the order's voucher. */
function voucherReturn({ order, voucher, price }: ShopMail): Part[] {
  if (!voucher || voucher.returnedCents === 0) return []
  return paragraphs(MAIL_TEXT[order.locale].voucherReturned(voucher.label, price(voucher.returnedCents)))
}

function summaryParts({ order, items, voucher, price }: ShopMail): Part[] {
  const { locale } = order
  const text = MAIL_TEXT[locale]
  const further = order.shippingCents + order.extraChargeCents
  const lines = items.map((item) => ({
    label: [`${item.amount} × ${item.descriptiveName}`, item.variantName, seatPlace(item, locale)]
      .filter(Boolean)
      .join('\n'),
    value: price(item.totalCents),
  }))
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
        ...lines,
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
