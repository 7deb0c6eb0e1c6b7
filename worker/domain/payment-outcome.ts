/**
 * What becomes of money that has arrived: it pays its order, takes a cancelled order up again, or goes back. A sum that
 * does not fit its payment (PAY-08) is kept and shown to support, because somebody has to look; it never issues a ticket.
 */
import type { Cents } from '../../schema/money.ts'
import type { OrderStatus } from '../../schema/tables/order.ts'
import { isPayable } from './order-status.ts'

/** As the provider tells it: the smallest unit of `currency`, which is lower case. */
export type Money = { amountCents: Cents; currency: string; captureId: string | null }

export type PaymentOutcome =
  | { kind: 'capture' }
  /** `countedCents` is what may be set against the order's total: nothing, where the currency is not ours. */
  | { kind: 'problem'; countedCents: Cents }
  | { kind: 'revive' }
  | { kind: 'return'; reason: 'late_payment' | 'double_payment' }

export function outcomeOf(arrived: {
  order: { status: OrderStatus; totalCents: Cents; paidCents: Cents }
  /** What was asked for. */
  expectedCents: Cents
  money: Money
  /** False where an event of the order is over or called off. */
  stillTakesPlace: boolean
}): PaymentOutcome {
  const { order, expectedCents, money, stillTakesPlace } = arrived
  const isEuro = money.currency === 'eur'
  const fits = isEuro && money.amountCents === expectedCents
  if (isPayable(order)) {
    return fits ? { kind: 'capture' } : { kind: 'problem', countedCents: isEuro ? money.amountCents : 0 }
  }
  if (order.status !== 'cancelled') return { kind: 'return', reason: 'double_payment' }
  const covers = money.amountCents >= order.totalCents - order.paidCents
  return fits && covers && stillTakesPlace ? { kind: 'revive' } : { kind: 'return', reason: 'late_payment' }
}

/** Every event ahead and none called off. */
export function allTakePlace(events: { status: string; happeningFromAt: number }[], now: number): boolean {
  return events.every((event) => event.status !== 'cancelled' && event.happeningFromAt > now)
}
