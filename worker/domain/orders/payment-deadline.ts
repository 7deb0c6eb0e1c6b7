/**
 * The deadline by which an order must be paid. A further payment attempt or another method may extend the deadline, but
 * only up to a limit, so that nobody keeps seats by starting payments that never arrive. All instants are epoch
 * milliseconds.
 */
import { HOUR, MINUTE, PAYMENT_DEADLINE_MS } from '../../../schema/limits.ts'
import { endOfWorkingDay } from './business-day.ts'

const LATEST_IMMEDIATE_MS = 120 * MINUTE
/** The time from the closing of the provider's page to the order's deadline. */
const CLOSING_MS = MINUTE

/** When a buyer who has left the provider's page gets a mail with a link to the payment. */
const OPEN_PAYMENT_MAIL_MS = 10 * MINUTE
/** How long before the deadline a buyer is reminded of the bank transfer. */
const TRANSFER_REMINDER_MS = 48 * HOUR

type OpenOrder = { placedAt: number; dueAt: number }

export type PaymentDeadline = {
  /** Returns the deadline of an order that is placed at `placedAt`. */
  of(placedAt: number): number
  /**
   * Returns the deadline of an open order whose buyer chooses the method at `now`. It is never earlier than
   * `order.dueAt`.
   */
  afterChange(order: OpenOrder, now: number): number
  /** Returns when the buyer gets a mail about the unpaid order if the buyer chooses the method at `now`. */
  remindAt(dueAt: number, now: number): number
}

/** For methods by which the buyer pays during the visit, and for orders that cost nothing. */
export const immediateDeadline: PaymentDeadline = {
  of: (placedAt) => placedAt + PAYMENT_DEADLINE_MS.immediate,
  afterChange: ({ placedAt, dueAt }, now) =>
    Math.max(dueAt, Math.min(now + PAYMENT_DEADLINE_MS.immediate, placedAt + LATEST_IMMEDIATE_MS)),
  remindAt: (_dueAt, now) => now + OPEN_PAYMENT_MAIL_MS,
}

/** For bank transfers: the deadline is the end of a working day in Berlin. */
export const transferDeadline: PaymentDeadline = {
  of: (placedAt) => endOfWorkingDay(placedAt + PAYMENT_DEADLINE_MS.transfer),
  afterChange: ({ placedAt, dueAt }) => Math.max(dueAt, transferDeadline.of(placedAt)),
  remindAt: (dueAt) => dueAt - TRANSFER_REMINDER_MS,
}

/** Returns the deadline of an order whose buyer is on the provider's page, which closes at `sessionEndsAt`. */
export function dueAtWithSession({ placedAt, dueAt }: OpenOrder, sessionEndsAt: number): number {
  return Math.max(dueAt, Math.min(sessionEndsAt + CLOSING_MS, placedAt + LATEST_IMMEDIATE_MS))
}
