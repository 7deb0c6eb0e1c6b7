/**
 * Decides what happens to a payment that has arrived: it pays its order, revives a cancelled order, or is refunded. If
 * an open order receives another amount than requested (PAY-08), the shop issues no tickets and reports the order to
 * support. The shop keeps the money up to the order's total.
 */
import type { Cents } from '../../../schema/money.ts'
import type { OrderStatus } from '../../../schema/rules/order-payable.ts'
import type { CancelReason } from '../../../schema/tables/order.ts'
import type { RefundReason } from '../../../schema/tables/payment.ts'
import { isPayable } from './order-status.ts'

/** An amount as the provider reports it, in the smallest unit of `currency`. The currency code is lower case. */
export type Money = { amountCents: Cents; currency: string; captureId: string | null }

/** The reason for a refund, which the buyer's mail names. */
export type ReturnReason = Extract<
  RefundReason,
  | 'late_payment'
  | 'part_payment'
  | 'event_over'
  | 'buyer_limit'
  | 'presale_code_used'
  | 'voucher_gone'
  | 'double_payment'
  | 'cancelled_event'
  | 'cancelled_order'
>

export type PaymentOutcome =
  | { kind: 'capture' }
  /** `countedCents` counts towards the order's total. It is 0 if the currency is not the euro. */
  | { kind: 'problem'; countedCents: Cents }
  | { kind: 'revive' }
  | { kind: 'return'; reason: ReturnReason }

/** `cancelled`: one of the order's events is cancelled. `over`: one has begun. `ahead`: all of them are in the future. */
type EventsState = 'ahead' | 'cancelled' | 'over'

export function outcomeOf(arrived: {
  order: {
    status: OrderStatus
    totalCents: Cents
    paidCents: Cents
    isReserved: boolean
    cancelReason: CancelReason | null
  }
  /** The amount that the payment was opened for. */
  expectedCents: Cents
  money: Money
  events: EventsState
  /** False if the buyer's contact data has been deleted. */
  isBuyerKnown: boolean
}): PaymentOutcome {
  const { order, expectedCents, money, events, isBuyerKnown } = arrived
  const isEuro = money.currency === 'eur'
  const fits = isEuro && money.amountCents === expectedCents
  if (isPayable(order)) {
    if (events === 'cancelled') return { kind: 'return', reason: 'cancelled_event' }
    return fits ? { kind: 'capture' } : { kind: 'problem', countedCents: isEuro ? money.amountCents : 0 }
  }
  // Nobody has ordered a reserved add-on, so money must neither pay nor revive it.
  if (order.isReserved) return { kind: 'return', reason: 'late_payment' }
  if (order.status !== 'cancelled') return { kind: 'return', reason: 'double_payment' }
  if (events === 'cancelled') return { kind: 'return', reason: 'cancelled_event' }
  // An operator cancels at the buyer's request or because of fraud, so money must not revive such an order.
  if (order.cancelReason === 'operator' || order.cancelReason === 'buyer')
    return { kind: 'return', reason: 'cancelled_order' }
  if (events === 'over') return { kind: 'return', reason: 'event_over' }
  if (!isBuyerKnown) return { kind: 'return', reason: 'late_payment' }
  const covers = money.amountCents >= order.totalCents - order.paidCents
  return fits && covers ? { kind: 'revive' } : { kind: 'return', reason: 'part_payment' }
}

/** A postponed event counts as being in the future, because it keeps its old date until the new one is announced. */
export function eventsState(events: { status: string; happeningFromAt: number }[], now: number): EventsState {
  if (events.some(({ status }) => status === 'cancelled')) return 'cancelled'
  const isOver = events.some(({ status, happeningFromAt }) => status !== 'postponed' && happeningFromAt <= now)
  return isOver ? 'over' : 'ahead'
}
