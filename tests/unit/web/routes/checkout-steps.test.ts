import { describe, expect, it } from 'vitest'
import { allowedStep, stepBefore } from '../../../../web/routes/checkout/steps.ts'

const ready = {
  itemCount: 1,
  subtotalCents: 4900,
  lastName: 'Yıldız',
  email: 'fan@example.org',
  paymentMethod: 'bank_transfer',
}

describe('checkout steps', () => {
  it('CHK-02 lead from later steps to the cart if it is empty', () => {
    expect(allowedStep('confirm', { ...ready, itemCount: 0 })).toBe('cart')
    expect(allowedStep('details', { ...ready, itemCount: 0 })).toBe('cart')
  })

  it('CHK-02 require a last name before payment, and an e-mail address and a method before the review', () => {
    expect(allowedStep('payment', { ...ready, lastName: '' })).toBe('details')
    expect(allowedStep('confirm', { ...ready, email: '' })).toBe('details')
    expect(allowedStep('confirm', { ...ready, paymentMethod: null })).toBe('payment')
    expect(allowedStep('confirm', ready)).toBe('confirm')
  })

  it('CHK-02 skip payment when the total is zero, also on the way back', () => {
    const free = { ...ready, subtotalCents: 0, paymentMethod: null }
    expect(allowedStep('payment', free)).toBe('confirm')
    expect(allowedStep('confirm', free)).toBe('confirm')
    expect(stepBefore('confirm', 0)).toBe('details')
    expect(stepBefore('confirm', 4900)).toBe('payment')
    expect(stepBefore('payment', 4900)).toBe('details')
    expect(stepBefore('details', 4900)).toBe('cart')
  })
})
