import { beforeAll, describe, expect, it } from 'vitest'
import { buildPaymentWorld, knownOf, operator, type Placed, placeOrder, shown } from '../support/payment-desk.ts'
import type { World } from '../support/shop-world.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

const order = () => placeOrder(world, { standing: 2, method: 'bank_transfer' })

let bookings = 0
const markPaid = ({ reference }: Placed, amountCents: number | null = null, bookingId = `bank-${++bookings}`) =>
  operator('POST', '/orders/mark-paid', { reference, amountCents, bookingId })

describe('bank transfer', () => {
  it('PAY-06 the order tells account, sum and purpose, and the GiroCode says the same', async () => {
    const placed = await order()
    const transfer = (await shown(placed))?.bankTransfer
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
    expect((await knownOf(placed.id)).followUps).toEqual(['mail_order_received'])
  })

  it('PAY-06 the bank’s word pays the order', async () => {
    const placed = await order()
    expect(await markPaid(placed)).toEqual({
      status: 200,
      body: { reference: placed.reference, status: 'done', paidCents: 9000, totalCents: 9000, returnedCents: 0 },
    })
    expect((await knownOf(placed.id)).tickets).toHaveLength(2)
    expect(await shown(placed)).toMatchObject({ bankTransfer: null })
    expect(await markPaid(placed)).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_PAYABLE' } })
  })

  it('PAY-06 parts are counted until the order is covered', async () => {
    const placed = await order()
    await markPaid(placed, 4000)
    expect(await shown(placed)).toMatchObject({
      status: 'payment_pending',
      balanceCents: 5000,
      bankTransfer: { amountCents: 5000 },
    })
    expect((await knownOf(placed.id)).tickets).toEqual([])
    await markPaid(placed, 4999)
    expect(await shown(placed)).toMatchObject({ status: 'payment_pending', balanceCents: 1 })
    await markPaid(placed, 1)
    const known = await knownOf(placed.id)
    expect(known.order).toMatchObject({ status: 'done', paidCents: 9000 })
    expect(known.payments.map(({ amountCents, status }) => [amountCents, status])).toEqual([
      [4000, 'captured'],
      [4999, 'captured'],
      [1, 'captured'],
    ])
  })

  it('PAY-06 what is too much goes back', async () => {
    const placed = await order()
    await markPaid(placed, 4000)
    await markPaid(placed, 6000)
    const known = await knownOf(placed.id)
    expect(known.order).toMatchObject({ status: 'done', paidCents: 9000 })
    expect(known.refunds).toMatchObject([{ reason: 'double_payment', amountCents: 1000, status: 'open' }])
    const captured = known.payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const returned = known.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
    expect(captured - returned).toBe(known.order.totalCents)
  })

  it('PAY-06 two clerks at once pay it once; what the second booked goes back', async () => {
    const placed = await order()
    await Promise.all([markPaid(placed, 9000), markPaid(placed, 9000)])
    const known = await knownOf(placed.id)
    expect(known.order).toMatchObject({ status: 'done', paidCents: 9000 })
    expect(known.tickets).toHaveLength(2)
    const kept = known.payments.filter(({ status }) => status === 'captured')
    const captured = kept.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const returned = known.refunds
      .filter(({ paymentId }) => kept.some(({ id }) => id === paymentId))
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
    expect(captured - returned).toBe(9000)
  })

  it('PAY-06 counts a booking of the bank once, however often and however many at once tell of it', async () => {
    const placed = await order()
    const answers = await Promise.all(Array.from({ length: 4 }, () => markPaid(placed, 4500, 'bank-once')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await markPaid(placed, 4500, 'bank-once')).toMatchObject({
      status: 200,
      body: { status: 'payment_pending', paidCents: 4500, returnedCents: 0 },
    })
    const known = await knownOf(placed.id)
    expect(known.payments).toMatchObject([{ status: 'captured', amountCents: 4500, externalId: 'bank-once' }])
    expect(known.refunds).toEqual([])
    await markPaid(placed, 4500, 'bank-other')
    expect(await markPaid(placed, 4500, 'bank-other')).toMatchObject({ status: 200, body: { status: 'done' } })
    expect((await knownOf(placed.id)).refunds).toEqual([])
  })

  it('PAY-06 refuses a booking that was counted for another order or with another amount', async () => {
    const [first, second] = [await order(), await order()]
    await markPaid(first, 4500, 'bank-first')
    const refused = { status: 409, body: { code: 'BOOKING_KNOWN', params: { amountCents: 4500 } } }
    expect(await markPaid(second, 4500, 'bank-first')).toMatchObject(refused)
    expect(await markPaid(first, 4400, 'bank-first')).toMatchObject(refused)
    expect((await knownOf(second.id)).payments).toEqual([])
    expect((await knownOf(first.id)).order.paidCents).toBe(4500)
  })

  it('PAY-06 a second transfer for a paid order waits to be returned', async () => {
    const placed = await order()
    await markPaid(placed)
    expect(await markPaid(placed, 9000)).toMatchObject({ status: 200, body: { status: 'done', returnedCents: 9000 } })
    expect((await knownOf(placed.id)).refunds).toMatchObject([{ reason: 'double_payment', status: 'open' }])
  })

  it('PAY-06 nobody but the operator speaks for the bank', async () => {
    const placed = await order()
    const said = { reference: placed.reference, amountCents: null, bookingId: 'bank-nobody' }
    expect(await operator('POST', '/orders/mark-paid', said, 'guessed')).toMatchObject({ status: 404 })
    expect(await operator('POST', '/orders/mark-paid', { ...said, amountCents: -5 })).toMatchObject({ status: 400 })
    expect(
      await operator('POST', '/orders/mark-paid', { reference: placed.reference, amountCents: null }),
    ).toMatchObject({ status: 400 })
    expect(await operator('POST', '/orders/mark-paid', { ...said, reference: '1000000000' })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_NOT_FOUND' },
    })
    expect(await shown(placed)).toMatchObject({ status: 'payment_pending' })
  })
})
