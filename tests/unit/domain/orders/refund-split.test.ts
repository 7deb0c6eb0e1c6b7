import { describe, expect, it } from 'vitest'
import { splitOverPayments } from '../../../../worker/domain/orders/refund-split.ts'

const left = (...sums: number[]) => sums.map((leftCents, index) => ({ paymentId: `pay_${index}`, leftCents }))

describe('refund over several payments', () => {
  it.each([
    ['from one payment that covers it', 4500, [9000], [4500]],
    ['over two payments when the first is used up', 5000, [4000, 5000], [4000, 1000]],
    ['without a payment that was refunded before', 5000, [0, 5000], [5000]],
    ['completely when no limit is given', Number.POSITIVE_INFINITY, [4000, 4999, 1], [4000, 4999, 1]],
    ['into nothing when nothing is owed', 0, [9000], []],
  ])('PAY-07 splits the amount %s', (_, owed, payments, parts) => {
    const split = splitOverPayments(owed, left(...payments))
    expect(split.map(({ amountCents }) => amountCents)).toEqual(parts)
    const total = payments.reduce((sum, cents) => sum + cents, 0)
    expect(split.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(Math.min(owed, total))
  })
})
