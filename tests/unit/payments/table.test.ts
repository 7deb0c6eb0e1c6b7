import { describe, expect, it } from 'vitest'
import { DAY } from '../../../schema/limits.ts'
import { paymentMethodTexts, SKIPPED_PAYMENT } from '../../../schema/rules/payment-methods.ts'
import { immediateDeadline, transferDeadline } from '../../../worker/domain/orders/payment-deadline.ts'
import type { TransferEvent } from '../../../worker/domain/orders/transfer-offer.ts'
import type { OfferSettings, PaymentMethod } from '../../../worker/payments/method.ts'
import {
  findMethod,
  hostedMethodAmong,
  inPageMethodAmong,
  offersFor,
  PAYMENT_METHODS,
  paymentsToPlace,
} from '../../../worker/payments/table.ts'

const NOW = 1_790_000_000_000
const HOUR = DAY / 24
const event = (more: Partial<TransferEvent> = {}): TransferEvent => ({
  id: 'evening',
  happeningFromAt: NOW + 100 * DAY,
  presaleAt: 0,
  meta: {},
  ...more,
})
const CONFIGURED = { STRIPE_SECRET_KEY: 'sk_test', STRIPE_BANK_METHOD: 'off', BANK_IBAN: 'DE02120300000000202051' }
const offered = (more: Partial<Parameters<typeof offersFor>[1]> = {}, settings: OfferSettings = CONFIGURED) =>
  offersFor(settings, {
    blacklist: [],
    events: [],
    queuedEvents: [],
    cardFields: false,
    locale: 'de',
    now: NOW,
    ...more,
  })
const ids = (...wish: Parameters<typeof offered>) => offered(...wish).map(({ id }) => id)

describe('payment methods', () => {
  it('PAY-01 include the configured methods that are not on the shop’s blacklist', () => {
    expect(ids()).toEqual(['stripe_checkout', 'bank_transfer'])
    expect(ids({ blacklist: ['stripe_checkout', 'paypal'] })).toEqual(['bank_transfer'])
    expect(ids({}, { ...CONFIGURED, STRIPE_SECRET_KEY: '' })).toEqual(['bank_transfer'])
    expect(ids({}, { ...CONFIGURED, BANK_IBAN: '' })).toEqual(['stripe_checkout'])
  })

  it('PAY-04 include the instant transfer with the configured bank method', () => {
    const named = (STRIPE_BANK_METHOD: string) =>
      offered({}, { ...CONFIGURED, STRIPE_BANK_METHOD }).find(({ id }) => id === 'stripe_sofort')?.name
    expect(named('')).toBe('Sofort bezahlen mit Klarna')
    expect(named('eps')).toBe('eps-Überweisung')
    expect(named('giropay')).toBeUndefined()
    expect(ids({}, { ...CONFIGURED, STRIPE_BANK_METHOD: '', STRIPE_SECRET_KEY: '' })).toEqual(['bank_transfer'])
  })

  it('PAY-03 include wallets and card fields only with both of Stripe’s keys, and card fields only where the shop wants them', () => {
    const both = { ...CONFIGURED, STRIPE_PUBLISHABLE_KEY: 'pk_test' }
    expect(ids({}, both)).toEqual(['stripe_express', 'stripe_checkout', 'bank_transfer'])
    expect(ids({ cardFields: true }, both)).toEqual(['stripe_express', 'stripe_card', 'bank_transfer'])
    expect(ids({ cardFields: true })).toEqual(['stripe_checkout', 'bank_transfer'])
    expect(ids({ cardFields: true, blacklist: ['stripe_express'] }, both)).toEqual(['stripe_card', 'bank_transfer'])
  })

  it('PAY-03 select a method that is paid in the page only if the order has it, and its shop offers it', () => {
    const all = offered({ cardFields: true }, { ...CONFIGURED, STRIPE_PUBLISHABLE_KEY: 'pk_test' })
    expect(inPageMethodAmong(all, 'stripe_card', 'stripe')?.id).toBe('stripe_card')
    expect(inPageMethodAmong(all, 'bank_transfer', 'stripe')).toBeNull()
    expect(inPageMethodAmong(offered(), 'stripe_card', 'stripe')).toBeNull()
  })

  it('PAY-06 exclude bank transfer if an event starts less than a day after the deadline', () => {
    const dueAt = transferDeadline.of(NOW)
    expect(ids({ events: [event({ happeningFromAt: dueAt + DAY })] })).toContain('bank_transfer')
    expect(ids({ events: [event(), event({ happeningFromAt: dueAt + DAY - 1 })] })).toEqual(['stripe_checkout'])
  })

  it('PAY-06 exclude bank transfer until 72 hours after the start of the public sale, unless the catalogue sets other hours', () => {
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
    expect(paymentMethodTexts(SKIPPED_PAYMENT, 'en').name).toBe('Nothing to pay')
  })
})

describe('the table of payment methods', () => {
  it('PAY-01 has each record under its own id, and finds no record for another id', () => {
    for (const [id, method] of Object.entries(PAYMENT_METHODS)) {
      expect(method.id).toBe(id)
      expect(findMethod(id)).toBe(method)
      expect(method.online?.account.id ?? null).toBe(method.online === null ? null : method.provider)
    }
    for (const id of ['kulturpass', 'toString', '']) expect(findMethod(id)).toBeNull()
  })

  it('PAY-02 selects a method with a hosted page only from the offered methods', () => {
    expect(hostedMethodAmong(offered(), 'bank_transfer')?.id).toBe('stripe_checkout')
    expect(hostedMethodAmong(offered({ blacklist: ['stripe_checkout'] }), 'stripe_checkout')).toBeNull()
  })

  it('PAY-04 selects the chosen method with a hosted page', () => {
    const all = offered({}, { ...CONFIGURED, STRIPE_BANK_METHOD: 'ideal' })
    expect(hostedMethodAmong(all, 'stripe_sofort')?.id).toBe('stripe_sofort')
    expect(hostedMethodAmong(all, 'stripe_checkout')?.id).toBe('stripe_checkout')
  })

  it('CHK-02 sets the deadline and the follow-up of each offered method, and of the method for free orders, which is never offered', () => {
    expect(ids()).not.toContain(SKIPPED_PAYMENT)
    expect(paymentsToPlace(offered(), NOW)).toEqual({
      offered: [
        {
          id: 'stripe_checkout',
          extraChargeCents: 0,
          dueAt: immediateDeadline.of(NOW),
          remindAt: NOW + 600_000,
          followUp: null,
        },
        {
          id: 'bank_transfer',
          extraChargeCents: 0,
          dueAt: transferDeadline.of(NOW),
          remindAt: transferDeadline.of(NOW) - 2 * DAY,
          followUp: 'mail_order_received',
        },
      ],
      skipped: {
        id: SKIPPED_PAYMENT,
        extraChargeCents: 0,
        dueAt: immediateDeadline.of(NOW),
        remindAt: null,
        followUp: 'settle_free_order',
      },
    })
  })

  it('PAY-06 has a deadline of more than a day for exactly the methods that hold seats for days', () => {
    for (const { deadline, holdsForDays } of Object.values<PaymentMethod>(PAYMENT_METHODS))
      expect(deadline.of(NOW) > NOW + DAY).toBe(holdsForDays)
  })
})
