/**
 * Until when an unpaid order is kept. A new try or another method may lengthen it, but only so far: nobody keeps seats for
 * ever by starting payments that never come.
 */
import { PAYMENT_DEADLINE_MS } from '../../../schema/limits.ts'
import { endOfWorkingDay } from './business-day.ts'

const MINUTE = 60_000
const LATEST_CARD_PAYMENT_MS = 120 * MINUTE
/** The provider's page closes a little before the order does. */
const CLOSING_MS = MINUTE

type Deadline = { placedAt: number; dueAt: number }

/** Of an order placed at `placedAt`. A transfer has whole days: its deadline is the end of a working day in Berlin. */
export function dueAtOf(method: string, placedAt: number): number {
  if (method === 'bank_transfer') return endOfWorkingDay(placedAt + PAYMENT_DEADLINE_MS.bank_transfer)
  return placedAt + PAYMENT_DEADLINE_MS.stripe_checkout
}

/** When the provider's page ends at `sessionEndsAt`. */
export function dueAtWithSession({ placedAt, dueAt }: Deadline, sessionEndsAt: number): number {
  return Math.max(dueAt, Math.min(sessionEndsAt + CLOSING_MS, placedAt + LATEST_CARD_PAYMENT_MS))
}

/** When the buyer chooses another method. */
export function dueAtWithMethod({ placedAt, dueAt }: Deadline, method: string, now: number): number {
  if (method === 'bank_transfer') return Math.max(dueAt, dueAtOf(method, placedAt))
  return Math.max(dueAt, Math.min(now + PAYMENT_DEADLINE_MS.stripe_checkout, placedAt + LATEST_CARD_PAYMENT_MS))
}
