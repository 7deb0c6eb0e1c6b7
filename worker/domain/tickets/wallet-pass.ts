/** What a pass in a wallet is about, and whether its ticket is still valid. */
import type { EventMeta } from '../../../schema/catalogue-values.ts'
import { likelyEndOf } from '../../../schema/rules/event-end.ts'
import { shownInstant } from '../../../schema/rules/event-sale.ts'
import { type OrderStatus, PAID_STATUSES } from '../../../schema/rules/order-payable.ts'

type Subject = {
  pass: { code: string }
  order: { status: OrderStatus }
  ticket: { kind: string; validationCode: string; invalidatedAt: number | null; disputedAt: number | null }
  event: { status: string }
}

/**
 * Whether the pass no longer opens a door: its ticket was returned or refunded, belongs to a disputed payment, got another
 * holder and thereby another code, or its event was cancelled. A ticket that comes by post is not valid in a wallet.
 */
export function passIsVoid({ pass, order, ticket, event }: Subject): boolean {
  const isPaid = PAID_STATUSES.includes(order.status)
  const isValid = ticket.invalidatedAt === null && ticket.disputedAt === null && ticket.kind === 'online'
  return !isPaid || !isValid || ticket.validationCode !== pass.code || event.status === 'cancelled'
}

const SHOWN_AFTER_END_MS = 24 * 3_600_000

/** When wallets move the pass to the old ones, in epoch milliseconds; null while the event has no date, or a secret one. */
export function passExpiry(event: {
  status: string
  happeningFromAt: number
  happeningUntilAt: number | null
  meta: Pick<EventMeta, 'hideDate'>
}): number | null {
  if (event.status === 'postponed') return null
  return shownInstant(event, likelyEndOf(event) + SHOWN_AFTER_END_MS)
}
