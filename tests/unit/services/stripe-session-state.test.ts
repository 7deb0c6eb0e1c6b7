import { describe, expect, it } from 'vitest'
import { isRefusal, isStripeOutage, sessionPayment } from '../../../worker/integrations/stripe.ts'

const session = (more: Partial<Parameters<typeof sessionPayment>[0]>): Parameters<typeof sessionPayment>[0] => ({
  status: 'open',
  payment_status: 'unpaid',
  payment_intent: null,
  amount_total: 9000,
  currency: 'eur',
  ...more,
})

describe('answers of Stripe', () => {
  it('PAY-07 sessionPayment maps a session to paid, open or expired', () => {
    expect(sessionPayment(session({ status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' }))).toEqual({
      state: 'paid',
      amountCents: 9000,
      currency: 'eur',
      captureId: 'pi_1',
      cardFingerprint: null,
    })
    expect(sessionPayment(session({}))).toEqual({ state: 'open' })
    expect(sessionPayment(session({ status: 'expired' }))).toEqual({ state: 'expired' })
  })

  it('PAY-07 sessionPayment maps a completed but unpaid session to pending', () => {
    expect(sessionPayment(session({ status: 'complete' }))).toEqual({ state: 'pending' })
  })

  it('PAY-02 isRefusal distinguishes a refusal from an error after which the call may be repeated', () => {
    const answered = (statusCode: number | undefined) => Object.assign(new Error('Stripe'), { statusCode })
    expect([400, 402, 404].map((status) => isRefusal(answered(status)))).toEqual(Array(3).fill(true))
    expect([409, 429, 500, 503, undefined].map((status) => isRefusal(answered(status)))).toEqual(Array(5).fill(false))
    expect(isRefusal(new Error('network'))).toBe(false)
  })

  it('PAY-02 isStripeOutage is true for a rejected API key, and isRefusal is false', () => {
    for (const statusCode of [401, 403]) {
      const error = Object.assign(new Error('Stripe'), { statusCode, type: 'StripeAuthenticationError' })
      expect(isRefusal(error)).toBe(false)
      expect(isStripeOutage(error)).toBe(true)
    }
  })
})
