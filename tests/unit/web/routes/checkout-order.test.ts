import { describe, expect, it } from 'vitest'
import { orderIsPayable } from '../../../../schema/rules/order-payable.ts'
import { isCalledOff, isPaid, payLaterState } from '../../../../web/routes/checkout/order-state.ts'
import { companyLines } from '../../../../web/routes/event/company-address.ts'

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

describe('last step of the checkout', () => {
  it.each([
    ['done', 0, true],
    ['pending_fulfillment', 0, true],
    ['processing', 0, true],
    ['payment_pending', 0, true],
    ['payment_pending', 4900, false],
    ['problem', 0, false],
    ['cancelled', 4900, false],
    ['cancelled', 0, false],
    ['refunded', 0, false],
  ])('CHK-07 with status %s and a balance of %i cents may say that the payment has arrived: %s', (...row) => {
    const [status, balanceCents, isArrived] = row
    expect(isPaid({ status, balanceCents, hasCancelledEvent: false })).toBe(isArrived)
  })
})

describe('organiser of a concert', () => {
  it('EVT-01 has lines for its name, street and city, and none if there is no organiser', () => {
    const address = {
      company: 'Nachtwerk GmbH',
      address: 'Weg 1',
      city: 'Berlin',
      postCode: '10999',
      countryCode: 'de',
    }
    expect(companyLines(address)).toEqual(['Nachtwerk GmbH', 'Weg 1', '10999 Berlin'])
    expect(companyLines(null)).toEqual([])
  })
})
