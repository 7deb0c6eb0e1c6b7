import { describe, expect, it } from 'vitest'
import { parseVoucherAmount } from '../../../../schema/rules/voucher.ts'
import { linesOf } from '../../../../worker/domain/cart/cart-line.ts'
import type { CartVoucher } from '../../../../worker/domain/cart/cart-voucher.ts'
import { splitCents, voucherUse } from '../../../../worker/domain/orders/voucher.ts'
import { Random } from '../../../support/random.ts'
import { cartItem, merch, sellableMap, ticket } from '../../../support/sellable-builder.ts'

const sum = (amounts: number[]) => amounts.reduce((whole, amount) => whole + amount, 0)

describe('splitting an amount', () => {
  it('CART-06 gives parts that add up to the amount and never exceed their weights, for 2,000 random splits', () => {
    const random = new Random(6)
    for (let round = 0; round < 2000; round++) {
      const largest = 10 ** (1 + Math.floor(random.fraction() * 11))
      const weights = Array.from({ length: 1 + Math.floor(random.fraction() * 30) }, () =>
        Math.floor(random.fraction() * largest),
      )
      const amount = Math.floor(random.fraction() * (sum(weights) + 1))
      const parts = splitCents(amount, weights)
      expect(sum(parts)).toBe(sum(weights) === 0 ? 0 : amount)
      expect(parts.every((part, index) => part >= 0 && part <= (weights[index] ?? 0))).toBe(true)
    }
  })

  it('CART-06 gives the remaining cents to the largest remainders, and to the first of equal ones', () => {
    expect(splitCents(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitCents(5000, [4500, 4500, 4500])).toEqual([1667, 1667, 1666])
    expect(splitCents(10, [])).toEqual([])
    expect(splitCents(0, [0, 0])).toEqual([0, 0])
  })
})

describe('the use of a voucher', () => {
  const seat = ticket('seat', { priceCents: 3000 })
  const shirt = merch('shirt', { priceCents: 2500 })
  const gift = merch('gift', { priceCents: 5000, giftVoucher: true })
  const lines = linesOf(
    [seat, shirt, gift].map((sellable) => cartItem(sellable)),
    sellableMap(seat, shirt, gift),
  )
  const voucher: CartVoucher = {
    programme: 'own',
    reference: 'voucher',
    label: { de: 'KulturPass', en: 'Culture pass' },
    leftCents: 20_000,
    covers: 'tickets',
    minimumCents: 0,
    expiresAt: 1000,
    limitCents: null,
  }
  const centsOf = (changes: Partial<CartVoucher>, now = 0) => voucherUse({ ...voucher, ...changes }, lines, now)

  it('CART-06 pays tickets, or all items except gift vouchers, up to its value and its limit', () => {
    expect(centsOf({}).cents).toBe(3000)
    expect(centsOf({ covers: 'items' }).cents).toBe(5500)
    expect(centsOf({ leftCents: 700 }).cents).toBe(700)
    expect(centsOf({ limitCents: 250 }).cents).toBe(250)
    expect([...centsOf({ covers: 'items', leftCents: 1100 }).parts.values()]).toEqual([600, 500])
  })

  it('CART-06 pays nothing once it has expired, below its minimum, or without anything to pay for', () => {
    expect(centsOf({}, 1000)).toMatchObject({ cents: 0, obstacle: 'EXPIRED' })
    expect(centsOf({ minimumCents: 3001 })).toMatchObject({ cents: 0, obstacle: 'BELOW_MINIMUM' })
    expect(centsOf({ leftCents: 0 })).toMatchObject({ cents: 0, obstacle: 'NOTHING_COVERED' })
    expect(voucherUse(voucher, [], 0)).toMatchObject({ cents: 0, obstacle: 'NOTHING_COVERED' })
  })
})

describe('the amount in a link', () => {
  it.each([
    ['20', 2000],
    ['20.5', 2050],
    ['20,50', 2050],
    [' 0,01 ', 1],
    ['0', null],
    ['-5', null],
    ['1e3', null],
    ['20.505', null],
    ['99999999999', null],
    ['', null],
  ])('CART-06 reads %j as %s cents', (text, cents) => {
    expect(parseVoucherAmount(text)).toBe(cents)
  })
})
