import { beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../schema/limits.ts'
import { openBookedPayment } from '../../worker/db/payment.ts'
import {
  type BankBooking,
  type KnownTransfers,
  matchBookings,
  referencesIn,
} from '../../worker/domain/orders/bank-booking.ts'
import {
  buildPaymentWorld,
  db,
  fetchOrder,
  operator,
  type Placed,
  placeOrder,
  recordsOf,
} from '../support/payment-helpers.ts'
import type { World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

const order = () => placeOrder(world, { standing: 2, method: 'bank_transfer' })

let bookings = 0
const markPaid = ({ reference }: Placed, amountCents: number | null = null, bookingId = `bank-${++bookings}`) =>
  operator('POST', '/orders/mark-paid', { reference, amountCents, bookingId })

describe('payment by bank transfer', () => {
  it('PAY-06 shows the account, the amount and the reference, and encodes all three in the GiroCode', async () => {
    const placed = await order()
    const transfer = (await fetchOrder(placed))?.bankTransfer
    expect(transfer).toMatchObject({
      accountHolder: 'Stagedoor GmbH',
      iban: 'DE02120300000000202051',
      amountCents: 9000,
      reference: `BAX${placed.reference} Ida Brandt`,
    })
    expect(transfer?.giroCode.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'BYLADEM1001',
      'Stagedoor GmbH',
      'DE02120300000000202051',
      'EUR90.00',
      '',
      '',
      `BAX${placed.reference} Ida Brandt`,
    ])
    expect((await recordsOf(placed.id)).followUps).toEqual(['mail_order_received'])
  })

  it("PAY-06 omits the buyer's name from the reference from 28 days after the order, but still shows the amount", async () => {
    const placed = await order()
    await testEnv.DB.prepare('UPDATE orders SET placed_at = placed_at - ? WHERE id = ?')
      .bind(28 * DAY, placed.id)
      .run()
    const transfer = (await fetchOrder(placed))?.bankTransfer
    expect(transfer).toMatchObject({ amountCents: 9000, reference: `BAX${placed.reference}` })
    expect(transfer?.giroCode).not.toContain('Brandt')
  })

  it('PAY-06 issues the tickets when the operator reports the payment without an amount, and rejects a second such report', async () => {
    const placed = await order()
    expect(await markPaid(placed)).toEqual({
      status: 200,
      body: { reference: placed.reference, status: 'done', paidCents: 9000, totalCents: 9000, returnedCents: 0 },
    })
    expect((await recordsOf(placed.id)).tickets).toHaveLength(2)
    expect(await fetchOrder(placed)).toMatchObject({ bankTransfer: null })
    expect(await markPaid(placed)).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_PAYABLE' } })
  })

  it('PAY-06 adds up partial payments until they cover the order', async () => {
    const placed = await order()
    await markPaid(placed, 4000)
    expect(await fetchOrder(placed)).toMatchObject({
      status: 'payment_pending',
      balanceCents: 5000,
      bankTransfer: { amountCents: 5000 },
    })
    expect((await recordsOf(placed.id)).tickets).toEqual([])
    await markPaid(placed, 4999)
    expect(await fetchOrder(placed)).toMatchObject({ status: 'payment_pending', balanceCents: 1 })
    await markPaid(placed, 1)
    const records = await recordsOf(placed.id)
    expect(records.order).toMatchObject({ status: 'done', paidCents: 9000 })
    expect(records.payments.map(({ amountCents, status }) => [amountCents, status])).toEqual([
      [4000, 'captured'],
      [4999, 'captured'],
      [1, 'captured'],
    ])
  })

  it('PAY-06 opens a refund for the excess of an overpayment', async () => {
    const placed = await order()
    await markPaid(placed, 4000)
    await markPaid(placed, 6000)
    const records = await recordsOf(placed.id)
    expect(records.order).toMatchObject({ status: 'done', paidCents: 9000 })
    expect(records.refunds).toMatchObject([{ reason: 'double_payment', amountCents: 1000, status: 'open' }])
    const captured = records.payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const returned = records.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
    expect(captured - returned).toBe(records.order.totalCents)
  })

  it('PAY-06 settles an order with one of two concurrent bank bookings, and opens a refund for the other', async () => {
    const placed = await order()
    const answers = await Promise.all([markPaid(placed, 9000), markPaid(placed, 9000)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const records = await recordsOf(placed.id)
    expect(records.order).toMatchObject({ status: 'done', paidCents: 9000 })
    expect(records.tickets).toHaveLength(2)
    expect(records.payments.map(({ amountCents }) => amountCents)).toEqual([9000, 9000])
    expect(records.payments.map(({ status }) => status).sort()).toEqual(['captured', 'refunded'])
    const returned = records.payments.find(({ status }) => status === 'refunded')
    expect(records.refunds).toMatchObject([
      { paymentId: returned?.id, reason: 'double_payment', amountCents: 9000, status: 'open' },
    ])
  })

  it('PAY-06 counts a bank booking once, even if it is reported repeatedly and concurrently', async () => {
    const placed = await order()
    const answers = await Promise.all(Array.from({ length: 4 }, () => markPaid(placed, 4500, 'bank-once')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await markPaid(placed, 4500, 'bank-once')).toMatchObject({
      status: 200,
      body: { status: 'payment_pending', paidCents: 4500, returnedCents: 0 },
    })
    const records = await recordsOf(placed.id)
    expect(records.payments).toMatchObject([{ status: 'captured', amountCents: 4500, externalId: 'bank-once' }])
    expect(records.refunds).toEqual([])
    await markPaid(placed, 4500, 'bank-other')
    expect(await markPaid(placed, 4500, 'bank-other')).toMatchObject({ status: 200, body: { status: 'done' } })
    expect((await recordsOf(placed.id)).refunds).toEqual([])
  })

  it('PAY-06 rejects a booking id that was already counted for another order or another amount', async () => {
    const [first, second] = [await order(), await order()]
    await markPaid(first, 4500, 'bank-first')
    const refused = { status: 409, body: { code: 'BOOKING_KNOWN', params: { amountCents: 4500 } } }
    expect(await markPaid(second, 4500, 'bank-first')).toMatchObject(refused)
    expect(await markPaid(first, 4400, 'bank-first')).toMatchObject(refused)
    expect((await recordsOf(second.id)).payments).toEqual([])
    expect((await recordsOf(first.id)).order.paidCents).toBe(4500)
  })

  it('PAY-06 opens a refund for a second transfer to a paid order', async () => {
    const placed = await order()
    await markPaid(placed)
    expect(await markPaid(placed, 9000)).toMatchObject({ status: 200, body: { status: 'done', returnedCents: 9000 } })
    expect((await recordsOf(placed.id)).refunds).toMatchObject([{ reason: 'double_payment', status: 'open' }])
  })

  it("PAY-06 rejects bookings without the operator's token, with invalid input or for an unknown order", async () => {
    const placed = await order()
    const booking = { reference: placed.reference, amountCents: null, bookingId: 'bank-nobody' }
    expect(await operator('POST', '/orders/mark-paid', booking, 'guessed')).toMatchObject({ status: 404 })
    expect(await operator('POST', '/orders/mark-paid', { ...booking, amountCents: -5 })).toMatchObject({ status: 400 })
    expect(
      await operator('POST', '/orders/mark-paid', { reference: placed.reference, amountCents: null }),
    ).toMatchObject({ status: 400 })
    expect(await operator('POST', '/orders/mark-paid', { ...booking, reference: '1000000000' })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_NOT_FOUND' },
    })
    expect(await fetchOrder(placed)).toMatchObject({ status: 'payment_pending' })
  })
})

describe('bookings of a bank statement', () => {
  const booking = (id: string, purpose: string, amountCents = 9000): BankBooking => ({
    ...{ id, purpose, amountCents, bookedOn: '2026-11-23', payer: 'Ida Brandt', doubt: null },
  })
  const verdictsOf = async (statement: BankBooking[]) => {
    const references = statement.flatMap(({ purpose }) => referencesIn(purpose))
    const known = await operator('POST', '/orders/transfers', {
      references,
      bookingIds: statement.map(({ id }) => id),
    })
    expect(known.status).toBe(200)
    return matchBookings(statement, known.body as KnownTransfers)
  }

  it('PAY-06 match the unpaid orders that they name or almost name, and are known after they were recorded', async () => {
    const [exact, mistyped, partial] = [await order(), await order(), await order()]
    const typo = mistyped.reference.replace(/.$/, (digit) => (digit === '9' ? '8' : '9'))
    const ids = ['stmt-1', 'stmt-2', 'stmt-3', 'stmt-4']
    const statement = [
      booking('stmt-1', `BAX${exact.reference} Ida Brandt`),
      booking('stmt-2', `BAX${typo}`),
      booking('stmt-3', `BAX${partial.reference}`, 4500),
      booking('stmt-4', 'Konzertkarten'),
    ]
    const listed = [{ kind: 'partial', reference: partial.reference, balanceCents: 9000 }, { kind: 'unknown' }]
    const verdicts = await verdictsOf(statement)
    expect(verdicts).toEqual([
      { kind: 'match', reference: exact.reference, isCorrected: false },
      { kind: 'match', reference: mistyped.reference, isCorrected: true },
      ...listed,
    ])
    await markPaid(exact, 9000, ids[0])
    await markPaid(mistyped, 9000, ids[1])
    expect(await verdictsOf(statement)).toEqual([
      { kind: 'recorded', reference: exact.reference },
      { kind: 'recorded', reference: mistyped.reference },
      ...listed,
    ])
    expect(await verdictsOf([booking('stmt-5', `BAX${exact.reference}`)])).toEqual([
      { kind: 'duplicate', reference: exact.reference, balanceCents: 0 },
    ])
  })

  it('PAY-06 are recorded by the next run if the first run was interrupted', async () => {
    const placed = await order()
    const interrupted = { orderId: placed.id, provider: 'bank', method: 'bank_transfer', amountCents: 9000 } as const
    await openBookedPayment(db, { ...interrupted, bookingId: 'stmt-cut' }, Date.now())
    expect(await verdictsOf([booking('stmt-cut', `BAX${placed.reference}`)])).toMatchObject([{ kind: 'match' }])
    await markPaid(placed, 9000, 'stmt-cut')
    expect(await fetchOrder(placed)).toMatchObject({ status: 'done', balanceCents: 0 })
    expect(await verdictsOf([booking('stmt-cut', `BAX${placed.reference}`)])).toMatchObject([{ kind: 'recorded' }])
  })

  it.each([
    { references: ['1'], bookingIds: [] },
    { references: [], bookingIds: ['with space'] },
    { references: [], bookingIds: Array.from({ length: 201 }, (_, index) => `stmt-${index}`) },
    { references: [] },
  ])('PAY-06 are not compared if the request is invalid', async (body) => {
    expect(await operator('POST', '/orders/transfers', body)).toEqual({ status: 400, body: { code: 'BAD_INPUT' } })
  })
})
