import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildPaymentWorld, knownOf, type Placed, placeOrder, shown } from '../support/payment-desk.ts'
import type { World } from '../support/shop-world.ts'

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

const order = () => placeOrder(world, { standing: 2, method: 'bank_transfer' })

async function operator(method: string, path: string, body?: object, token = 'only-for-tests') {
  const response = await exports.default.fetch(
    new Request(`http://localhost:8787/operator${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )
  return {
    status: response.status,
    body: response.headers.get('content-type')?.includes('json') ? await response.json() : null,
  }
}

const markPaid = ({ reference }: Placed, amountCents: number | null = null) =>
  operator('POST', '/orders/mark-paid', { reference, amountCents })

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
      body: { reference: placed.reference, status: 'done', paidCents: 9000, totalCents: 9000 },
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

  it('PAY-06 nobody but the operator speaks for the bank', async () => {
    const placed = await order()
    const said = { reference: placed.reference, amountCents: null }
    expect(await operator('POST', '/orders/mark-paid', said, 'guessed')).toMatchObject({ status: 404 })
    expect(await operator('POST', '/orders/mark-paid', { ...said, amountCents: -5 })).toMatchObject({ status: 400 })
    expect(await operator('POST', '/orders/mark-paid', { ...said, reference: '1000000000' })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_NOT_FOUND' },
    })
    expect(await shown(placed)).toMatchObject({ status: 'payment_pending' })
  })
})
