import { describe, expect, it } from 'vitest'
import { refundIsMailed, refundStatusesBefore, refundStatusOf } from '../../../../worker/domain/orders/refund-status.ts'

describe('a refund', () => {
  it.each([
    ['open', ['failed']],
    ['sent', ['open', 'failed']],
    ['done', ['open', 'sent', 'failed']],
    ['failed', ['open', 'sent', 'done']],
  ] as const)('PAY-07 becomes %s only from %j', (to, before) => {
    expect(refundStatusesBefore(to)).toEqual(before)
  })

  it.each([
    ['succeeded', 'done'],
    ['pending', 'sent'],
    ['requires_action', 'sent'],
    [null, 'sent'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ] as const)('PAY-07 that Stripe calls %s is %s here', (said, status) => {
    expect(refundStatusOf(said)).toBe(status)
  })

  it('PAY-07 is mailed, unless another mail or the buyer’s own bank tells of it', () => {
    expect(refundIsMailed({ reason: 'late_payment', subject: '' })).toBe(true)
    expect(refundIsMailed({ reason: 'cancelled_event', subject: '' })).toBe(true)
    expect(refundIsMailed({ reason: 'cancelled_event', subject: 'evt_1' })).toBe(false)
    expect(refundIsMailed({ reason: 'dispute', subject: 'dp_1' })).toBe(false)
  })
})
