/**
 * The mails about an order: unpaid (with the bank details or a link to the payment), paid (with the tickets), cancelled
 * (the order or one of its events), and refunded. A mail is in the language of the order, and its sender is the shop that sold the order.
 */
import type { Cents } from '../../schema/money.ts'
import { orderLink, orderPath } from '../../schema/order-path.ts'
import { formatPrice } from '../../schema/rules/money-format.ts'
import { hasWithdrawalRight, isPersonalProduct } from '../../schema/rules/withdrawal-right.ts'
import type { RefundReason } from '../../schema/tables/payment.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { Order, OrderEvent, OrderItem, Ticket } from '../db/order.ts'
import type { ParcelOrders } from '../db/order-merge.ts'
import type { VoucherRedemption } from '../db/voucher.ts'
import { mainShopOf } from '../domain/catalogue/shop-host.ts'
import type { Env } from '../env.ts'
import type { MailAttachment } from '../integrations/mail.ts'
import type { RefundRoute } from '../payments/method.ts'
import { methodOf } from '../payments/table.ts'
import type { ShownGift } from '../services/gift-voucher.ts'
import { type AfterSaleMail, afterSaleContent } from './after-sale-mail.ts'
import { type MailBrand, mailBase, mailBrand, mailPicture } from './brand.ts'
import { type Part, renderMail } from './layout.ts'
import { giftParts, summaryParts } from './order-summary.ts'
import {
  type LatePaymentMail,
  latePaymentContent,
  type RefundNoticeMail,
  type RefundRequestMail,
  refundedLead,
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
  | LatePaymentMail
  | { kind: 'mail_event_cancelled'; eventId: string; returnedCents: number }
  | {
      kind: 'mail_payment_refunded'
      amountCents: number
      reason: RefundReason
      subject: string
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
  shop: ShopRow
  shopName: string
  shopSlug: string
  brand: MailBrand
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
    ...renderMail({ brand: pictured(mail), locale: order.locale, title: subject, preview: lead, parts: all }),
    attachments: [...attachments, ...mail.documents.map(attachmentOf)],
  }
}

export function senderOf({
  env,
  order,
  shops,
}: Pick<OrderMailInput, 'shops'> & {
  env: Pick<Env, 'PUBLIC_ORIGIN'>
  /** The order, or whatever else a mail is about. */
  order: Pick<OrderMailInput['order'], 'id' | 'shopId' | 'locale'>
}): Sender {
  const shop = shops.find(({ id }) => id === order.shopId) ?? mainShopOf(shops)
  if (!shop) throw new Error(`${order.id} has no shop`)
  const base = mailBase(shop, shops, env)
  // The browser that opens the mail may prefer another language.
  const language = `lang=${order.locale}`
  return {
    shop,
    shopName: shop.name,
    shopSlug: shop.slug,
    brand: mailBrand(shop, base, order.locale),
    base,
    addressOf: (path) => [base + path, language].join(path.includes('?') ? '&' : '?'),
    price: (cents) => formatPrice(cents, order.locale),
  }
}

/** These mails are about something to look forward to. All others have no picture. */
const PICTURED: ReadonlySet<MailOccasion['kind']> = new Set([
  'mail_order_received',
  'mail_payment_open',
  'mail_payment_reminder',
  'mail_order_paid',
  'mail_order_shipped',
])

/** Adds the picture of the first concert that has one, or else the shop's. */
function pictured({ occasion, order, brand, shop, base, items, events }: ShopMail): MailBrand {
  if (!PICTURED.has(occasion.kind)) return brand
  const concert = items.flatMap(({ eventId }) => events.get(eventId ?? '') ?? []).find(({ image }) => image !== null)
  const picture = concert?.image
    ? mailPicture(shop, base, concert.image, concert.descriptiveName[order.locale])
    : mailPicture(shop, base, shop.meta.social_img, shop.name)
  return { ...brand, picture }
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
      const { items, key, shopSlug } = input
      const { parts, attachments } = await ticketParts({ ...input, passes: { shopSlug, key } })
      return {
        subject: text.paid.subject(order.reference),
        lead: order.totalCents > 0 ? text.paid.lead : text.paid.free,
        parts: [...parts, ...giftParts(input), ...paragraphs(...packingNotes(input)), ...summaryParts(input)],
        attachments,
        footnote: withdrawalRights(items, text.paid),
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
    case 'mail_account_named':
    case 'mail_goods_returned':
    case 'mail_goods_withdrawn':
      return {
        ...refundNoticeContent(occasion, order, price, voucherReturn(input)),
        attachments: [],
        close: text.regards(shopName),
      }
    case 'mail_refund_requested':
      return {
        ...refundRequestContent(occasion, input, voucherReturn(input)),
        attachments: [],
        close: text.regards(shopName),
      }
    case 'mail_payment_late':
      return {
        ...latePaymentContent(occasion, order, price(occasion.amountCents)),
        attachments: [],
        close: text.regards(shopName),
      }
    case 'mail_payment_refunded': {
      const { amountCents, refundRoute } = occasion
      return {
        subject: text.refunded.subject(order.reference),
        lead: refundedLead(occasion, order.locale, price(amountCents)),
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
  const { parcel, parcelToo } = MAIL_TEXT[input.order.locale].paid
  const packing = input.items.some(({ eventId }) => eventId !== null) ? parcelToo : parcel
  return input.parcel.mergedInto === null ? [packing, ...notes] : notes
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

/** States the value that went back to the order's voucher. */
function voucherReturn({ order, voucher, price }: ShopMail): Part[] {
  if (!voucher || voucher.returnedCents === 0) return []
  return paragraphs(MAIL_TEXT[order.locale].voucherReturned(voucher.label, price(voucher.returnedCents)))
}

/** Says which items have a right of withdrawal. The fee of a name change is no product, and has none. */
function withdrawalRights(items: OrderItem[], text: (typeof MAIL_TEXT)['de']['paid']): string {
  const goods = items.filter(({ productId }) => productId !== null)
  const exclusions = [
    ...(items.some(({ eventId }) => eventId !== null) ? [text.withdrawalOfTickets] : []),
    ...(goods.some(isPersonalProduct) ? [text.withdrawalOfPersonal] : []),
  ]
  const others = exclusions.length > 0 ? text.withdrawalOfOthers : text.withdrawalOfGoods
  return [...exclusions, ...(goods.some(hasWithdrawalRight) ? [others] : [])].join(' ')
}
