import { describe, expect, it } from 'vitest'
import {
  type BankBooking,
  type ExpectedTransfer,
  matchBookings,
  referencesIn,
} from '../../../../worker/domain/orders/bank-booking.ts'
import { isOrderReference, newOrderReference } from '../../../../worker/domain/orders/order-reference.ts'

const IDA = '4829130571'
const BEN = '7000000015'

const booking = (purpose: string, more: Partial<BankBooking> = {}): BankBooking => ({
  id: 'b1',
  bookedOn: '2026-11-23',
  amountCents: 9000,
  payer: 'Familie Groß',
  purpose,
  doubt: null,
  ...more,
})
const order = (reference: string, more: Partial<ExpectedTransfer> = {}): ExpectedTransfer => ({
  reference,
  status: 'payment_pending',
  paidCents: 0,
  balanceCents: 9000,
  buyerLastName: 'Groß',
  ...more,
})
const verdictOf = (one: BankBooking, ...orders: ExpectedTransfer[]) => {
  const unpaid = orders.filter(({ status }) => status === 'payment_pending')
  return matchBookings([one], { named: orders, unpaid, recorded: [] })[0]
}

describe('order number in a purpose', () => {
  it.each([
    `BAX${IDA} Ida Brandt`,
    `bax ${IDA}`,
    'BAX 482 913 0571',
    'BAX-4829-130-571',
    'Rechnung 17 vom 23.11. / 4829130571',
    'BAX48291\n30571',
    `2026${IDA}`,
  ])('PAY-06 is found in “%s”', (purpose) => {
    expect(referencesIn(purpose)).toContain(IDA)
  })

  it('PAY-06 has a correct check digit', () => {
    for (let count = 0; count < 200; count++) {
      const reference = newOrderReference()
      expect(referencesIn(`BAX${reference}`)).toEqual([reference])
      const wrong = reference.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
      expect(isOrderReference(wrong)).toBe(false)
      expect(referencesIn(`BAX${wrong}`)).toEqual([])
    }
  })
})

describe('booking', () => {
  it('PAY-06 matches the order that its purpose names, if its amount is the balance', () => {
    expect(verdictOf(booking(`BAX${IDA}`, { payer: 'Oma' }), order(IDA), order(BEN))).toEqual({
      kind: 'match',
      reference: IDA,
      isCorrected: false,
    })
  })

  it.each([
    ['a partial payment', 4500, {}, { kind: 'partial', reference: IDA, balanceCents: 9000 }],
    ['too much money', 9001, {}, { kind: 'excess', reference: IDA, balanceCents: 9000 }],
    [
      'the rest of a partial payment',
      4500,
      { paidCents: 4500, balanceCents: 4500 },
      { kind: 'rest', reference: IDA, balanceCents: 4500 },
    ],
    ['a paid order', 9000, { status: 'done', balanceCents: 0 }, { kind: 'duplicate', reference: IDA, balanceCents: 0 }],
    ['a cancelled order', 9000, { status: 'cancelled' }, { kind: 'closed', reference: IDA, status: 'cancelled' }],
    ['an order in problem', 9000, { status: 'problem' }, { kind: 'closed', reference: IDA, status: 'problem' }],
  ] as const)('PAY-06 is listed, not recorded, for %s', (_what, amountCents, change, verdict) => {
    expect(verdictOf(booking(`BAX${IDA}`, { amountCents }), order(IDA, change))).toEqual(verdict)
  })

  it.each([
    ['a wrong digit', 'BAX4829130671'],
    ['two swapped digits', 'BAX4829310571'],
    ['a missing digit', 'BAX482913571'],
    ['an additional digit', 'BAX48291330571'],
    ['a letter for a digit', 'BAX482913O57I'],
  ])('PAY-06 matches an order number with %s only if the amount and the name fit too', (_what, purpose) => {
    const corrected = { kind: 'match', reference: IDA, isCorrected: true }
    const listed = { kind: 'unclear', references: [IDA] }
    const known = [order(IDA), order(BEN, { buyerLastName: 'Brandt' })]
    expect(verdictOf(booking(purpose), ...known)).toEqual(corrected)
    expect(verdictOf(booking(`${purpose} Groß`, { payer: 'Oma' }), ...known)).toEqual(corrected)
    expect(verdictOf(booking(purpose, { payer: 'GROSS, JOERG' }), ...known)).toEqual(corrected)
    expect(verdictOf(booking(purpose, { payer: 'Ida Großmann' }), ...known)).toEqual(listed)
    expect(verdictOf(booking(purpose, { amountCents: 8999 }), ...known)).toEqual(listed)
    expect(verdictOf(booking(purpose), order(IDA, { paidCents: 100 }))).toEqual(listed)
  })

  it('PAY-06 is never guessed: without an order number, or with the numbers of two orders, it is listed', () => {
    expect(verdictOf(booking('Konzertkarten'), order(IDA))).toEqual({ kind: 'unknown' })
    expect(verdictOf(booking('BAX9999999999'), order(IDA))).toEqual({ kind: 'unknown' })
    expect(verdictOf(booking(`${IDA} und ${BEN}`), order(IDA), order(BEN))).toEqual({
      kind: 'unclear',
      references: [IDA, BEN],
    })
    const near = order('4829130563')
    expect(verdictOf(booking('BAX482913057'), order(IDA), near)).toMatchObject({ kind: 'match', reference: IDA })
    expect(verdictOf(booking('BAX482913056'), near, order('4829130569'))).toEqual({
      kind: 'unclear',
      references: [near.reference, '4829130569'],
    })
  })

  it('PAY-06 is listed if it is in doubt, although it fits an order', () => {
    const doubted = booking(`BAX${IDA}`, { doubt: 'the bank took back a booking' })
    expect(verdictOf(doubted, order(IDA))).toEqual({ kind: 'unclear', references: [IDA] })
    expect(verdictOf({ ...doubted, purpose: '' }, order(IDA))).toEqual({ kind: 'unclear', references: [] })
  })

  it('PAY-06 is a duplicate if an earlier booking of the statement has paid the order', () => {
    const twice = [booking(`BAX${IDA}`), booking(`BAX${IDA}`, { id: 'b2' }), booking('BAX4829130671', { id: 'b3' })]
    expect(matchBookings(twice, { named: [order(IDA)], unpaid: [order(IDA)], recorded: [] })).toMatchObject([
      { kind: 'match' },
      { kind: 'duplicate', balanceCents: 0 },
      { kind: 'unclear', references: [IDA] },
    ])
  })

  it('PAY-06 is known if it was recorded before, whatever its order has become', () => {
    const recorded = [{ bookingId: 'b1', reference: IDA }]
    const paid = order(IDA, { status: 'done', balanceCents: 0 })
    expect(matchBookings([booking(`BAX${IDA}`)], { named: [paid], unpaid: [], recorded })).toEqual([
      { kind: 'recorded', reference: IDA },
    ])
  })
})
