/**
 * Until when an unpaid order is kept. Another attempt or another method may extend it, but not without limit: nobody keeps
 * seats by starting payments that never arrive. All instants are epoch milliseconds.
 */
import { PAYMENT_DEADLINE_MS } from '../../../schema/limits.ts'
import { endOfWorkingDay } from './business-day.ts'

const MINUTE = 60_000
const LATEST_IMMEDIATE_MS = 120 * MINUTE
/** The provider's page closes a little before the order does. */
const CLOSING_MS = MINUTE

type OpenOrder = { placedAt: number; dueAt: number }

export type PaymentDeadline = {
  /** Of an order that is placed at `placedAt`. */
  of(placedAt: number): number
  /** Of an open order whose buyer chooses the method at `now`; never earlier than the deadline before. */
  afterChange(order: OpenOrder, now: number): number
}

/** For a method by which the money arrives within the visit, or nothing is to be paid. */
export const immediateDeadline: PaymentDeadline = {
  of: (placedAt) => placedAt + PAYMENT_DEADLINE_MS.immediate,
  afterChange: ({ placedAt, dueAt }, now) =>
    Math.max(dueAt, Math.min(now + PAYMENT_DEADLINE_MS.immediate, placedAt + LATEST_IMMEDIATE_MS)),
}

/** For a transfer, which has whole days: the end of a working day in Berlin. */
export const transferDeadline: PaymentDeadline = {
  of: (placedAt) => endOfWorkingDay(placedAt + PAYMENT_DEADLINE_MS.transfer),
  afterChange: ({ placedAt, dueAt }) => Math.max(dueAt, transferDeadline.of(placedAt)),
}

/** Of an order whose buyer is on a page of the provider that closes at `sessionEndsAt`. */
export function dueAtWithSession({ placedAt, dueAt }: OpenOrder, sessionEndsAt: number): number {
  return Math.max(dueAt, Math.min(sessionEndsAt + CLOSING_MS, placedAt + LATEST_IMMEDIATE_MS))
}
