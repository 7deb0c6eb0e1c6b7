/**
 * What becomes of money that has arrived: it pays its order, takes a cancelled order up again, or goes back. A sum that
 * does not fit its payment (PAY-08) is kept and shown to support, because somebody has to look; it never issues a ticket.
 */
import type { Cents } from '../../../schema/money.ts'
import type { OrderStatus } from '../../../schema/rules/order-payable.ts'
import type { CancelReason } from '../../../schema/tables/order.ts'
import type { RefundReason } from '../../../schema/tables/payment.ts'
import { isPayable } from './order-status.ts'

/** As the provider tells it: the smallest unit of `currency`, which is lower case. */
export type Money = { amountCents: Cents; currency: string; captureId: string | null }

/** Why money cannot stay: the buyer is told so. */
export type ReturnReason = Extract<
  RefundReason,
  | 'late_payment'
  | 'part_payment'
  | 'event_over'
  | 'buyer_limit'
  | 'double_payment'
  | 'cancelled_event'
  | 'cancelled_order'
>

export type PaymentOutcome =
  | { kind: 'capture' }
  /** `countedCents` is what may be set against the order's total: nothing, where the currency is not ours. */
  | { kind: 'problem'; countedCents: Cents }
  | { kind: 'revive' }
  | { kind: 'return'; reason: ReturnReason }

/** Of an order's events: all ahead, one called off, or one that has begun. */
type EventsState = 'ahead' | 'cancelled' | 'over'

export function outcomeOf(arrived: {
  order: { status: OrderStatus; totalCents: Cents; paidCents: Cents; cancelReason: CancelReason | null }
  /** What was asked for. */
  expectedCents: Cents
  money: Money
  events: EventsState
  /** False where the buyer's contact data has been deleted. */
  isBuyerKnown: boolean
}): PaymentOutcome {
  const { order, expectedCents, money, events, isBuyerKnown } = arrived
  const isEuro = money.currency === 'eur'
  const fits = isEuro && money.amountCents === expectedCents
  if (isPayable(order)) {
    if (events === 'cancelled') return { kind: 'return', reason: 'cancelled_event' }
    return fits ? { kind: 'capture' } : { kind: 'problem', countedCents: isEuro ? money.amountCents : 0 }
  }
  if (order.status !== 'cancelled') return { kind: 'return', reason: 'double_payment' }
  if (events === 'cancelled') return { kind: 'return', reason: 'cancelled_event' }
  // An operator cancels on the buyer's wish, or because of fraud: money must not take such an order up again.
  if (order.cancelReason === 'operator') return { kind: 'return', reason: 'cancelled_order' }
  if (events === 'over') return { kind: 'return', reason: 'event_over' }
  if (!isBuyerKnown) return { kind: 'return', reason: 'late_payment' }
  const covers = money.amountCents >= order.totalCents - order.paidCents
  return fits && covers ? { kind: 'revive' } : { kind: 'return', reason: 'part_payment' }
}

/** A postponed event still has its old date until the new one is announced: it is ahead. */
export function eventsState(events: { status: string; happeningFromAt: number }[], now: number): EventsState {
  if (events.some(({ status }) => status === 'cancelled')) return 'cancelled'
  const isOver = events.some(({ status, happeningFromAt }) => status !== 'postponed' && happeningFromAt <= now)
  return isOver ? 'over' : 'ahead'
}
