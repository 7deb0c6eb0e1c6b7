import { describe, expect, it } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '../../../../schema/rules/order-payable.ts'
import { eventsState, outcomeOf } from '../../../../worker/domain/orders/payment-outcome.ts'

const money = { amountCents: 9000, currency: 'eur', captureId: 'pi_1' }
const outcomeFor = (status: OrderStatus, more: object = {}) =>
  outcomeOf({
    order: {
      status,
      totalCents: 9000,
      paidCents: 0,
      isReserved: false,
      cancelReason: status === 'cancelled' ? 'unpaid' : null,
    },
    expectedCents: 9000,
    money,
    events: 'ahead',
    isBuyerKnown: true,
    ...more,
  })

describe('outcome of a payment', () => {
  it.each(ORDER_STATUSES.map((status) => [status] as const))(
    'PAY-07 depends on the status of the order: %s',
    (status) => {
      const expected: Record<OrderStatus, object> = {
        payment_pending: { kind: 'capture' },
        problem: { kind: 'capture' },
        processing: { kind: 'return', reason: 'double_payment' },
        pending_fulfillment: { kind: 'return', reason: 'double_payment' },
        fulfillment: { kind: 'return', reason: 'double_payment' },
        done: { kind: 'return', reason: 'double_payment' },
        refunded: { kind: 'return', reason: 'double_payment' },
        cancelled: { kind: 'revive' },
      }
      expect(outcomeFor(status)).toEqual(expected[status])
    },
  )

  it('PAY-08 is a problem if the amount or currency is wrong, and counts no foreign currency', () => {
    expect(outcomeFor('payment_pending', { money: { ...money, amountCents: 8999 } })).toEqual({
      kind: 'problem',
      countedCents: 8999,
    })
    expect(outcomeFor('payment_pending', { money: { ...money, currency: 'jpy' } })).toEqual({
      kind: 'problem',
      countedCents: 0,
    })
  })

  it('PAY-07 is a revival of a cancelled order only before the event, for a known buyer and the full amount in euros', () => {
    const back = { kind: 'return', reason: 'part_payment' }
    expect(outcomeFor('cancelled', { events: 'over' })).toEqual({ kind: 'return', reason: 'event_over' })
    expect(outcomeFor('cancelled', { isBuyerKnown: false })).toEqual({ kind: 'return', reason: 'late_payment' })
    expect(outcomeFor('cancelled', { money: { ...money, currency: 'chf' } })).toEqual(back)
    expect(outcomeFor('cancelled', { money: { ...money, amountCents: 1 }, expectedCents: 1 })).toEqual(back)
    expect(outcomeFor('cancelled', { money: { ...money, amountCents: 9500 }, expectedCents: 9500 })).toEqual({
      kind: 'revive',
    })
  })

  it('PAY-07 is a return if an operator cancelled the order', () => {
    const order = { status: 'cancelled', totalCents: 9000, paidCents: 0, cancelReason: 'operator' }
    expect(outcomeFor('cancelled', { order })).toEqual({ kind: 'return', reason: 'cancelled_order' })
  })

  it('PAY-08 is a return if a problem order is already fully paid', () => {
    expect(
      outcomeFor('problem', { order: { status: 'problem', totalCents: 9000, paidCents: 9000, cancelReason: null } }),
    ).toEqual({
      kind: 'return',
      reason: 'double_payment',
    })
  })

  it('EVT-12 is a return if an event is cancelled, with the reason “double_payment” if the order was already paid', () => {
    for (const status of ['payment_pending', 'problem', 'cancelled'] as const)
      expect(outcomeFor(status, { events: 'cancelled' })).toEqual({ kind: 'return', reason: 'cancelled_event' })
    expect(outcomeFor('done', { events: 'cancelled' })).toEqual({ kind: 'return', reason: 'double_payment' })
  })

  it('PAY-07 depends on whether an event has begun or is cancelled, and ignores the date of a postponed event', () => {
    const event = { status: 'active', happeningFromAt: 10 }
    expect(eventsState([], 5)).toBe('ahead')
    expect(eventsState([event], 9)).toBe('ahead')
    expect(eventsState([event], 10)).toBe('over')
    expect(eventsState([event, { ...event, status: 'cancelled' }], 10)).toBe('cancelled')
    // A postponed event still has its old date.
    expect(eventsState([{ ...event, status: 'postponed' }], 10)).toBe('ahead')
    expect(eventsState([event, { ...event, status: 'postponed' }], 10)).toBe('over')
  })
})
