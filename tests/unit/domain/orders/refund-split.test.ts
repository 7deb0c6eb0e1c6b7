import { describe, expect, it } from 'vitest'
import { splitOverPayments } from '../../../../worker/domain/orders/refund-split.ts'

const left = (...sums: number[]) => sums.map((leftCents, index) => ({ paymentId: `pay_${index}`, leftCents }))

describe('refund over several payments', () => {
  it.each([
    ['the whole amount from one payment that covers it', 4500, [9000], [4500]],
    ['the rest from the second payment if the first is not enough', 5000, [4000, 5000], [4000, 1000]],
    ['nothing from a payment that has nothing left', 5000, [0, 5000], [5000]],
    [
      'everything that is left if the owed amount is unlimited',
      Number.POSITIVE_INFINITY,
      [4000, 4999, 1],
      [4000, 4999, 1],
    ],
    ['nothing if nothing is owed', 0, [9000], []],
  ])('PAY-07 takes %s', (_, owed, payments, parts) => {
    const split = splitOverPayments(owed, left(...payments))
    expect(split.map(({ amountCents }) => amountCents)).toEqual(parts)
    const total = payments.reduce((sum, cents) => sum + cents, 0)
    expect(split.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(Math.min(owed, total))
  })
})
