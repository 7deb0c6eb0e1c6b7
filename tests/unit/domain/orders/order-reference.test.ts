import { describe, expect, it } from 'vitest'
import { isOrderReference, newOrderReference } from '../../../../worker/domain/orders/order-reference.ts'

describe('order references', () => {
  it('PAY-06 are ten digits, and any single slip is noticed', () => {
    for (let round = 0; round < 300; round++) {
      const reference = newOrderReference()
      expect(reference).toMatch(/^[1-9]\d{9}$/)
      expect(isOrderReference(reference)).toBe(true)
      const place = round % 10
      const slipped = reference.slice(0, place) + ((Number(reference[place]) + 3) % 10) + reference.slice(place + 1)
      expect(isOrderReference(slipped)).toBe(false)
    }
  })

  it.each(['', '12345', '0123456789', 'abcdefghij', '12345678901'])('PAY-06 refuses %j', (value) => {
    expect(isOrderReference(value)).toBe(false)
  })
})
