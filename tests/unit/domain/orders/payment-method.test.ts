import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../schema/limits.ts'
import { dueAtOf, dueAtWithMethod, dueAtWithSession } from '../../../../worker/domain/orders/payment-deadline.ts'
import {
  paymentMethodName,
  paymentMethodsFor,
  type TransferEvent,
} from '../../../../worker/domain/orders/payment-method.ts'

const MINUTE = 60_000
const NOW = 1_790_000_000_000
const HOUR = DAY / 24
const event = (more: Partial<TransferEvent> = {}): TransferEvent => ({
  id: 'evening',
  happeningFromAt: NOW + 100 * DAY,
  presaleAt: 0,
  meta: {},
  ...more,
})
const offered = (more: Partial<Parameters<typeof paymentMethodsFor>[0]> = {}) =>
  paymentMethodsFor({
    blacklist: [],
    stripeConfigured: true,
    bankConfigured: true,
    events: [],
    queuedEvents: [],
    locale: 'de',
    now: NOW,
    ...more,
  })
const ids = (more: Partial<Parameters<typeof paymentMethodsFor>[0]> = {}) => offered(more).map(({ id }) => id)

describe('payment methods', () => {
  it('PAY-01 include the configured methods that are not on the shop’s blacklist', () => {
    expect(ids()).toEqual(['stripe_checkout', 'bank_transfer'])
    expect(ids({ blacklist: ['stripe_checkout', 'paypal'] })).toEqual(['bank_transfer'])
    expect(ids({ stripeConfigured: false })).toEqual(['bank_transfer'])
    expect(ids({ bankConfigured: false })).toEqual(['stripe_checkout'])
  })

  it('PAY-06 exclude bank transfer if an event starts less than a day after the deadline', () => {
    const dueAt = dueAtOf('bank_transfer', NOW)
    expect(ids({ events: [event({ happeningFromAt: dueAt + DAY })] })).toContain('bank_transfer')
    expect(ids({ events: [event(), event({ happeningFromAt: dueAt + DAY - 1 })] })).toEqual(['stripe_checkout'])
  })

  it('PAY-06 exclude bank transfer until 72 hours after the start of the public sale, or as the catalogue sets it', () => {
    expect(ids({ events: [event({ presaleAt: NOW - 72 * HOUR })] })).toContain('bank_transfer')
    expect(ids({ events: [event({ presaleAt: NOW - 72 * HOUR + 1 })] })).toEqual(['stripe_checkout'])
    expect(ids({ events: [event({ presaleAt: NOW + HOUR })] })).toEqual(['stripe_checkout'])
    const shorter = event({ presaleAt: NOW - 5 * HOUR, meta: { bank_transfer_after_hours: 5 } })
    expect(ids({ events: [shorter] })).toContain('bank_transfer')
    expect(ids({ events: [{ ...shorter, presaleAt: NOW - 5 * HOUR + 1 }] })).toEqual(['stripe_checkout'])
    const always = event({ presaleAt: NOW + HOUR, meta: { bank_transfer_after_hours: 0 } })
    expect(ids({ events: [always] })).toContain('bank_transfer')
    expect(ids({ events: [always, shorter, event({ presaleAt: NOW })] })).toEqual(['stripe_checkout'])
  })

  it('PAY-06 exclude bank transfer for an event with a waiting room unless the catalogue allows it', () => {
    expect(ids({ events: [event()], queuedEvents: ['another'] })).toContain('bank_transfer')
    expect(ids({ events: [event()], queuedEvents: ['another', 'evening'] })).toEqual(['stripe_checkout'])
    expect(ids({ events: [event()], queuedEvents: 'all' })).toEqual(['stripe_checkout'])
    expect(ids({ events: [], queuedEvents: 'all' })).toContain('bank_transfer')
    const allowed = event({ meta: { bank_transfer_in_waiting_room: true } })
    expect(ids({ events: [allowed], queuedEvents: 'all' })).toContain('bank_transfer')
  })

  it('L10N-01 have names in the requested language', () => {
    expect(offered().map(({ name }) => name)).toEqual(['Kreditkarte', 'Vorkasse'])
    expect(offered({ locale: 'en' }).map(({ name }) => name)).toEqual(['Credit card', 'Bank transfer'])
    expect(paymentMethodName('internal_payment_skipped', 'en')).toBe('Nothing to pay')
    expect(paymentMethodName('stripe_sofort', 'en')).toBe('stripe_sofort')
  })
})

describe('deadline of an unpaid order', () => {
  const order = { placedAt: NOW, dueAt: NOW + 45 * MINUTE }

  it('PAY-02 is extended while the provider’s session is open, up to two hours', () => {
    expect(dueAtWithSession(order, NOW + 40 * MINUTE)).toBe(order.dueAt)
    expect(dueAtWithSession(order, NOW + 75 * MINUTE)).toBe(NOW + 76 * MINUTE)
    let { dueAt } = order
    for (let tries = 1; tries <= 20; tries++) dueAt = dueAtWithSession({ ...order, dueAt }, NOW + tries * 44 * MINUTE)
    expect(dueAt).toBe(NOW + 120 * MINUTE)
  })

  it('LATER-02 follows the new method and never becomes earlier', () => {
    expect(dueAtWithMethod(order, 'bank_transfer', NOW + MINUTE)).toBe(dueAtOf('bank_transfer', NOW))
    expect(dueAtWithMethod(order, 'bank_transfer', NOW + DAY)).toBe(dueAtOf('bank_transfer', NOW))
    expect(dueAtWithMethod({ ...order, dueAt: NOW + 7 * DAY }, 'stripe_checkout', NOW + DAY)).toBe(NOW + 7 * DAY)
    expect(dueAtWithMethod(order, 'stripe_checkout', NOW + 10 * MINUTE)).toBe(NOW + 55 * MINUTE)
    expect(dueAtWithMethod(order, 'stripe_checkout', NOW + 110 * MINUTE)).toBe(NOW + 120 * MINUTE)
  })
})
