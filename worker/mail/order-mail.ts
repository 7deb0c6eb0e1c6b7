/**
 * The mails of an order: received (with the bank's details), paid (with tickets, scannable codes and calendar files),
 * cancelled, money returned. Written in the order's language and in the name of the shop that sold it.
 */
import { Buffer } from 'node:buffer'
import { encode } from 'uqr'
import { DEFAULT_LOCALE } from '../../schema/locale.ts'
import type { ShopRow } from '../context.ts'
import type { Order, OrderEvent, OrderItem, Ticket } from '../db/order.ts'
import { giroCode, transferReference } from '../domain/bank-transfer.ts'
import { formatDate, formatEuros } from '../domain/format.ts'
import { isPayable } from '../domain/order-status.ts'
import { shopAddress } from '../domain/shop-host.ts'
import type { Env } from '../env.ts'
import type { MailAttachment } from '../integrations/mail.ts'
import { bankAccountOf } from '../services/bank-account.ts'
import { calendarFile } from './calendar.ts'
import { type Part, renderHtml, renderText } from './layout.ts'
import { qrPng } from './png.ts'
import { MAIL_TEXT } from './text.ts'

export type OrderMailInput = {
  env: Env
  kind: 'mail_order_received' | 'mail_order_paid' | 'mail_order_cancelled' | 'mail_payment_refunded' | string
  order: Order
  items: OrderItem[]
  events: ReadonlyMap<string, OrderEvent>
  tickets: Ticket[]
  shops: ShopRow[]
  refundedCents: number | null
  now: number
}

export type WrittenMail = {
  fromName: string
  subject: string
  html: string
  text: string
  attachments: MailAttachment[]
}

const DURATION_GUESS_MS = 3 * 3_600_000

export async function orderMail(input: OrderMailInput): Promise<WrittenMail> {
  const { env, order, shops } = input
  const locale = order.locale ?? DEFAULT_LOCALE
  const text = MAIL_TEXT[locale]
  const shop = shops.find(({ id }) => id === order.shopId)
  const main = shops.find(({ isBand }) => !isBand) ?? shop
  const base =
    shop && main ? shopAddress(shop, main, new URL(env.PUBLIC_ORIGIN ?? `https://${main.domain ?? 'localhost'}`)) : ''
  const shopName = shop?.name ?? 'Stagedoor'
  const done = `${base}/checkout/done/${order.id}/${order.reference}`
  const attachments: MailAttachment[] = []
  const parts: Part[] = [{ kind: 'paragraph', text: text.hello(order.billingAddress.firstName) }]
  let subject = text.paid.subject(order.reference)

  if (input.kind === 'mail_order_received') {
    subject = text.received.subject(order.reference)
    parts.push({ kind: 'paragraph', text: text.received.lead }, ...(await bankParts(input, attachments)))
    parts.push(...summaryParts(input), { kind: 'button', label: text.view, href: done })
  } else if (input.kind === 'mail_order_cancelled') {
    subject = text.cancelled.subject(order.reference)
    parts.push({ kind: 'paragraph', text: text.cancelled.lead }, ...summaryParts(input))
  } else if (input.kind === 'mail_payment_refunded') {
    subject = text.refunded.subject(order.reference)
    parts.push({ kind: 'paragraph', text: text.refunded.lead(formatEuros(input.refundedCents ?? 0)) })
  } else {
    parts.push({ kind: 'paragraph', text: text.paid.lead }, ...(await ticketParts(input, base, attachments)))
    if (input.items.some((item) => item.physical)) parts.push({ kind: 'paragraph', text: text.paid.parcel })
    parts.push(...summaryParts(input), { kind: 'button', label: text.view, href: done })
    parts.push({ kind: 'paragraph', text: text.paid.withdrawal, muted: true })
  }
  if (input.kind === 'mail_order_cancelled' && isPayable(order)) {
    parts.push({ kind: 'button', label: text.pay, href: `${base}/checkout/payment/${order.id}/${order.reference}` })
  }
  parts.push({ kind: 'paragraph', text: text.greeting(shopName) })
  return {
    fromName: shopName,
    subject,
    html: renderHtml({ shop: shopName, locale, title: subject, parts }),
    text: renderText(parts),
    attachments,
  }
}

async function bankParts({ env, order }: OrderMailInput, attachments: MailAttachment[]): Promise<Part[]> {
  const text = MAIL_TEXT[order.locale].received
  const account = bankAccountOf(env)
  const purpose = transferReference(order.reference, order.billingAddress)
  const balance = order.totalCents - order.paidCents
  const imageId = 'girocode'
  attachments.push(await qrAttachment(imageId, giroCode(account, balance, purpose)))
  return [
    {
      kind: 'rows',
      rows: [
        { label: text.amount, value: formatEuros(balance), strong: true },
        { label: text.holder, value: account.holder },
        { label: text.iban, value: account.iban.replace(/(.{4})(?=.)/g, '$1 ') },
        { label: text.bic, value: account.bic },
        { label: text.bank, value: account.bankName },
        { label: text.purpose, value: purpose, strong: true },
      ],
    },
    { kind: 'paragraph', text: text.due(formatDate(order.dueAt, 'Europe/Berlin', order.locale)) },
    { kind: 'paragraph', text: text.scan, muted: true },
    { kind: 'image', imageId, alt: 'GiroCode' },
  ]
}

async function ticketParts(input: OrderMailInput, base: string, attachments: MailAttachment[]): Promise<Part[]> {
  const { order, items, events, tickets, now } = input
  if (tickets.length === 0) return []
  const text = MAIL_TEXT[order.locale]
  const parts: Part[] = [{ kind: 'heading', text: text.paid.tickets }]
  const byItem = new Map(items.map((item) => [item.id, item]))
  for (const ticket of tickets) {
    const item = byItem.get(ticket.orderItemId)
    const event = events.get(ticket.eventId)
    if (!item || !event) continue
    const zone = event.venue.timeZone
    const lines = [
      event.descriptiveName[order.locale],
      `${formatDate(event.happeningFromAt, zone, order.locale, true)} · ${event.venue.name}, ${event.venue.city}`,
      [item.sectionName, placeOf(item, order.locale), item.variantName].filter(Boolean).join(' · '),
      ...(ticket.kind === 'hard' ? [text.hard] : []),
    ]
    const online = ticket.kind === 'online'
    if (online) attachments.push(await qrAttachment(`ticket-${ticket.validationCode}`, ticket.validationCode))
    parts.push({
      kind: 'ticket',
      lines,
      codeLabel: text.code,
      code: ticket.validationCode.replace(/^(\d)(\d{6})(\d{6})$/, '$1 $2 $3'),
      imageId: online ? `ticket-${ticket.validationCode}` : null,
    })
  }
  parts.push({ kind: 'paragraph', text: text.paid.how, muted: true })
  for (const event of new Set(tickets.flatMap((ticket) => events.get(ticket.eventId) ?? []))) {
    const file = calendarFile({
      uid: `${event.id}-${order.id}`,
      title: event.descriptiveName[order.locale],
      place: `${event.venue.name}, ${event.venue.address}, ${event.venue.postCode} ${event.venue.city}`,
      startAt: event.happeningFromAt,
      endAt: event.happeningUntilAt ?? event.happeningFromAt + DURATION_GUESS_MS,
      url: `${base}/events/${event.slug}`,
      now,
    })
    attachments.push({
      filename: `${event.slug}.ics`,
      type: 'text/calendar',
      content: Buffer.from(file).toString('base64'),
    })
  }
  return parts
}

function placeOf(item: OrderItem, locale: Order['locale']): string {
  const text = MAIL_TEXT[locale]
  if (item.seatNumber === null) return ''
  return item.seatRow ? text.row(item.seatRow, item.seatNumber) : text.seat(item.seatNumber)
}

function summaryParts({ order, items }: OrderMailInput): Part[] {
  const text = MAIL_TEXT[order.locale]
  const address = (of: Order['shippingAddress']) =>
    [
      of.company,
      `${of.firstName} ${of.lastName}`,
      of.address,
      of.address2,
      `${of.postCode} ${of.city}`,
      of.countryCode.toUpperCase(),
    ]
      .filter(Boolean)
      .join('\n')
  return [
    { kind: 'heading', text: `${text.order} ${order.reference}` },
    {
      kind: 'rows',
      rows: [
        ...items.map((item) => ({
          label: `${item.amount} × ${item.descriptiveName}${item.variantName ? `\n${item.variantName}` : ''}${item.seatNumber ? `\n${[item.sectionName, placeOf(item, order.locale)].filter(Boolean).join(', ')}` : ''}`,
          value: formatEuros(item.totalCents),
        })),
        ...(order.shippingCents > 0
          ? [{ label: order.shippingName || text.shipping, value: formatEuros(order.shippingCents) }]
          : []),
        {
          label: `${text.total}${order.vatCents > 0 ? `\n${text.vat(formatEuros(order.vatCents))}` : ''}`,
          value: formatEuros(order.totalCents),
          strong: true,
        },
      ],
    },
    {
      kind: 'rows',
      rows: [
        { label: text.shippedTo, value: address(order.shippingAddress) },
        { label: text.billedTo, value: address(order.billingAddress) },
      ],
    },
  ]
}

async function qrAttachment(contentId: string, data: string): Promise<MailAttachment> {
  const { data: matrix } = encode(data, { border: 0, ecc: 'M' })
  const png = await qrPng(matrix)
  return { filename: `${contentId}.png`, type: 'image/png', content: Buffer.from(png).toString('base64'), contentId }
}
