import { describe, expect, it } from 'vitest'
import { isOrderReference, newOrderReference } from '../../../../worker/domain/orders/order-reference.ts'

describe('order references', () => {
  it('PAY-06 have ten digits, including a check digit that detects a wrong digit', () => {
    for (let round = 0; round < 300; round++) {
      const reference = newOrderReference()
      expect(reference).toMatch(/^[1-9]\d{9}$/)
      expect(isOrderReference(reference)).toBe(true)
      const index = round % 10
      const slipped = reference.slice(0, index) + ((Number(reference[index]) + 3) % 10) + reference.slice(index + 1)
      expect(isOrderReference(slipped)).toBe(false)
    }
  })

  it.each(['', '12345', '0123456789', 'abcdefghij', '12345678901'])('PAY-06 do not include %j', (value) => {
    expect(isOrderReference(value)).toBe(false)
  })
})
