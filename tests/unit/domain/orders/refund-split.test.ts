import { describe, expect, it } from 'vitest'
import { splitOverPayments } from '../../../../worker/domain/orders/refund-split.ts'

const left = (...sums: number[]) => sums.map((leftCents, index) => ({ paymentId: `pay_${index}`, leftCents }))

describe('a sum that goes back over several payments', () => {
  it.each([
    ['one payment that has enough', 4500, [9000], [4500]],
    ['two payments, the first one used up', 5000, [4000, 5000], [4000, 1000]],
    ['a payment that was returned before', 5000, [0, 5000], [5000]],
    ['everything that is left', Number.POSITIVE_INFINITY, [4000, 4999, 1], [4000, 4999, 1]],
    ['nothing owed', 0, [9000], []],
  ])('PAY-07 %s: the parts sum to the whole', (_, owed, payments, parts) => {
    const split = splitOverPayments(owed, left(...payments))
    expect(split.map(({ amountCents }) => amountCents)).toEqual(parts)
    const total = payments.reduce((sum, cents) => sum + cents, 0)
    expect(split.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(Math.min(owed, total))
  })
})
