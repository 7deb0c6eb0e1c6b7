import { expect, it } from 'vitest'
import { PAYMENT_METHOD_IDS, paymentTakes } from '../../../../schema/rules/payment-methods.ts'

it('PAY-01 methods of Stripe take amounts from 50 cents on, and the others every amount', () => {
  const taking = (amountCents: number) => PAYMENT_METHOD_IDS.filter((id) => paymentTakes(id, amountCents))
  const others = ['paypal_express', 'paypal', 'bank_transfer', 'internal_payment_skipped']
  expect(taking(49)).toEqual(others)
  expect(taking(50)).toEqual(PAYMENT_METHOD_IDS)
})
