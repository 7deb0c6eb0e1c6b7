import { describe, expect, it } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '../../../../schema/rules/order-payable.ts'
import { eventsState, outcomeOf } from '../../../../worker/domain/orders/payment-outcome.ts'

const money = { amountCents: 9000, currency: 'eur', captureId: 'pi_1' }
const arrives = (status: OrderStatus, more: object = {}) =>
  outcomeOf({
    order: { status, totalCents: 9000, paidCents: 0, cancelReason: status === 'cancelled' ? 'unpaid' : null },
    expectedCents: 9000,
    money,
    events: 'ahead',
    isBuyerKnown: true,
    ...more,
  })

describe('what becomes of money', () => {
  it.each(ORDER_STATUSES.map((status) => [status] as const))('PAY-07 for an order that is %s', (status) => {
    const expected: Record<OrderStatus, object> = {
      incomplete: { kind: 'capture' },
      payment_pending: { kind: 'capture' },
      problem: { kind: 'capture' },
      processing: { kind: 'return', reason: 'double_payment' },
      pending_fulfillment: { kind: 'return', reason: 'double_payment' },
      fulfillment: { kind: 'return', reason: 'double_payment' },
      done: { kind: 'return', reason: 'double_payment' },
      refunded: { kind: 'return', reason: 'double_payment' },
      cancelled: { kind: 'revive' },
    }
    expect(arrives(status)).toEqual(expected[status])
  })

  it('PAY-08 a sum that does not fit calls support; a foreign currency counts nothing', () => {
    expect(arrives('payment_pending', { money: { ...money, amountCents: 8999 } })).toEqual({
      kind: 'problem',
      countedCents: 8999,
    })
    expect(arrives('payment_pending', { money: { ...money, currency: 'jpy' } })).toEqual({
      kind: 'problem',
      countedCents: 0,
    })
  })

  it('PAY-07 a cancelled order takes only what covers it, in euros, while the evening is ahead', () => {
    const back = { kind: 'return', reason: 'part_payment' }
    expect(arrives('cancelled', { events: 'over' })).toEqual({ kind: 'return', reason: 'event_over' })
    expect(arrives('cancelled', { isBuyerKnown: false })).toEqual({ kind: 'return', reason: 'late_payment' })
    expect(arrives('cancelled', { money: { ...money, currency: 'chf' } })).toEqual(back)
    expect(arrives('cancelled', { money: { ...money, amountCents: 1 }, expectedCents: 1 })).toEqual(back)
    expect(arrives('cancelled', { money: { ...money, amountCents: 9500 }, expectedCents: 9500 })).toEqual({
      kind: 'revive',
    })
  })

  it('PAY-07 an order that an operator cancelled takes nothing', () => {
    const order = { status: 'cancelled', totalCents: 9000, paidCents: 0, cancelReason: 'operator' }
    expect(arrives('cancelled', { order })).toEqual({ kind: 'return', reason: 'cancelled_order' })
  })

  it('PAY-08 an order in trouble that owes nothing takes nothing', () => {
    expect(
      arrives('problem', { order: { status: 'problem', totalCents: 9000, paidCents: 9000, cancelReason: null } }),
    ).toEqual({
      kind: 'return',
      reason: 'double_payment',
    })
  })

  it('EVT-05 no order takes money for an event that was called off, and the reason is told', () => {
    for (const status of ['payment_pending', 'incomplete', 'problem', 'cancelled'] as const)
      expect(arrives(status, { events: 'cancelled' })).toEqual({ kind: 'return', reason: 'cancelled_event' })
    expect(arrives('done', { events: 'cancelled' })).toEqual({ kind: 'return', reason: 'double_payment' })
  })

  it('PAY-07 an evening takes place while it is ahead and not called off', () => {
    const event = { status: 'active', happeningFromAt: 10 }
    expect(eventsState([], 5)).toBe('ahead')
    expect(eventsState([event], 9)).toBe('ahead')
    expect(eventsState([event], 10)).toBe('over')
    expect(eventsState([event, { ...event, status: 'cancelled' }], 10)).toBe('cancelled')
    // The date that it has is the old one.
    expect(eventsState([{ ...event, status: 'postponed' }], 10)).toBe('ahead')
    expect(eventsState([event, { ...event, status: 'postponed' }], 10)).toBe('over')
  })
})
