/**
 * The tickets in a mail. The mail lists each ticket, and shows a QR code for each online ticket. An attached PDF contains
 * the online tickets for printing. A hard ticket, which is sent by post, has no QR code and is not in the PDF. Each event
 * has an attached calendar file. The mail and the PDF show times in the venue's time zone.
 */
import { Buffer } from 'node:buffer'
import { encode } from 'uqr'
import type { Locale } from '../../schema/locale.ts'
import { holderPassPath, orderLink, orderPassPath } from '../../schema/order-path.ts'
import { beforeShow, closingHours, openingHours } from '../../schema/rules/before-show.ts'
import { awaitsCheckIn } from '../../schema/rules/check-in.ts'
import { cityName } from '../../schema/rules/city-name.ts'
import { formatDate, formatDateTime, formatTime } from '../../schema/rules/date-format.ts'
import { dateIsSecret, isDateOpen, showsDate } from '../../schema/rules/event-sale.ts'
import { promoterLines, promoterOf } from '../../schema/rules/promoter.ts'
import { groupedCode } from '../../schema/rules/ticket-code.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { Order, OrderEvent, OrderItem, Ticket } from '../db/order.ts'
import { isAreaTicket, seatPlace } from '../domain/seats/seat-place.ts'
import { holderName } from '../domain/tickets/personal-identifier.ts'
import type { Env } from '../env.ts'
import type { MailAttachment } from '../integrations/mail.ts'
import { walletsFor } from '../services/wallet-pass.ts'
import { calendarFile, placeText } from './calendar.ts'
import type { Part } from './layout.ts'
import { passBrand } from './pass-content.ts'
import { qrPng } from './png.ts'
import { printedBrand } from './printed-brand.ts'
import { MAIL_TEXT } from './text.ts'
import { type PrintedBrand, type PrintedTicket, ticketPdf } from './ticket-pdf.ts'
import { WALLET_TEXT } from './wallet-text.ts'

export type TicketMail = {
  shops: readonly ShopRow[]
  env: Pick<Env, 'BUCKET'>
  /** The start of the shop's URLs. */
  base: string
  order: Order
  items: OrderItem[]
  events: ReadonlyMap<string, OrderEvent>
  tickets: Ticket[]
  now: number
}

/**
 * What a mail needs to link to passes: the order's key, which only mails to the buyer may contain, or the pass of the one ticket
 * of another holder.
 */
type PassLinks = { shopSlug: string } & ({ key: string } | { pass: { id: string; token: string } })
type LinkedTickets = TicketMail & { env: Env; passes: PassLinks | null }

export type OrderFile = { filename: string; type: string; bytes: Uint8Array }

type Entry = { ticket: Ticket; item: OrderItem; event: OrderEvent }

export async function ticketParts(mail: LinkedTickets): Promise<{ parts: Part[]; attachments: MailAttachment[] }> {
  const { order } = mail
  const entries = entriesOf(mail)
  if (entries.length === 0) return { parts: [], attachments: [] }
  const text = MAIL_TEXT[order.locale]
  const online = entries.filter(({ ticket }) => ticket.kind === 'online')
  const pictures = online.map(({ ticket }) => qrAttachment(pictureId(ticket), ticket.validationCode))
  const parts: Part[] = [
    { kind: 'heading', text: entries.length === 1 ? text.yourTicket : text.yourTickets },
    ...entries.map((entry) => ({ ...ticketPart(entry, order.locale), links: passLinks(mail, entry) })),
  ]
  const printed = online.length > 0 ? [attachmentOf(await pdfFile(mail, online))] : []
  const evenings = [...new Set(entries.map(({ event }) => event))]
    .filter(showsDate)
    .map((event) => attachmentOf(calendarOf(mail, event)))
  if (online.length > 0) {
    const files = evenings.length > 0 ? text.paid.files : text.paid.ticketFiles
    parts.push({ kind: 'paragraph', text: `${text.paid.how} ${files}`, muted: true })
  }
  const checkIns = new Set(entries.filter((entry) => awaitsCheck(mail, entry)).map(({ event }) => event))
  for (const event of checkIns) {
    parts.push({ kind: 'heading', text: text.checkIn.title(event.descriptiveName[order.locale]) })
    parts.push({ kind: 'paragraph', text: checkInText(event, order.locale) })
  }
  if (checkIns.size > 0) parts.push({ kind: 'button', label: text.checkIn.button, href: `${mail.base}/checkin` })
  return { parts, attachments: [...pictures, ...printed, ...evenings] }
}

/** Returns the PDF of the online tickets; null if there are none. */
export async function ticketFile(mail: TicketMail): Promise<OrderFile | null> {
  const online = entriesOf(mail).filter(({ ticket }) => ticket.kind === 'online')
  return online.length > 0 ? pdfFile(mail, online) : null
}

/** Returns the calendar file of an event with a date for which the mail has a ticket; otherwise null. */
export function eventFile(mail: TicketMail, eventId: string): OrderFile | null {
  const entry = entriesOf(mail).find(({ event }) => event.id === eventId && showsDate(event))
  return entry ? calendarOf(mail, entry.event) : null
}

function entriesOf({ items, tickets, events }: TicketMail): Entry[] {
  const itemOf = new Map(items.map((item) => [item.id, item]))
  return tickets.flatMap((ticket): Entry[] => {
    const item = itemOf.get(ticket.orderItemId)
    const event = events.get(ticket.eventId)
    return item && event && ticket.invalidatedAt === null ? [{ ticket, item, event }] : []
  })
}

function awaitsCheck({ now }: TicketMail, { ticket, event }: Entry): boolean {
  return ticket.checkedInAt === null && awaitsCheckIn(event, now)
}

function checkInText(event: OrderEvent, locale: Locale): string {
  const { checkInStartAt, checkInEndAt, venue } = event
  if (dateIsSecret(event))
    return MAIL_TEXT[locale].checkIn.undated(
      beforeShow(openingHours(event, checkInStartAt), locale),
      beforeShow(closingHours(event, checkInEndAt), locale),
    )
  const [from, until] = [checkInStartAt, checkInEndAt].map((at) => formatDateTime(at, venue.timeZone, locale))
  return MAIL_TEXT[locale].checkIn.text(from ?? '', until ?? '')
}

function pictureId({ validationCode }: Ticket): string {
  return `ticket-${validationCode}`
}

function ticketPart({ ticket, item, event }: Entry, locale: Locale) {
  const text = MAIL_TEXT[locale]
  const holder = holderName(ticket.personalIdentifier)
  const online = ticket.kind === 'online'
  return {
    kind: 'ticket' as const,
    lines: [
      event.descriptiveName[locale],
      whenOf(event, locale),
      ...movedFrom(event, locale),
      ...[doorsOf(event, locale)].filter(Boolean).map((doors) => `${text.doors} ${doors}`),
      `${event.venue.name}, ${cityName(event.venue.city, locale)}`,
      [seatPlace(item, locale), item.variantName].filter(Boolean).join(' · '),
      ...(holder ? [`${text.holder} ${holder}`] : []),
      ...(online ? [] : [text.hard]),
    ].filter(Boolean),
    codeLabel: text.code,
    code: groupedCode(ticket.validationCode),
    imageId: online ? pictureId(ticket) : null,
  }
}

function passLinks({ order, base, now, passes, env }: LinkedTickets, { ticket, event }: Entry) {
  if (passes === null) return []
  const { shopSlug } = passes
  const text = WALLET_TEXT[order.locale].add
  const wallets = walletsFor(env, order, ticket, event, now)
  if ('pass' in passes) {
    const { id, token } = passes.pass
    return wallets.map((wallet) => ({
      label: text[wallet],
      href: new URL(`${holderPassPath(shopSlug, id, token, wallet)}?lang=${order.locale}`, base).href,
    }))
  }
  const { key } = passes
  // The link that saves a pass at Google is only on the page: programs that check mails open all their links, and Google must
  // not receive a name before the fan has pressed the button.
  const page = `${base}${orderLink(order.id, key)}&lang=${order.locale}`
  return wallets.map((wallet) => ({
    label: text[wallet],
    href:
      wallet === 'google' ? page : new URL(orderPassPath(shopSlug, order.id, { key }, ticket.id, wallet), base).href,
  }))
}

/** Returns an empty text if the organiser hides the date. */
export function whenOf(event: OrderEvent, locale: Locale): string {
  const { happeningFromAt, venue } = event
  if (showsDate(event)) return formatDateTime(happeningFromAt, venue.timeZone, locale)
  return isDateOpen(event.status, event.meta.former_date) ? MAIL_TEXT[locale].noDate : ''
}

/** The lines that name who owes the concerts to their fans. */
export function promotersOf(events: readonly OrderEvent[], locale: Locale): string[] {
  const named = events.map((event) => ({ name: event.descriptiveName[locale], promoter: promoterOf(event) }))
  return promoterLines(named, MAIL_TEXT[locale].promoter)
}

function formerDateOf({ meta, venue }: OrderEvent, locale: Locale): string {
  return meta.former_date === undefined ? '' : formatDate(meta.former_date, venue.timeZone, locale)
}

function movedFrom(event: OrderEvent, locale: Locale): string[] {
  const date = formerDateOf(event, locale)
  return date === '' ? [] : [MAIL_TEXT[locale].moved(date)]
}

function doorsOf(event: OrderEvent, locale: Locale): string {
  const { doorAt, venue } = event
  return doorAt === null || !showsDate(event) ? '' : formatTime(doorAt, venue.timeZone, locale)
}

async function pdfFile(mail: TicketMail, entries: Entry[]): Promise<OrderFile> {
  const { order, shops, env } = mail
  const { locale, reference } = order
  const text = MAIL_TEXT[locale]
  const brands = new Map<string, Promise<PrintedBrand>>()
  const brandOf = (event: OrderEvent) => {
    const brand = brands.get(event.id) ?? printedBrand(passBrand({ order, event }, shops), event, env)
    brands.set(event.id, brand)
    return brand
  }
  const writeTicket = async (entry: Entry): Promise<PrintedTicket> => {
    const { ticket, item, event } = entry
    const { venue } = event
    const facts = [
      { label: text.when, value: whenOf(event, locale) },
      { label: text.formerly, value: formerDateOf(event, locale) },
      { label: text.doors, value: doorsOf(event, locale) },
      { label: text.where, value: `${venue.name}, ${venue.address}, ${venue.postCode} ${venue.city}` },
      { label: isAreaTicket(item) ? text.area : text.place, value: seatPlace(item, locale) },
      { label: text.category, value: item.variantName },
      { label: text.holder, value: holderName(ticket.personalIdentifier) },
    ]
    return {
      brand: await brandOf(event),
      title: event.descriptiveName[locale],
      facts: facts.filter(({ value }) => value !== ''),
      code: ticket.validationCode,
      codeLabel: text.code,
      notes: [
        text.paid.how,
        ...(awaitsCheck(mail, entry) ? [checkInText(event, locale)] : []),
        ...promotersOf([event], locale),
        `${text.order} ${reference}`,
      ],
    }
  }
  const printed = await Promise.all(entries.map(writeTicket))
  const bytes = await ticketPdf(printed, { title: `${text.yourTickets} – ${reference}`, locale })
  return { filename: `tickets-${reference}.pdf`, type: 'application/pdf', bytes }
}

function calendarOf({ order, base, now }: TicketMail, event: OrderEvent): OrderFile {
  const { venue, happeningFromAt, happeningUntilAt } = event
  const file = calendarFile({
    uid: `${event.id}-${order.id}`,
    title: event.descriptiveName[order.locale],
    place: placeText(venue),
    startAt: happeningFromAt,
    endAt: happeningUntilAt,
    url: `${base}/events/${event.slug}`,
    now,
  })
  return { filename: `${event.slug}.ics`, type: 'text/calendar', bytes: new TextEncoder().encode(file) }
}

export function attachmentOf({ filename, type, bytes }: OrderFile): MailAttachment {
  return { filename, type, content: base64(bytes) }
}

/**
 * If a text has more characters than this, its QR code uses a fixed mask. Trying all eight masks would take most of the
 * encoding time, and scanners can read every mask.
 */
const LONG_TEXT = 40
const MASK_OF_LONG_TEXTS = 3

/** Returns a QR code as an image that the HTML of the mail shows by its content id. */
export function qrAttachment(contentId: string, data: string): MailAttachment {
  const mask = data.length > LONG_TEXT ? { maskPattern: MASK_OF_LONG_TEXTS } : {}
  const { data: matrix } = encode(data, { border: 0, ecc: 'M', ...mask })
  const content = base64(qrPng(matrix))
  return { filename: `${contentId}.png`, type: 'image/png', content, contentId }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
