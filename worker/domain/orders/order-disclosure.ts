/**
 * Limits what a link to an order shows. The link alone opens the order, and it stays in mails and browser histories for
 * years. From 28 days after the order, the link shows no more personal data than a masked email address. Ticket codes are
 * no personal data, and buyers need them until the event, which may be a year later. The link shows them only while the
 * order is paid and the ticket is valid.
 */
import { DAY } from '../../../schema/limits.ts'
import { type OrderStatus, PAID_STATUSES } from '../../../schema/rules/order-payable.ts'
import type { PersonalIdentifier } from '../../../schema/tables/ticket.ts'

const DISCLOSED_MS = 28 * DAY

type Personal = { email: string; shippingAddress: unknown; billingAddress: unknown }

/** Returns the order, or the order with a masked email and without postal addresses. `now` is epoch milliseconds. */
export function disclosedOrder<Order extends Personal & { placedAt: number }>(order: Order, now: number) {
  if (isRecent(order, now)) return { ...order, isDisclosed: true }
  return { ...order, email: masked(order.email), shippingAddress: {}, billingAddress: {}, isDisclosed: false }
}

type Ticket = { invalidatedAt: number | null; expiresAt: number; personalIdentifier: PersonalIdentifier }

/** Returns the tickets whose codes the link shows, without the holders' names if the order is old. */
export function disclosedTickets<Issued extends Ticket>(
  order: { status: OrderStatus; placedAt: number },
  tickets: Issued[],
  now: number,
): Issued[] {
  if (!PAID_STATUSES.includes(order.status)) return []
  const valid = tickets.filter(({ invalidatedAt, expiresAt }) => invalidatedAt === null && expiresAt > now)
  return isRecent(order, now) ? valid : valid.map((ticket) => ({ ...ticket, personalIdentifier: {} }))
}

function isRecent({ placedAt }: { placedAt: number }, now: number): boolean {
  return now < placedAt + DISCLOSED_MS
}

/** `ida@example.org` becomes `i…@example.org`. */
function masked(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`
}
