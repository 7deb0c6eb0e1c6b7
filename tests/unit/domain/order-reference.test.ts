import { describe, expect, it } from 'vitest'
import { isOrderReference, newOrderReference } from '../../../worker/domain/order-reference.ts'

describe('order references', () => {
  it('PAY-06 are ten digits whose last catches a slip', () => {
    for (let round = 0; round < 500; round++) {
      const reference = newOrderReference()
      expect(reference).toMatch(/^[1-9]\d{9}$/)
      expect(isOrderReference(reference)).toBe(true)
      const place = 1 + (round % 8)
      const slipped = reference.slice(0, place) + ((Number(reference[place]) + 1) % 10) + reference.slice(place + 1)
      if (slipped !== reference) expect(isOrderReference(slipped) && !slipped.endsWith('0')).toBe(false)
    }
  })

  it.each(['', '12345', '0123456789', 'abcdefghij', '12345678901'])('PAY-06 refuses %j', (value) => {
    expect(isOrderReference(value)).toBe(false)
  })
})
