/** TIX-04: changes of names for which the organiser takes a fee. */
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { outbox } from '../../schema/tables/outbox.ts'
import { auditBooks } from '../../worker/services/book-audit.ts'
import { change, DAY, joOf, nameChangeWorld, setTicket, ticketOf } from '../support/name-changes.ts'
import { addOutboxRow, db, fetchOrder, payByBank, recordsOf, setOrder } from '../support/payment-helpers.ts'
import { finishByHand } from '../support/ticket-returns.ts'

const shop = nameChangeWorld()
const { setEvent, paidOrder, changeForFee, drain } = shop

describe('a change for a fee', () => {
  it('TIX-04 takes effect when the fee is paid, and not before', async () => {
    const order = await paidOrder()
    await setEvent({ meta: { name_change_fee: 750 } })
    expect(await change(order)).toMatchObject({ code: 'PRICE_CHANGED', params: { totalCents: 750 } })
    expect(await change(order, { expectedFeeCents: 750, termsAccepted: false })).toMatchObject({
      code: 'TERMS_NOT_ACCEPTED',
    })
    const fee = await changeForFee(order)
    expect(await ticketOf(order.ticket.id)).toMatchObject({ validationCode: order.ticket.validationCode })
    expect(await change(order, { expectedFeeCents: 750 })).toMatchObject({ code: 'NAME_CHANGE_UNPAID' })
    expect(await fetchOrder(fee)).toMatchObject({ status: 'payment_pending', balanceCents: 750, vatCents: 120 })

    await payByBank(fee)
    await drain()
    expect(await ticketOf(order.ticket.id)).toMatchObject({ personalIdentifier: { firstName: 'Jo' } })
    expect(await recordsOf(fee.id)).toMatchObject({ order: { status: 'done' }, tickets: [], refunds: [] })
    await drain()
    expect(shop.mails.filter(({ to }) => to === joOf(order.id))).toHaveLength(1)
    const { findings } = await auditBooks(shop.env, 'orders:', Date.now() + DAY, () => true)
    expect(findings.filter(({ subjectId }) => subjectId === order.id || subjectId === fee.id)).toEqual([])
  })

  it.each([
    ['has been checked in', { checkedInAt: 1 }],
    ['has been refunded', { invalidatedAt: 1 }],
    ['has been given another name', { validationCode: '0000000000017' }],
  ])('TIX-04 returns the fee if the ticket %s in the meantime', async (_what, state) => {
    const order = await paidOrder()
    const fee = await changeForFee(order)
    await setTicket(order.ticket.id, state)
    await payByBank(fee)
    await drain()
    expect(await ticketOf(order.ticket.id)).toMatchObject({ personalIdentifier: { firstName: 'Ida' } })
    const { refunds } = await recordsOf(fee.id)
    expect(refunds).toMatchObject([{ reason: 'request', amountCents: 750 }])
    expect(await fetchOrder(fee)).toMatchObject({ isNameUnchanged: true })
    await finishByHand(refunds[0]?.id ?? '')
    expect(await fetchOrder(fee)).toMatchObject({ status: 'refunded', isNameUnchanged: true })
    expect(await fetchOrder(order)).toMatchObject({ isNameUnchanged: false })
    await db
      .update(outbox)
      .set({ doneAt: null, nextAttemptAt: 0 })
      .where(eq(outbox.subjectId, refunds[0]?.id ?? ''))
    await drain()
    const told = shop.mails.filter(
      ({ to, text }) => to === order.visitor.email && text.includes('deine Namensänderung zurück'),
    )
    expect(told).not.toEqual([])
    expect(told[0]?.text).toContain('gilt es weiter mit dem bisherigen Namen')
    // The row is processed again, for example after a crash, and the ticket has become valid in the meantime.
    const { invalidatedAt, checkedInAt, validationCode } = order.ticket
    await setTicket(order.ticket.id, { invalidatedAt, checkedInAt, validationCode })
    await addOutboxRow('change_name', fee.id)
    await drain()
    expect(await ticketOf(order.ticket.id)).toMatchObject({ validationCode })
    expect((await recordsOf(fee.id)).refunds).toHaveLength(1)
  })

  it('TIX-04 takes effect if the fee was paid twice, and only the second payment is returned', async () => {
    const order = await paidOrder()
    const fee = await changeForFee(order)
    await payByBank(fee, 1500)
    await drain()
    expect(await ticketOf(order.ticket.id)).toMatchObject({ personalIdentifier: { firstName: 'Jo' } })
    expect((await recordsOf(fee.id)).refunds).toMatchObject([{ reason: 'double_payment', amountCents: 750 }])
  })

  it('TIX-04 cannot be paid by a method that takes days', async () => {
    const fee = await changeForFee(await paidOrder())
    const { paymentMethods = [] } = (await fetchOrder(fee)) ?? {}
    expect(paymentMethods.map(({ id }) => id)).toContain('stripe_checkout')
    expect(paymentMethods.map(({ id }) => id)).not.toContain('bank_transfer')
    const choice = { orderId: fee.id, reference: fee.reference, preferredPaymentMethod: 'bank_transfer' }
    expect((await fee.visitor.run('UpdatePreferredPaymentMethod', choice)).code).toBe('PAYMENT_METHOD_INVALID')
  })

  it('TIX-04 is due at the organiser’s deadline at the latest, and a later payment is returned', async () => {
    const order = await paidOrder()
    const until = Date.now() + 60_000
    await setEvent({ happeningFromAt: until + 2 * DAY })
    const fee = await changeForFee(order)
    expect((await fetchOrder(fee))?.dueAt).toBe(until)
    await setEvent({ happeningFromAt: Date.now() + 2 * DAY - 1000 })
    await payByBank(fee)
    await drain()
    expect(await ticketOf(order.ticket.id)).toMatchObject({ personalIdentifier: { firstName: 'Ida' } })
    expect((await recordsOf(fee.id)).refunds).toMatchObject([{ reason: 'request', amountCents: 750 }])
  })

  it('TIX-04 takes effect if the fee was paid in time, although the outbox is late', async () => {
    const order = await paidOrder()
    const fee = await changeForFee(order)
    await payByBank(fee)
    await setOrder(fee.id, { paidAt: Date.now() - 2000 })
    await setEvent({ happeningFromAt: Date.now() + 2 * DAY - 1000 })
    await drain()
    expect(await ticketOf(order.ticket.id)).toMatchObject({ personalIdentifier: { firstName: 'Jo' } })
  })

  it('TIX-04 an unpaid fee that was cancelled prevents no other change, and its late payment is returned', async () => {
    const order = await paidOrder()
    const fee = await changeForFee(order)
    await setOrder(fee.id, { status: 'cancelled', cancelledAt: Date.now(), cancelReason: 'unpaid' })
    await setEvent({ meta: {} })
    expect((await change(order, { personalIdentifier: 'Kim+Lee', email: 'kim@example.org' })).code).toBeNull()
    await payByBank(fee)
    await drain()
    expect(await ticketOf(order.ticket.id)).toMatchObject({ personalIdentifier: { firstName: 'Kim' } })
    const { refunds } = await recordsOf(fee.id)
    expect(refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(750)
  })
})
