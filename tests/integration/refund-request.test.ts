import { gtin } from 'cdigit'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { events } from '../../schema/tables/event.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { refundAccounts } from '../../schema/tables/payment.ts'
import { tickets as ticketTable } from '../../schema/tables/ticket.ts'
import { findTicketedOrders } from '../../worker/db/order.ts'
import { writeTicketReturn } from '../../worker/db/ticket-return.ts'
import { returnTickets } from '../../worker/domain/orders/ticket-return.ts'
import { handleOutbox } from '../../worker/jobs/drain-outbox.ts'
import { refundEventOrder } from '../../worker/services/event-cancellation.ts'
import { sendRefund } from '../../worker/services/refund.ts'
import { returnSeats } from '../../worker/services/returned-seats.ts'
import {
  buildPaymentWorld,
  db,
  isolatedEnv,
  operator,
  type Placed,
  payByBank,
  recordsOf,
  setOrder,
} from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { newKey } from '../support/submission-helpers.ts'
import { testEnv } from '../support/test-env.ts'
import {
  ACCOUNT,
  findingsOf,
  finishByHand,
  itemsOf,
  OPEN,
  openRefund,
  ticketReturns,
} from '../support/ticket-returns.ts'
import { applyVoucher, issueVoucher, redemptionOfOrder, voucherFindings } from '../support/voucher-builder.ts'

let world: World
const { setMeta, paid, codesOf, submit } = ticketReturns(() => world)
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await setMeta(OPEN)
  return () => vi.restoreAllMocks()
})

const info = (order: Pick<Placed, 'id'>, productId = world.standingEvent, visitor = new Visitor()) =>
  visitor.run<{ refundRequest: Record<string, unknown> }>('RefundRequest', { orderId: order.id, productId })

/** Sends the refunds to the provider, as the outbox does. */
async function sendRefunds(order: Placed): Promise<void> {
  for (const { id } of (await recordsOf(order.id)).refunds) await sendRefund(testEnv, id, Date.now())
}

describe('a refund request', () => {
  it('SUP-01 returns one of several tickets of a bank transfer to the named account, and deletes the account when it is done', async () => {
    const order = await paid({ standing: 3, method: 'bank_transfer' })
    const [code = '', ...kept] = await codesOf(order)
    const shown = (await info(order)).data?.refundRequest
    // The id and the reference together open the order, and the address of this page contains the id.
    expect(JSON.stringify(shown)).not.toContain(order.reference)
    expect(shown).toMatchObject({
      order: { id: order.id },
      refundMethod: { needsAccount: true, allowsAccount: false },
      isMassRefundable: true,
      massRefundPaused: false,
      refundableTicketCount: 3,
      hardticketCount: 0,
      paymentAmount: 13500,
    })
    expect((await submit(order, [code])).code).toBe('BAD_INPUT')
    expect((await submit(order, [code], { bankAccount: { ...ACCOUNT, iban: 'DE89370400440532013001' } })).code).toBe(
      'BAD_INPUT',
    )
    expect((await recordsOf(order.id)).refunds).toEqual([])
    const { data } = await submit(order, [code], { bankAccount: ACCOUNT })
    expect(data?.submitRefundRequest).toMatchObject({ paymentAmount: 4500, isConfirmed: false })
    const records = await recordsOf(order.id)
    expect(records.refunds).toMatchObject([{ reason: 'request', status: 'open', amountCents: 4500 }])
    expect(records.followUps).toContain('mail_refund_requested')
    expect(records.followUps).not.toContain('refund_payment')
    expect(await codesOf(order).then((codes) => codes.sort())).toEqual([code, ...kept].sort())
    // An operator who completes the order once more must not issue the returned ticket again.
    await operator('POST', '/orders/complete', { reference: order.reference })
    expect((await recordsOf(order.id)).tickets).toHaveLength(3)
    const valid = records.tickets.filter(({ invalidatedAt }) => invalidatedAt === null)
    expect(valid.map(({ validationCode }) => validationCode.slice(0, -1)).sort()).toEqual(kept.sort())
    expect(
      (await itemsOf(order)).map(({ amount, totalCents, invalidatedAt }) => [
        amount,
        totalCents,
        invalidatedAt !== null,
      ]),
    ).toEqual([
      [2, 9000, false],
      [1, 4500, true],
    ])
    expect(await findingsOf(order)).toEqual([])

    const refundId = records.refunds[0]?.id ?? ''
    expect((await openRefund(refundId))?.account).toBe('Ida Lang, DE89370400440532013000')
    await finishByHand(refundId)
    expect(await db.select().from(refundAccounts).where(eq(refundAccounts.refundId, refundId))).toEqual([
      { refundId, holder: '', iban: '' },
    ])
    expect((await recordsOf(order.id)).order).toMatchObject({ status: 'done', refundedCents: 4500 })
    expect((await info(order)).data?.refundRequest).toMatchObject({ refundableTicketCount: 2, paymentAmount: 9000 })
    expect(await findingsOf(order)).toEqual([])
  })

  it('SUP-01 sends the money of a card back through the provider, and frees the seats of the returned tickets', async () => {
    const order = await paid({ seatIds: ['A-1-1', 'A-1-2'] })
    const [first, second] = (await recordsOf(order.id)).tickets
    const product = { productId: world.seatedEvent }
    const back = await submit(order, [first?.validationCode.slice(0, -1) ?? ''], { ...product, bankAccount: ACCOUNT })
    // Nobody may redirect the money of a card to another account.
    expect(back.data?.submitRefundRequest).toMatchObject({ paymentAmount: 4500, isConfirmed: true })
    expect(await db.select().from(refundAccounts)).not.toContainEqual(expect.objectContaining({ holder: 'Ida Lang' }))
    await sendRefunds(order)
    await returnSeats(testEnv, order.id, world.seatedEvent, Date.now())
    expect((await recordsOf(order.id)).refunds).toMatchObject([{ status: 'done', amountCents: 4500 }])
    expect(await findingsOf(order)).toEqual([])
    const seat = (await itemsOf(order)).find(({ id }) => id === first?.orderItemId)?.seatId ?? ''
    const kept = (await itemsOf(order)).find(({ id }) => id === second?.orderItemId)?.seatId ?? ''
    expect((await new Visitor().add([{ productVariantId: world.seatVariant, amount: 1, seatIds: [kept] }])).code).toBe(
      'SEATS_NOT_AVAILABLE',
    )
    const again = await paid({ seatIds: [seat], method: 'bank_transfer' })
    expect(await findingsOf(again)).toEqual([])

    await submit(order, [second?.validationCode.slice(0, -1) ?? ''], product)
    await sendRefunds(order)
    const { order: row, refunds } = await recordsOf(order.id)
    expect(row).toMatchObject({ status: 'refunded', refundedCents: 9000 })
    expect(refunds.map(({ amountCents }) => amountCents)).toEqual([4500, 4500])
  })

  it('SUP-01 returns each ticket once if several requests arrive at the same time or are repeated', async () => {
    const order = await paid({ standing: 2, method: 'bank_transfer' })
    const codes = await codesOf(order)
    const tries = await Promise.all(
      Array.from({ length: 6 }, (_, each) =>
        submit(order, each % 2 === 0 ? codes : codes.slice(0, 1), { bankAccount: ACCOUNT }),
      ),
    )
    const made = tries.filter(({ data }) => data)
    expect(made).toHaveLength(1)
    for (const { code, data } of tries) if (!data) expect(['REFUND_FAILED', 'REFUND_TICKET_INVALID']).toContain(code)
    const { refunds, tickets } = await recordsOf(order.id)
    expect(refunds).toHaveLength(1)
    expect(refunds[0]?.amountCents).toBe(4500 * tickets.filter(({ invalidatedAt }) => invalidatedAt !== null).length)

    const other = await paid({ standing: 1, method: 'bank_transfer' })
    const same = { bankAccount: ACCOUNT, clientMutationId: crypto.randomUUID() }
    const otherCodes = await codesOf(other)
    const answers = await Promise.all([0, 1, 2].map(() => submit(other, otherCodes, same)))
    for (const { data } of [...answers, await submit(other, otherCodes, same)])
      expect(data?.submitRefundRequest).toMatchObject({ paymentAmount: 4500, isConfirmed: false })
    expect((await recordsOf(other.id)).refunds).toHaveLength(1)
    expect(await findingsOf(other)).toEqual([])
  })

  it('SUP-01 refunds nothing again that the cancellation of the event has refunded, and the other way round', async () => {
    const first = await paid({ standing: 2, method: 'bank_transfer' })
    const [code = '', rest = ''] = await codesOf(first)
    await submit(first, [code], { bankAccount: ACCOUNT })
    await setMeta(OPEN, 'cancelled')
    await refundEventOrder(testEnv, first.id, world.standingEvent, Date.now())
    expect((await recordsOf(first.id)).refunds.map(({ reason, amountCents }) => [reason, amountCents]).sort()).toEqual([
      ['cancelled_event', 4500],
      ['request', 4500],
    ])
    expect(await submit(first, [rest], { bankAccount: ACCOUNT })).toMatchObject({
      code: 'REFUND_TICKET_INVALID',
      params: { indexes: [0] },
    })

    await setMeta(OPEN)
    const raced = await paid({ standing: 2, method: 'bank_transfer' })
    const codes = await codesOf(raced)
    await setMeta(OPEN, 'cancelled')
    await Promise.allSettled([
      refundEventOrder(testEnv, raced.id, world.standingEvent, Date.now()),
      submit(raced, codes.slice(0, 1), { bankAccount: ACCOUNT }),
      submit(raced, codes, { bankAccount: ACCOUNT }),
    ])
    const { refunds } = await recordsOf(raced.id)
    expect(refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBeLessThanOrEqual(9000)
    expect(await findingsOf(raced)).toEqual([])
  })

  it('SUP-01 marks codes that are not tickets of the order, and names used tickets', async () => {
    const order = await paid({ standing: 2, method: 'bank_transfer' })
    const stranger = await paid({ standing: 1, method: 'bank_transfer' })
    const [own = '', used = ''] = await codesOf(order)
    const [foreign = ''] = await codesOf(stranger)
    const account = { bankAccount: ACCOUNT }
    expect(await submit(order, [own, foreign, '999999999999'], account)).toMatchObject({
      code: 'REFUND_TICKET_INVALID',
      params: { indexes: [1, 2] },
    })
    for (const codes of [[], [own, own], ['12'], ['12345678901x'], [`${own}0`]])
      expect((await submit(order, codes, account)).code).toBe('BAD_INPUT')
    await db
      .update(ticketTable)
      .set({ checkedInAt: Date.now() })
      .where(sql`${ticketTable.orderId} = ${order.id} and ${ticketTable.validationCode} like ${`${used}%`}`)
    expect(await submit(order, [own, used], account)).toMatchObject({
      code: 'REFUND_TICKET_USED',
      params: { codes: [gtin.generate(used)] },
    })
    expect((await recordsOf(order.id)).refunds).toEqual([])
    // Nobody could enter a cancelled event.
    await setMeta(OPEN, 'cancelled')
    expect((await submit(order, [own, used], account)).data?.submitRefundRequest.paymentAmount).toBe(9000)
  })

  it('SUP-01 gives the same answer for an unknown order, another address, another event and another shop', async () => {
    const order = await paid({ standing: 1, method: 'bank_transfer' })
    const codes = await codesOf(order)
    const account = { bankAccount: ACCOUNT }
    const unknown = { ...order, id: 'ord_00000000000000000000000000' }
    const answers = [
      await submit(unknown, codes, account),
      await submit(order, codes, { ...account, email: 'somebody@example.org' }),
      await submit(order, codes, { ...account, productId: world.seatedEvent }),
      await submit(order, codes, account, new Visitor('nachtfalter')),
      await info(unknown),
      await info(order, world.seatedEvent),
    ]
    for (const { code, params } of answers)
      expect({ code, params }).toEqual({ code: 'REFUND_ORDER_NOTFOUND', params: {} })
    const guesser = new Visitor()
    guesser.address = '198.51.100.78'
    for (let guess = 0; guess < 10; guess++)
      expect((await submit(order, codes, { ...account, email: `a${guess}@example.org` }, guesser)).code).toBe(
        'REFUND_ORDER_NOTFOUND',
      )
    expect((await submit(order, codes, account, guesser)).code).toBe('TOO_MANY_REQUESTS')
    expect((await recordsOf(order.id)).refunds).toEqual([])
    // The buyer of another order shares the network with the guesser.
    const other = await paid({ standing: 1, method: 'bank_transfer' })
    expect((await submit(other, await codesOf(other), account, guesser)).code).toBeNull()
  })

  it('SUP-01 limits the requests of each network', async () => {
    const order = await paid({ standing: 1, method: 'bank_transfer' })
    const codes = await codesOf(order)
    const visitor = new Visitor()
    visitor.address = '198.51.103.2'
    visitor.env = { ...testEnv, TICKET_TRIES: { limit: () => Promise.resolve({ success: false }) } }
    expect((await info(order, world.standingEvent, visitor)).code).toBe('TOO_MANY_REQUESTS')
    expect((await submit(order, codes, { bankAccount: ACCOUNT }, visitor)).code).toBe('TOO_MANY_REQUESTS')
    expect((await recordsOf(order.id)).refunds).toEqual([])
  })

  it('SUP-01 refuses a refund while it is paused, without the organiser, and for an order that is not paid', async () => {
    const order = await paid({ standing: 1, method: 'bank_transfer' })
    const codes = await codesOf(order)
    const account = { bankAccount: ACCOUNT }
    await setMeta({ mass_refund: { state: 'paused' } })
    expect((await info(order)).data?.refundRequest).toMatchObject({ massRefundPaused: true, isMassRefundable: true })
    expect((await submit(order, codes, account)).code).toBe('REFUND_PAUSED')
    await setMeta({})
    expect((await info(order)).data?.refundRequest).toMatchObject({ massRefundPaused: false, isMassRefundable: false })
    expect((await submit(order, codes, account)).code).toBe('REFUND_NOT_POSSIBLE')
    await setMeta(OPEN)
    await setOrder(order.id, { status: 'problem' })
    expect((await submit(order, codes, account)).code).toBe('REFUND_NOT_POSSIBLE')
    expect((await recordsOf(order.id)).refunds).toEqual([])
  })

  it('SUP-01 refuses tickets of a moved event once it has begun, and those of any event after the last day for returns', async () => {
    const order = await paid({ standing: 2, method: 'bank_transfer' })
    const [code = ''] = await codesOf(order)
    const account = { bankAccount: ACCOUNT }
    const begun = { happeningFromAt: Date.now() - 1000 }
    const [{ happeningFromAt } = begun] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    const change = (values: object) => db.update(events).set(values).where(eq(events.id, world.standingEvent))
    await change(begun)
    expect((await info(order)).data?.refundRequest).toMatchObject({ isMassRefundable: false, massRefundPaused: false })
    expect((await submit(order, [code], account)).code).toBe('REFUND_NOT_POSSIBLE')
    await change({ status: 'postponed' })
    expect((await submit(order, [code], account)).code).toBeNull()
    await change({ status: 'active', happeningFromAt, meta: { mass_refund: { state: 'open', until: Date.now() } } })
    expect((await submit(order, (await codesOf(order)).slice(1), account)).code).toBe('REFUND_NOT_POSSIBLE')
    expect((await recordsOf(order.id)).refunds).toHaveLength(1)
  })

  it('SUP-01 returns no ticket under terms that the organiser has changed since the order was read', async () => {
    const order = await paid({ standing: 1, method: 'bank_transfer' })
    const whole = (await findTicketedOrders(db, [order.id])).get(order.id)
    const event = whole?.events.get(world.standingEvent)
    if (!whole || !event) throw new Error('the order has no event')
    const [item] = whole.items
    const decided = {
      ...returnTickets(whole.items, new Map([[item?.id ?? '', 1]])),
      orderId: order.id,
      tickets: whole.tickets,
      validItems: 1,
      parts: [],
      releaseDueAt: null,
    }
    const moved = { ...event, happeningFromAt: event.happeningFromAt - 1 }
    expect(await writeTicketReturn(db, { ...decided, event: moved, key: newKey() }, Date.now())).toBe(false)
    const cancelled = { ...event, status: 'cancelled' as const }
    expect(await writeTicketReturn(db, { ...decided, event: cancelled, key: newKey() }, Date.now())).toBe(false)
    expect(await writeTicketReturn(db, { ...decided, event, key: newKey() }, Date.now())).toBe(true)
  })

  it('SUP-01 returns no ticket that an operator has given to another person or taken back since the order was read', async () => {
    const read = async () => {
      const order = await paid({ standing: 2, method: 'bank_transfer' })
      const whole = (await findTicketedOrders(db, [order.id])).get(order.id)
      const event = whole?.events.get(world.standingEvent)
      const [first, second] = whole?.tickets ?? []
      if (!whole || !event || !first || !second) throw new Error('the order has no tickets')
      const request = (...tickets: (typeof first)[]) => ({
        ...returnTickets(whole.items, new Map([[first.orderItemId, tickets.length]])),
        orderId: order.id,
        event,
        key: newKey(),
        tickets,
        validItems: 1,
        parts: [],
        releaseDueAt: null,
      })
      return { order, first, second, request }
    }
    const states = async ({ id }: Pick<Placed, 'id'>) =>
      (await recordsOf(id)).tickets.filter(({ invalidatedAt }) => invalidatedAt !== null).map((ticket) => ticket.id)

    // A transfer gives the ticket another code, and keeps its id. The former holder must not return it.
    const given = await read()
    await db
      .update(ticketTable)
      .set({ validationCode: gtin.generate('990000000001') })
      .where(eq(ticketTable.id, given.first.id))
    expect(await writeTicketReturn(db, given.request(given.first), Date.now())).toBe(false)
    expect(await writeTicketReturn(db, given.request(given.first, given.second), Date.now())).toBe(false)
    expect(await states(given.order)).toEqual([])
    expect(await writeTicketReturn(db, given.request(given.second), Date.now())).toBe(true)
    expect(await states(given.order)).toEqual([given.second.id])

    const taken = await read()
    const { reference } = taken.order
    const back = { reference, codes: [taken.first.validationCode], feeCents: null }
    expect(await operator('POST', '/orders/return-tickets', back)).toMatchObject({ status: 200 })
    expect(await writeTicketReturn(db, taken.request(taken.first), Date.now())).toBe(false)
    expect(await states(taken.order)).toEqual([taken.first.id])
    expect((await recordsOf(taken.order.id)).refunds).toMatchObject([{ amountCents: 4500 }])
  })

  it('SUP-01 the page of the order offers the return for each event with a returnable ticket, instead of a request for a cancellation, and says for which event returns are paused', async () => {
    const order = await paid({ standing: 1, seatIds: ['A-3-1'], method: 'bank_transfer' })
    type Wanted = 'acceptsReturns' | 'returnsArePaused' | 'acceptsCancellations'
    type Offered = { events: ({ id: string } & Record<Wanted, boolean>)[] }
    const offered = async (wanted: Wanted) => {
      const { id, reference, visitor } = order
      const { data } = await visitor.run<{ order: Offered }>('Order', { orderId: id, reference })
      return data?.order.events.filter((event) => event[wanted]).map((event) => event.id)
    }
    const both = [world.seatedEvent, world.standingEvent].sort()
    expect((await offered('acceptsReturns'))?.sort()).toEqual(both)
    expect(await offered('returnsArePaused')).toEqual([])
    expect(await offered('acceptsCancellations')).toEqual([])
    const setSeated = (meta: typeof OPEN) => db.update(events).set({ meta }).where(eq(events.id, world.seatedEvent))
    await setSeated({})
    expect(await offered('acceptsReturns')).toEqual([world.standingEvent])
    expect(await offered('acceptsCancellations')).toEqual([world.seatedEvent])
    await setSeated({ mass_refund: { state: 'paused' } })
    expect((await offered('acceptsReturns'))?.sort()).toEqual(both)
    expect(await offered('returnsArePaused')).toEqual([world.seatedEvent])
    expect(await offered('acceptsCancellations')).toEqual([])
    await setSeated({ cancel_hours: 1e6 })
    expect(await offered('acceptsCancellations')).toEqual([])
    await setSeated(OPEN)
    await submit(order, await codesOf(order), { bankAccount: ACCOUNT })
    expect(await offered('acceptsReturns')).toEqual([world.seatedEvent])
    expect(await offered('acceptsCancellations')).toEqual([])
    await setMeta({})
    expect(await offered('acceptsReturns')).toEqual([])
  })

  it('SUP-01 keeps a fee only if the organiser says so', async () => {
    await setMeta({ mass_refund: { state: 'open', kept_fee: 250 } })
    const order = await paid({ standing: 2, method: 'bank_transfer' })
    expect((await info(order)).data?.refundRequest).toMatchObject({
      paymentAmount: 8500,
      keptFeeAmount: 250,
      voucherAmount: 0,
    })
    const { data } = await submit(order, await codesOf(order), { bankAccount: ACCOUNT })
    expect(data?.submitRefundRequest.paymentAmount).toBe(8500)
    const refundId = (await recordsOf(order.id)).refunds[0]?.id ?? ''
    await finishByHand(refundId)
    expect((await recordsOf(order.id)).order).toMatchObject({ status: 'refunded', refundedCents: 8500 })
    expect(await findingsOf(order)).toEqual([])
  })

  it('SUP-01 ends an order whose price the organiser keeps, and a later cancellation hands out no kept fee', async () => {
    await setMeta({ mass_refund: { state: 'open', kept_fee: 4500 } })
    const kept = await paid({ standing: 1, method: 'bank_transfer' })
    await submit(kept, await codesOf(kept), { bankAccount: ACCOUNT })
    expect(await recordsOf(kept.id)).toMatchObject({ order: { status: 'refunded', refundedCents: 0 }, refunds: [] })
    expect(await findingsOf(kept)).toEqual([])

    for (const [fee, owed] of [
      [4500, [4500]],
      [250, [4250, 4500]],
    ] as const) {
      await setMeta({ mass_refund: { state: 'open', kept_fee: fee } })
      const order = await paid({ standing: 2, method: 'bank_transfer' })
      await submit(order, (await codesOf(order)).slice(0, 1), { bankAccount: ACCOUNT })
      await setMeta(OPEN, 'cancelled')
      await refundEventOrder(testEnv, order.id, world.standingEvent, Date.now())
      const { refunds } = await recordsOf(order.id)
      expect(refunds.map(({ amountCents }) => amountCents).sort()).toEqual(owed)
      for (const { id } of refunds) await finishByHand(id)
      expect((await recordsOf(order.id)).order).toMatchObject({ status: 'refunded', refundedCents: 9000 - fee })
      expect(await findingsOf(order)).toEqual([])
    }
  })

  it("SUP-01 returns the voucher's part of the tickets to the voucher", async () => {
    const voucher = await issueVoucher({ amountCents: 4000 })
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.standingVariant, amount: 3 }])
    await applyVoucher(visitor, voucher.code)
    const placed = await visitor.placeOrder(9500, { paymentMethod: 'bank_transfer' })
    const order = { ...(placed.data?.placeOrder.cart ?? { id: '', reference: '', totalCents: 0 }), visitor }
    await payByBank(order)
    expect((await info(order)).data?.refundRequest).toMatchObject({
      paymentAmount: 9500,
      keptFeeAmount: 0,
      voucherAmount: 4000,
    })
    const codes = await codesOf(order)
    const amounts = []
    for (const code of codes)
      amounts.push((await submit(order, [code], { bankAccount: ACCOUNT })).data?.submitRefundRequest.paymentAmount ?? 0)
    expect(amounts.reduce((sum, cents) => sum + cents, 0)).toBe(9500)
    expect(await redemptionOfOrder(order.id)).toMatchObject({ cents: 4000, returnedCents: 4000 })
    expect(await voucherFindings()).toEqual([])
    expect(await findingsOf(order)).toEqual([])
  })

  it('SUP-01 sends the buyer a mail with the returned tickets, the amount of the refund and the time that the transfer takes', async () => {
    const order = await paid({ standing: 2, method: 'bank_transfer' })
    const [returned = '', kept = ''] = await codesOf(order)
    await submit(order, [returned], { bankAccount: ACCOUNT })
    const [row] = await db
      .select()
      .from(outbox)
      .where(sql`${outbox.subjectId} = ${order.id} and ${outbox.kind} = 'mail_refund_requested'`)
    await db
      .update(outbox)
      .set({ doneAt: null, nextAttemptAt: 0 })
      .where(eq(outbox.id, row?.id ?? ''))
    const { env, mails } = isolatedEnv()
    await handleOutbox([row?.id ?? ''], env)
    const mail = mails.find(({ to }) => to === order.visitor.email)
    expect(mail?.text).toContain('dieses Ticket haben wir zurückgenommen')
    const digits = mail?.text.replaceAll(' ', '')
    expect(digits).toContain(returned)
    expect(digits).not.toContain(kept)
    expect(mail?.text).toContain('45,00')
    expect(mail?.text).toContain('innerhalb von 14 Tagen')
    expect(mail?.text).not.toContain('DE89')
  })
})
