/**
 * Limits what a link to an order shows. A link alone opens the order, and it stays in mails and browser histories for years.
 * Mails with tickets are also forwarded to friends. So a link shows names and addresses only for a while:
 *
 * - The link with the reference (the pages of the checkout): 28 days after the order.
 * - The link with the key (the page after the sale): 28 days after the order, or after the last thing for which the buyer
 *   may have to check or correct them: the end of the last event, or the parcel's departure.
 *
 * Afterwards, a link shows no more personal data than a masked email address, and offers no invoice, which names the buyer.
 * The buyer can have the confirmation with the invoice mailed to the order's address. Everything else stays: status,
 * amounts, lines and actions. Ticket codes are no personal data, and buyers need them until the event, which may be a year
 * later. A link shows them only while the order is paid and the ticket is valid.
 */
import { DAY } from '../../../schema/limits.ts'
import { type OrderStatus, PAID_STATUSES } from '../../../schema/rules/order-payable.ts'
import type { PersonalIdentifier } from '../../../schema/tables/ticket.ts'

const DISCLOSED_MS = 28 * DAY

type Personal = { email: string; shippingAddress: unknown; billingAddress: unknown }

/** Until when a link with the order's reference shows personal data, in epoch milliseconds. */
function disclosedUntil({ placedAt }: { placedAt: number }): number {
  return placedAt + DISCLOSED_MS
}

type DatedEvent = { status: string; happeningFromAt: number; happeningUntilAt: number | null }

/** Until when a link with the order's key shows personal data. The event of a postponed date is still to come. */
export function disclosedWithKeyUntil(
  order: { placedAt: number; status: OrderStatus },
  events: Iterable<DatedEvent>,
  shippedAt: number | null,
): number {
  if (!PAID_STATUSES.includes(order.status)) return disclosedUntil(order)
  const ends = [...events]
    .filter(({ status }) => status !== 'cancelled')
    .map((event) => (event.status === 'postponed' ? Infinity : (event.happeningUntilAt ?? event.happeningFromAt)))
  return Math.max(order.placedAt, shippedAt ?? 0, ...ends) + DISCLOSED_MS
}

/**
 * Returns the order, or the order with a masked email and without postal addresses. `now` and `until` are epoch
 * milliseconds.
 */
export function disclosedOrder<Order extends Personal & { placedAt: number }>(
  order: Order,
  now: number,
  until = disclosedUntil(order),
) {
  if (now < until) return { ...order, isDisclosed: true }
  return { ...order, email: masked(order.email), shippingAddress: {}, billingAddress: {}, isDisclosed: false }
}

/**
 * Returns the order without postal addresses if they belong to a main order whose link no longer shows them. Anyone who knows
 * the reference and the email address of a main order can reserve an add-on, and gets its link with the reference.
 * `mainPlacedAt` is null for an order that is no add-on.
 */
export function withoutAddressesOfMain<Order extends Personal>(order: Order, mainPlacedAt: number | null, now: number) {
  if (mainPlacedAt === null || now < disclosedUntil({ placedAt: mainPlacedAt })) return order
  return { ...order, shippingAddress: {}, billingAddress: {} }
}

type Ticket = { invalidatedAt: number | null; expiresAt: number; personalIdentifier: PersonalIdentifier }

/** Returns the tickets whose codes the link shows, without the holders' names if the order is old. */
export function disclosedTickets<Issued extends Ticket>(
  order: { status: OrderStatus; placedAt: number },
  tickets: Issued[],
  now: number,
  until = disclosedUntil(order),
): Issued[] {
  if (!PAID_STATUSES.includes(order.status)) return []
  const valid = tickets.filter(({ invalidatedAt, expiresAt }) => invalidatedAt === null && expiresAt > now)
  return now < until ? valid : valid.map((ticket) => ({ ...ticket, personalIdentifier: {} }))
}

/** `ida@example.org` becomes `i…@example.org`. */
function masked(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`
}
