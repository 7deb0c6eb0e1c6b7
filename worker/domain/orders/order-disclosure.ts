/**
 * Limits the personal data that an old link to an order shows. The link alone opens the order, and it stays in mails and
 * browser histories for years. From 28 days after the order, the link shows no more personal data than a masked email
 * address.
 */
import { DAY } from '../../../schema/limits.ts'

const DISCLOSED_MS = 28 * DAY

type Personal = { email: string; shippingAddress: unknown; billingAddress: unknown }

/** Returns the order, or the order with a masked email and without postal addresses. `now` is epoch milliseconds. */
export function disclosedOrder<Order extends Personal & { placedAt: number }>(order: Order, now: number) {
  if (now < order.placedAt + DISCLOSED_MS) return { ...order, isDisclosed: true }
  return { ...order, email: masked(order.email), shippingAddress: {}, billingAddress: {}, isDisclosed: false }
}

/** `ida@example.org` becomes `i…@example.org`. */
function masked(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`
}
