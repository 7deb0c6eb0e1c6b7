/** SUP-02: operators take single tickets back. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Env } from '../../worker/env.ts'
import { sendRefund } from '../../worker/services/refund.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { setTicket } from '../support/name-changes.ts'
import { buildPaymentWorld, isolatedEnv, operator, recordsOf, type SentMail } from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'
import { findingsOf, finishByHand, openRefund, ticketReturns } from '../support/ticket-returns.ts'

let world: World
let env: Env
let mails: SentMail[]
const { paid, setMeta } = ticketReturns(() => world)
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(async () => {
  ;({ env, mails } = isolatedEnv())
  await setMeta({})
  for (const level of ['log', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  return () => vi.restoreAllMocks()
})

const takeBack = ({ reference }: { reference: string }, codes: string[], feeCents: number | null = null) =>
  operator('POST', '/orders/return-tickets', { reference, codes, feeCents })
const codesOf = async ({ id }: { id: string }) =>
  (await recordsOf(id)).tickets.map(({ validationCode }) => validationCode)
const validOf = async ({ id }: { id: string }) =>
  (await recordsOf(id)).tickets.filter(({ invalidatedAt }) => invalidatedAt === null).length

describe('tickets that an operator takes back', () => {
  it.each(['stripe_checkout', 'paypal', 'bank_transfer'])(
    'SUP-02 become void and are refunded once, less a fee, if the order was paid with %s',
    async (method) => {
      const order = await paid({ standing: 3, method })
      const [first = '', second = ''] = await codesOf(order)
      const answers = await Promise.all([0, 1, 2].map(() => takeBack(order, [first, second.slice(0, 12)], 500)))
      for (const answer of [...answers, await takeBack(order, [second, first])])
        expect(answer).toMatchObject({ status: 200, body: { tickets: 2, returnedCents: 8000 } })
      const { refunds, followUps } = await recordsOf(order.id)
      expect(refunds).toMatchObject([{ reason: 'request', amountCents: 8000 }])
      expect(followUps.filter((kind) => kind === 'mail_refund_requested')).toHaveLength(1)
      expect(await validOf(order)).toBe(1)
      expect(await findingsOf(order)).toEqual([])
      const [{ id = '' } = {}] = refunds
      if (method === 'bank_transfer') {
        expect(await openRefund(id)).toMatchObject({ account: null, bookingId: expect.any(String) })
        await finishByHand(id)
      } else await sendRefund(testEnv, id, Date.now())
      expect((await recordsOf(order.id)).order).toMatchObject({ refundedCents: 8000 })
      await drainOutbox(env, Date.now())
      expect(await findingsOf(order)).toEqual([])
    },
  )

  it('SUP-02 free their seats, and the last one ends the order', async () => {
    const order = await paid({ seatIds: ['A-3-1', 'A-3-2'] })
    const [first = '', second = ''] = await codesOf(order)
    await takeBack(order, [first])
    expect(await findingsOf(order)).toEqual([])
    await takeBack(order, [second])
    for (const { id } of (await recordsOf(order.id)).refunds) await sendRefund(testEnv, id, Date.now())
    expect((await recordsOf(order.id)).order).toMatchObject({ status: 'refunded', refundedCents: order.totalCents })
    expect(await findingsOf(order)).toEqual([])
    const seats = [{ productVariantId: world.seatVariant, amount: 2, seatIds: ['A-3-1', 'A-3-2'] }]
    expect((await new Visitor().add(seats)).code).toBeNull()
  })

  it('SUP-02 cost the fee of the catalogue, and are confirmed by a mail', async () => {
    await setMeta({ mass_refund: { state: 'paused', kept_fee: 700 } })
    const order = await paid({ standing: 2, method: 'bank_transfer' })
    const [first = ''] = await codesOf(order)
    expect((await takeBack(order, [first])).body).toMatchObject({ returnedCents: 3800 })
    await drainOutbox(env, Date.now())
    const sent = mails.filter(({ to, text }) => to === order.visitor.email && text.includes('38,00'))
    expect(sent.map(({ subject }) => subject)).toEqual([expect.stringContaining('Tickets zurückgegeben')])
  })

  it('SUP-02 are refused, and nothing changes, if one of them is unknown, void, used, disputed or of another order, or the fee is too high', async () => {
    const order = await paid({ standing: 4, method: 'bank_transfer' })
    const stranger = await paid({ standing: 1, method: 'bank_transfer' })
    const [good = '', used = '', disputed = '', gone = ''] = await codesOf(order)
    const { tickets } = await recordsOf(order.id)
    await setTicket(tickets[1]?.id ?? '', { checkedInAt: 1 })
    await setTicket(tickets[2]?.id ?? '', { disputedAt: 1 })
    await takeBack(order, [gone])
    const [foreign = ''] = await codesOf(stranger)
    for (const bad of [used, disputed, gone, foreign, '123456789012'])
      expect(await takeBack(order, [good, bad]), bad).toMatchObject({
        status: 409,
        body: { code: 'TICKETS_NOT_VALID' },
      })
    expect((await takeBack(order, [good], 4501)).body).toMatchObject({ code: 'DEDUCTION_TOO_HIGH' })
    for (const codes of [[], ['12'], ['x'], [1], null])
      expect((await takeBack(order, codes as string[])).status).toBe(400)
    expect((await takeBack(order, [good], -1)).status).toBe(400)
    expect((await takeBack({ reference: '0000000000' }, [good])).body).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect((await recordsOf(order.id)).refunds).toHaveLength(1)
    expect(await validOf(order)).toBe(3)
    expect(await validOf(stranger)).toBe(1)
  })
})
