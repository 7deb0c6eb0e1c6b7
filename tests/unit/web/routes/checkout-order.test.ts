import { describe, expect, it } from 'vitest'
import { orderIsPayable } from '../../../../schema/rules/order-payable.ts'
import { doneState, isCalledOff, payLaterState } from '../../../../web/routes/checkout/order-state.ts'

describe('payment page of an order', () => {
  it.each([
    ['payment_pending', 4900, 'payable'],
    ['problem', 1, 'payable'],
    ['problem', 0, 'deadEnd'],
    ['payment_pending', 0, 'allPaid'],
    ['done', 0, 'done'],
    ['pending_fulfillment', 0, 'done'],
    ['fulfillment', 0, 'done'],
    ['processing', 0, 'allPaid'],
    ['cancelled', 4900, 'cancelled'],
    ['refunded', 0, 'deadEnd'],
    ['something else', 4900, 'deadEnd'],
  ])('LATER-01 shows status %s with a balance of %i cents as %s', (status, balanceCents, state) => {
    expect(payLaterState({ status, balanceCents, hasCancelledEvent: false })).toBe(state)
  })

  it.each([
    ['payment_pending', 4900, 'calledOff'],
    ['problem', 1, 'calledOff'],
    ['cancelled', 4900, 'calledOff'],
    ['done', 0, 'done'],
    ['refunded', 0, 'deadEnd'],
  ])(
    'EVT-12 shows status %s with a balance of %i cents as %s if an event is cancelled',
    (status, balanceCents, state) => {
      const order = { status, balanceCents, hasCancelledEvent: true }
      expect(payLaterState(order)).toBe(state)
      expect(isCalledOff(order)).toBe(state === 'calledOff')
    },
  )

  it('CHK-07 accepts a payment only if the status is payable and the balance is positive', () => {
    expect(orderIsPayable({ status: 'payment_pending', balanceCents: 100 })).toBe(true)
    expect(orderIsPayable({ status: 'payment_pending', balanceCents: 0 })).toBe(false)
    expect(orderIsPayable({ status: 'processing', balanceCents: 100 })).toBe(false)
  })
})

describe('what the last step says', () => {
  const order = {
    status: 'payment_pending',
    balanceCents: 4900,
    totalCents: 4900,
    hasCancelledEvent: false,
    isPaymentPending: false,
    bankTransfer: null as unknown,
  }
  const paid = { ...order, balanceCents: 0 }

  it.each([
    ['an unpaid order', order, 'none', 'open'],
    ['an unpaid order whose payment is being checked', order, 'checking', 'checking'],
    ['an unpaid order whose payment was not confirmed in time', order, 'slow', 'slow'],
    ['a payment that the bank still confirms', { ...order, isPaymentPending: true }, 'slow', 'pending'],
    ['a bank transfer', { ...order, bankTransfer: {} }, 'none', 'transfer'],
    ['a paid order', { ...paid, status: 'done' }, 'none', 'paid'],
    ['a free order', { ...paid, totalCents: 0, status: 'done' }, 'none', 'free'],
    ['a paid order that is being prepared', { ...paid, status: 'processing' }, 'checking', 'settling'],
    ['a partly paid order', { ...order, status: 'problem' }, 'none', 'open'],
    ['an order with a problem', { ...paid, status: 'problem' }, 'none', 'deadEnd'],
    ['a refunded order', { ...paid, status: 'refunded' }, 'none', 'refunded'],
    ['a cancelled order', { ...order, status: 'cancelled' }, 'none', 'cancelled'],
    ['a cancelled order without a balance', { ...paid, status: 'cancelled' }, 'finished', 'cancelled'],
    ['a cancelled order that a late payment may revive', { ...order, status: 'cancelled' }, 'checking', 'checking'],
    ['an order of a cancelled event', { ...order, hasCancelledEvent: true }, 'none', 'calledOff'],
  ] as const)('DONE-01 about %s', (_name, given, confirmation, state) => {
    expect(doneState(given, confirmation)).toBe(state)
  })
})
