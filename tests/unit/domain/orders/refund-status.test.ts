import { describe, expect, it } from 'vitest'
import { refundIsMailed, refundStatusesBefore, refundStatusOf } from '../../../../worker/domain/orders/refund-status.ts'

describe('refund status', () => {
  it.each([
    ['open', ['failed']],
    ['sent', ['open', 'failed']],
    ['done', ['open', 'sent', 'failed']],
    ['failed', ['open', 'sent', 'done']],
  ] as const)('PAY-07 changes to %s only from %j', (to, before) => {
    expect(refundStatusesBefore(to)).toEqual(before)
  })

  it.each([
    ['succeeded', 'done'],
    ['pending', 'sent'],
    ['requires_action', 'sent'],
    [null, 'sent'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ] as const)('PAY-07 for Stripe’s status %s is %s', (stripeStatus, status) => {
    expect(refundStatusOf(stripeStatus)).toBe(status)
  })

  it('PAY-07 leads to a mail unless another mail names the refund or the buyer disputed the payment', () => {
    expect(refundIsMailed({ reason: 'late_payment', subject: '' })).toBe(true)
    expect(refundIsMailed({ reason: 'cancelled_event', subject: '' })).toBe(true)
    expect(refundIsMailed({ reason: 'cancelled_event', subject: 'evt_1' })).toBe(false)
    expect(refundIsMailed({ reason: 'dispute', subject: 'dp_1' })).toBe(false)
  })
})
