/**
 * What the link to an order still tells when it is old. The link is all that a guest needs, and it stays in mails and
 * browser histories for years; 28 days after the order its personal data is told to nobody who merely has the link.
 */
import { DAY } from '../../../schema/limits.ts'

const TOLD_MS = 28 * DAY

type Personal = { email: string; shippingAddress: unknown; billingAddress: unknown }

/** The order with its personal data, or with a masked address for mail and no postal ones. `now` is epoch milliseconds. */
export function disclosedOrder<Order extends Personal & { placedAt: number }>(order: Order, now: number) {
  if (now < order.placedAt + TOLD_MS) return { ...order, isDisclosed: true }
  return { ...order, email: masked(order.email), shippingAddress: {}, billingAddress: {}, isDisclosed: false }
}

/** `ida@example.org` becomes `i…@example.org`. */
function masked(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`
}
