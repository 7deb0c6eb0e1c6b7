/**
 * The mails about the name on a ticket: a change that took effect, to the buyer, the new holder and the holder before, and
 * the request of someone who knows only the ticket's code, to the buyer. Only the buyer gets the link to the order.
 */
import { orderLink } from '../../schema/order-path.ts'
import type { NameChange, NameMailReader } from '../db/name-change.ts'
import { holderName } from '../domain/tickets/personal-identifier.ts'
import { type Part, renderMail } from './layout.ts'
import { NAME_TEXT } from './name-text.ts'
import { type OrderMailInput, senderOf, type WrittenMail } from './order-mail.ts'
import { MAIL_TEXT } from './text.ts'
import { ticketParts } from './ticket-parts.ts'

export type NameMailInput = Omit<OrderMailInput, 'occasion' | 'voucher' | 'gifts' | 'parcel' | 'documents'> & {
  change: NameChange
  /** `request`: the buyer is asked about another person's request. */
  reader: NameMailReader | 'request'
  /** The pass of the changed ticket, for the mail to its new holder. */
  pass: { id: string; token: string } | null
}

export async function nameMail(input: NameMailInput): Promise<WrittenMail> {
  const { order, change, reader, key, events, tickets, pass } = input
  const { shopName, shopSlug, brand, base, addressOf } = senderOf(input)
  const text = MAIL_TEXT[order.locale]
  const names = NAME_TEXT[order.locale]
  const event = events.get(change.eventId)?.descriptiveName[order.locale] ?? ''
  const facts = { event, from: holderName(change.formerHolder), to: holderName(change.holder), shopName }
  const { subject, lead, notes } = names[reader](facts)
  const forBuyer = reader === 'buyer' || reader === 'request'
  const own = reader === 'holder' ? tickets.filter(({ id }) => id === change.ticketId) : []
  const { parts, attachments } = await ticketParts({ ...input, base, tickets: own, passes: pass && { shopSlug, pass } })
  const greeted =
    reader === 'holder'
      ? change.holder.firstName
      : forBuyer
        ? order.billingAddress.firstName
        : change.formerHolder.firstName
  const all: Part[] = [
    { kind: 'paragraph', text: text.hello(greeted ?? '') },
    { kind: 'paragraph', text: lead },
    ...notes.map((note): Part => ({ kind: 'paragraph', text: note })),
    ...parts,
    ...(forBuyer ? [{ kind: 'button' as const, label: text.view, href: addressOf(orderLink(order.id, key)) }] : []),
    { kind: 'paragraph', text: reader === 'holder' ? text.enjoy(shopName) : text.regards(shopName) },
  ]
  return {
    fromName: shopName,
    subject,
    ...renderMail({ brand, locale: order.locale, title: subject, preview: lead, parts: all }),
    attachments,
  }
}
