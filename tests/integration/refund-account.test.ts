/** SUP-01: the bank sends the transfer of a refund back, and the buyer names another account. */
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { outbox } from '../../schema/tables/outbox.ts'
import { refundAccounts } from '../../schema/tables/payment.ts'
import { orderKeyOf } from '../../worker/db/order-key.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { addOutboxRow, buildPaymentWorld, db, isolatedEnv, operator, recordsOf } from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { ACCOUNT, findingsOf, finishByHand, OPEN, openRefund, ticketReturns } from '../support/ticket-returns.ts'

let world: World
const { setMeta, paid, codesOf, submit } = ticketReturns(() => world)
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(async () => {
  for (const level of ['log', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  await setMeta(OPEN)
  return () => vi.restoreAllMocks()
})

const OTHER = { name: 'Ida Łang', iban: 'AT61 1904 3002 3457 3201' }

/** An order of which one ticket was returned, and whose refund an operator has transferred. */
async function transferred() {
  const order = await paid({ standing: 2, method: 'bank_transfer' })
  await submit(order, (await codesOf(order)).slice(0, 1), { bankAccount: ACCOUNT })
  const refundId = (await recordsOf(order.id)).refunds[0]?.id ?? ''
  await finishByHand(refundId)
  return { ...order, refundId, key: await orderKeyOf(db, order.id, Date.now()) }
}

const giveBack = (refundId: string, bookingId: string | null = `out-${refundId}`) =>
  operator('POST', '/refunds/returned', { refundId, bookingId })
const name = (order: { id: string; key: string; visitor: Visitor }, account: object = OTHER, more: object = {}) =>
  new Visitor().run<{ nameRefundAccount: { refundAccountCents: number } }>('NameRefundAccount', {
    input: {
      clientMutationId: crypto.randomUUID(),
      orderId: order.id,
      key: order.key,
      email: order.visitor.email,
      ...account,
      ...more,
    },
  })
/** What the page says is on its way to the buyer: in a sentence, and in the timeline. */
async function onTheWayCents({ id, key }: { id: string; key: string }) {
  type Page = {
    order: { refundingCents: number }
    timeline: { kind: string; at: number | null; amountCents: number | null }[]
  }
  const page = (await new Visitor().run<{ orderPage: Page }>('OrderPage', { orderId: id, key })).data?.orderPage
  const steps = page?.timeline.filter(({ kind, at }) => kind === 'REFUNDED' && at === null) ?? []
  return [page?.order.refundingCents, steps.map(({ amountCents }) => amountCents)]
}
const shownCents = async ({ id, key }: { id: string; key: string }) => {
  const { data } = await new Visitor().run<{ orderPage: { refundAccountCents: number } }>('OrderPage', {
    orderId: id,
    key,
  })
  return data?.orderPage.refundAccountCents
}

describe('a refund whose transfer the bank sent back', () => {
  it('SUP-01 is transferred again to the account that the buyer names on the page of the order', async () => {
    const order = await transferred()
    const { refundId } = order
    expect(await shownCents(order)).toBe(0)
    expect((await Promise.all([giveBack(refundId), giveBack(refundId)])).map(({ status }) => status)).toContain(200)
    expect((await giveBack(refundId)).status).toBe(200)
    const { order: row, refunds, followUps } = await recordsOf(order.id)
    expect(refunds).toMatchObject([{ status: 'failed', failure: 'account_returned' }])
    expect(row.refundedCents).toBe(0)
    expect(followUps.filter((kind) => kind === 'mail_refund_returned')).toHaveLength(1)
    expect(await shownCents(order)).toBe(4500)
    expect(await onTheWayCents(order)).toEqual([0, []])
    expect(await findingsOf(order)).toEqual([])

    expect((await name(order)).data?.nameRefundAccount.refundAccountCents).toBe(0)
    expect(await onTheWayCents(order)).toEqual([4500, [4500]])
    expect(await openRefund(refundId)).toMatchObject({ status: 'open', account: 'Ida Łang, AT611904300234573201' })
    // The bank's line is worked through a second time.
    expect((await giveBack(refundId)).body).toMatchObject({ code: 'REFUND_STATUS' })
    expect(await openRefund(refundId)).toMatchObject({ account: 'Ida Łang, AT611904300234573201' })
    // A lost answer is repeated. Another account needs customer service, because the first may be in use already.
    expect((await name(order)).code).toBeNull()
    expect((await name(order, ACCOUNT)).code).toBe('REFUND_ACCOUNT_KNOWN')
    // The booking that came back proves nothing.
    expect((await finishByHand(refundId)).body).toMatchObject({ code: 'BOOKING_KNOWN' })
    expect((await finishByHand(refundId, {}, `second-${refundId}`)).status).toBe(200)
    expect((await recordsOf(order.id)).order.refundedCents).toBe(4500)
    expect(await db.select().from(refundAccounts).where(eq(refundAccounts.refundId, refundId))).toMatchObject([
      { holder: '', iban: '' },
    ])
    expect(await findingsOf(order)).toEqual([])
    // It may come back once more, but the former transfer may not.
    expect((await giveBack(refundId)).body).toMatchObject({ code: 'REFUND_STATUS' })
    expect((await recordsOf(order.id)).order.refundedCents).toBe(4500)
    expect((await giveBack(refundId, `second-${refundId}`)).status).toBe(200)
    expect((await recordsOf(order.id)).followUps.filter((kind) => kind === 'mail_refund_returned')).toHaveLength(2)
  })

  it('SUP-01 sends the buyer a mail with the link to the order, unless another account is known by then', async () => {
    const order = await transferred()
    await giveBack(order.refundId)
    const mailOf = async () => {
      const { env, mails } = isolatedEnv()
      await addOutboxRow('mail_refund_returned', order.id)
      await drainOutbox(env, Date.now())
      return mails.filter(
        ({ to, subject }) => to === order.visitor.email && subject.includes('Konto für deine Erstattung'),
      )[0]
    }
    const mail = await mailOf()
    for (const part of ['45,00', `/order/${order.id}?key=`]) expect(mail?.text).toContain(part)
    await name(order)
    await db.update(outbox).set({ doneAt: Date.now() }).where(eq(outbox.subjectId, order.id))
    expect(await mailOf()).toBeUndefined()
  })

  it('SUP-01 needs the address of the order besides the link, and tells the buyer about the account once', async () => {
    const order = await transferred()
    await giveBack(order.refundId)
    for (const email of ['mallory@example.org', `x${order.visitor.email}`])
      expect((await name(order, OTHER, { email })).code).toBe('REFUND_ORDER_NOTFOUND')
    for (const email of ['', 'nobody', null]) expect((await name(order, OTHER, { email })).code).toBe('BAD_INPUT')
    expect((await recordsOf(order.id)).refunds).toMatchObject([{ status: 'failed' }])
    const email = order.visitor.email.toUpperCase()
    await Promise.all([name(order, OTHER, { email }), name(order, OTHER, { email })])
    expect((await recordsOf(order.id)).followUps.filter((kind) => kind === 'mail_account_named')).toHaveLength(1)
    await finishByHand(order.refundId, {}, `again-${order.refundId}`)
    const { env, mails } = isolatedEnv()
    await db.update(outbox).set({ doneAt: null, nextAttemptAt: 0 }).where(eq(outbox.subjectId, order.id))
    await drainOutbox(env, Date.now())
    const told = mails.filter(({ to, subject }) => to === order.visitor.email && subject.startsWith('Neues Konto'))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('endet auf 3201')
    expect(told[0]?.text).not.toContain('61190430023457')
  })

  it('SUP-01 is not disclosed to somebody who tries many addresses', async () => {
    const order = await transferred()
    await giveBack(order.refundId)
    const guesser = new Visitor()
    guesser.address = '198.51.100.77'
    const guess = async (email: string) => {
      const input = { clientMutationId: crypto.randomUUID(), orderId: order.id, key: order.key, email, ...OTHER }
      return (await guesser.run('NameRefundAccount', { input })).code
    }
    for (let tries = 0; tries < 10; tries++) expect(await guess(`a${tries}@example.org`)).toBe('REFUND_ORDER_NOTFOUND')
    expect(await guess(order.visitor.email)).toBe('TOO_MANY_REQUESTS')
    expect((await recordsOf(order.id)).refunds).toMatchObject([{ status: 'failed' }])
  })

  it('SUP-01 accepts no account with a guessed key, for another order, or with a wrong IBAN', async () => {
    const order = await transferred()
    const stranger = await transferred()
    await giveBack(order.refundId)
    expect((await name({ ...order, key: stranger.key })).code).toBe('ORDER_NOT_FOUND')
    expect((await name(stranger)).code).toBe('REFUND_ACCOUNT_KNOWN')
    for (const wrong of [{ iban: 'AT61 1904 3002 3457 3202' }, { iban: 'x'.repeat(61) }, { name: '' }, { name: 7 }])
      expect((await name(order, { ...OTHER, ...wrong })).code).toBe('BAD_INPUT')
    expect((await recordsOf(order.id)).refunds).toMatchObject([{ status: 'failed' }])
  })

  it('SUP-01 is never a refund that a provider makes, or an unknown one', async () => {
    const order = await paid({ standing: 1 })
    await submit(order, await codesOf(order))
    const refundId = (await recordsOf(order.id)).refunds[0]?.id ?? ''
    expect(await giveBack(refundId)).toMatchObject({ status: 409, body: { code: 'REFUND_STATUS' } })
    expect((await giveBack('ref_unknown')).body).toMatchObject({ code: 'NOT_FOUND' })
  })
})
