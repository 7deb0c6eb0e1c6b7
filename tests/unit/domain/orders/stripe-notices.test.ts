import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpointFaults, noticeSubject, STRIPE_NOTICES } from '../../../../worker/domain/orders/stripe-notices.ts'

const README = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8')

describe('list of Stripe event types', () => {
  it('appears completely in the README', () => {
    expect(STRIPE_NOTICES.filter((type) => !README.includes(`\`${type}\``))).toEqual([])
  })

  it.each([
    ['checkout.session.completed', 'payment'],
    ['refund.failed', 'refund'],
    ['charge.refunded', 'refund'],
    ['charge.dispute.closed', 'dispute'],
    ['customer.created', null],
  ])('maps %s to the subject %s', (type, subject) => {
    expect(noticeSubject(type)).toBe(subject)
  })

  it('is compared with the endpoints: a missing type, a disabled endpoint and another URL are faults', () => {
    const endpoint = { url: 'https://shop.example/webhooks/stripe', status: 'enabled', events: STRIPE_NOTICES }
    expect(endpointFaults([endpoint])).toEqual([])
    expect(endpointFaults([{ ...endpoint, events: ['*'] }])).toEqual([])
    const events = STRIPE_NOTICES.filter((type) => type !== 'refund.failed')
    expect(endpointFaults([{ ...endpoint, events }])).toEqual([
      'Stripe does not send these event types to https://shop.example/webhooks/stripe: refund.failed',
    ])
    const none = ['Stripe has no enabled endpoint https://HOST/webhooks/stripe']
    expect(endpointFaults([])).toEqual(none)
    expect(endpointFaults([{ ...endpoint, status: 'disabled' }])).toEqual(none)
    expect(endpointFaults([{ ...endpoint, url: 'https://shop.example/other' }])).toEqual(none)
  })
})
