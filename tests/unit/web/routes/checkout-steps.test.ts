import { describe, expect, it } from 'vitest'
import { emptyAddress } from '../../../../web/routes/checkout/preferences.ts'
import { allowedStep, detailsAreComplete, listedSteps, stepBefore } from '../../../../web/routes/checkout/steps.ts'

const ready = {
  itemCount: 1,
  subtotalCents: 4900,
  lacksNames: false,
  hasDetails: true,
  paymentMethod: 'bank_transfer',
}

describe('checkout steps', () => {
  it('CHK-02 are listed without the payment if nothing is to be paid', () => {
    expect(listedSteps(false)).toEqual(['cart', 'details', 'payment', 'confirm', 'done'])
    expect(listedSteps(true)).toEqual(['cart', 'details', 'confirm', 'done'])
  })

  it('CHK-02 lead from later steps to the cart if it is empty', () => {
    expect(allowedStep('confirm', { ...ready, itemCount: 0 })).toBe('cart')
    expect(allowedStep('details', { ...ready, itemCount: 0 })).toBe('cart')
  })

  it('TIX-02 lead to the cart, which asks for names, while the name of a ticket is missing', () => {
    for (const step of ['details', 'payment', 'confirm'] as const)
      expect(allowedStep(step, { ...ready, lacksNames: true })).toBe('cart')
  })

  it('CHK-02 require the details before payment, and a method before the review', () => {
    expect(allowedStep('payment', { ...ready, hasDetails: false })).toBe('details')
    expect(allowedStep('confirm', { ...ready, hasDetails: false })).toBe('details')
    expect(allowedStep('confirm', { ...ready, paymentMethod: null })).toBe('payment')
    expect(allowedStep('confirm', ready)).toBe('confirm')
  })

  it('CHK-02 count details as complete only with all required fields, an email address and the cart’s country', () => {
    const shippingAddress = {
      ...emptyAddress('de'),
      firstName: 'Ida',
      lastName: 'Yıldız',
      address: 'Weg 1',
      postCode: '10999',
      city: 'Berlin',
    }
    const details = { email: 'fan@example.org', shippingAddress, billingAddress: null }
    expect(detailsAreComplete(details, 'de')).toBe(true)
    expect(detailsAreComplete(details, 'at')).toBe(false)
    expect(detailsAreComplete({ ...details, email: 'fan@exam' }, 'de')).toBe(false)
    for (const field of ['firstName', 'lastName', 'address', 'postCode', 'city']) {
      expect(detailsAreComplete({ ...details, shippingAddress: { ...shippingAddress, [field]: ' ' } }, 'de')).toBe(
        false,
      )
    }
    expect(detailsAreComplete({ ...details, billingAddress: emptyAddress('at') }, 'de')).toBe(false)
    expect(detailsAreComplete({ ...details, billingAddress: { ...shippingAddress, countryCode: 'at' } }, 'de')).toBe(
      true,
    )
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
