import { describe, expect, it } from 'vitest'
import { settleStatement } from '../../../worker/cli/bank-command.ts'
import type { KnownTransfers } from '../../../worker/domain/orders/bank-booking.ts'

const PAID = '4829130571'
const REFUSED = '7000000015'

/** A shop with two unpaid orders of 10 euros, which refuses the payment of the second. */
function shopOf(recorded: KnownTransfers['recorded'] = [], returned = 0) {
  const orders = [PAID, REFUSED].map((reference) => ({
    ...{ reference, status: 'payment_pending', paidCents: 0, balanceCents: 1000, buyerLastName: 'Brandt' },
  }))
  const known: KnownTransfers = { named: orders, unpaid: orders, recorded }
  const calls: { path: string; body: object }[] = []
  const ask = async (_method: string, path: string, body: object) => {
    calls.push({ path, body })
    if (path === '/orders/transfers') return known
    if ('reference' in body && body.reference === REFUSED) throw new Error('refused (409): BOOKING_KNOWN')
    return { returnedCents: returned }
  }
  return { ask, calls, paths: () => calls.map(({ path }) => path) }
}

const booking = (id: string, purpose: string) => ({
  ...{ id, purpose, amountCents: 1000, bookedOn: '2026-11-23', payer: 'Ida Brandt', doubt: null },
})

describe('npm run orders -- bank', () => {
  it('PAY-06 records each booking that fits, and goes on if the shop refuses one', async () => {
    const shop = shopOf()
    const bookings = [booking('b1', `BAX${REFUSED}`), booking('b2', `BAX${PAID}`), booking('b3', 'Spende')]
    const report = await settleStatement({ bookings }, shop.ask, false)
    expect(report).toMatchObject({
      recorded: [{ reference: PAID, isCorrected: false }],
      known: 0,
      open: [{ booking: { id: 'b3' }, reason: 'no order number' }],
      failed: [{ order: REFUSED, reason: 'refused (409): BOOKING_KNOWN' }],
    })
    expect(shop.calls.at(-1)).toEqual({
      path: '/orders/mark-paid',
      body: { reference: PAID, amountCents: 1000, bookingId: 'b2' },
    })
  })

  it('PAY-06 records nothing in a dry run, and matches each order once', async () => {
    const shop = shopOf()
    const others = Array.from({ length: 100 }, (_, index) => booking(`other-${index}`, 'Spende'))
    const bookings = [booking('b1', `BAX${PAID}`), ...others, booking('b2', `BAX${PAID}`)]
    const report = await settleStatement({ bookings }, shop.ask, true)
    expect(shop.paths()).toEqual(['/orders/transfers', '/orders/transfers'])
    expect(report.recorded.map(({ booking: { id } }) => id)).toEqual(['b1'])
    expect(report.open.at(-1)).toMatchObject({ booking: { id: 'b2' }, reason: 'the order is already paid' })
  })

  it('PAY-06 counts the bookings that were recorded before', async () => {
    const shop = shopOf([{ bookingId: 'b1', reference: PAID }])
    const report = await settleStatement({ bookings: [booking('b1', `BAX${PAID}`)] }, shop.ask, false)
    expect(report).toEqual({ recorded: [], known: 1, open: [], failed: [], stoppedBy: null })
    expect(shop.paths()).toEqual(['/orders/transfers'])
  })

  it('PAY-06 lists a booking whose money the shop returns', async () => {
    const report = await settleStatement({ bookings: [booking('b1', `BAX${PAID}`)] }, shopOf([], 1000).ask, false)
    expect(report).toMatchObject({
      recorded: [],
      open: [{ order: PAID, reason: expect.stringContaining('a refund is open') }],
    })
  })

  it('PAY-06 reports what it has recorded if the shop stops answering', async () => {
    const shop = shopOf()
    const ask = async (method: string, path: string, body: object) => {
      if (shop.paths().filter((known) => known === '/orders/transfers').length === 1 && path === '/orders/transfers')
        throw new Error('the shop does not answer')
      return shop.ask(method, path, body)
    }
    const bookings = [
      booking('b1', `BAX${PAID}`),
      ...Array.from({ length: 150 }, (_, at) => booking(`c${at}`, 'Spende')),
    ]
    const report = await settleStatement({ bookings }, ask, false)
    expect(report).toMatchObject({ recorded: [{ reference: PAID }], stoppedBy: 'the shop does not answer' })
    expect(report.open).toHaveLength(99)
  })
})
