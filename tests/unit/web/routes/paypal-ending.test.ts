import { expect, it } from 'vitest'
import { orderPath } from '../../../../schema/order-path.ts'
import { endingOfApproved } from '../../../../web/routes/checkout/paypal/paypal-ending.ts'

const ORDER = { id: 'ord_1', reference: '1234567890' }

it('PAY-05 a placed order goes on to the page to pay later if the code for the approved payment does not load', async () => {
  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const later = `${orderPath('payment', ORDER.id, ORDER.reference)}?payment_error=1`
  expect(await endingOfApproved(ORDER, 'PAYPAL-1', missing)).toBe(later)
})

it('PAY-05 a placed order goes on to the last step if the approved payment is captured', async () => {
  const load = async () => ({ payApproved: async () => 'paid' as const })
  const done = `${orderPath('done', ORDER.id, ORDER.reference)}?payment_received=1`
  expect(await endingOfApproved(ORDER, 'PAYPAL-1', load)).toBe(done)
})
