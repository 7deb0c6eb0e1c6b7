import { describe, expect, it } from 'vitest'
import { isId, newId } from '../../../schema/ids.ts'
import { newOrderReference } from '../../../worker/domain/orders/order-reference.ts'

const ROUNDS = 5_000

/** How far the counts are from even, in the measure of chi-square. */
function unevenness(values: string[], place: number, alphabet: string): number {
  const expected = values.length / alphabet.length
  return [...alphabet].reduce((sum, letter) => {
    const seen = values.filter((value) => value[place] === letter).length
    return sum + (seen - expected) ** 2 / expected
  }, 0)
}

describe('what opens an order', () => {
  it('has 80 bits of chance in its id: every letter alike in each of sixteen places, and none twice', () => {
    const ids = Array.from({ length: ROUNDS }, () => newId('order', 1_800_000_000_000))
    expect(new Set(ids).size).toBe(ROUNDS)
    expect(ids.every((id) => isId('order', id))).toBe(true)
    const chances = ids.map((id) => id.slice(-16))
    // 31 degrees of freedom: beyond 90 but once in ten million places.
    for (let place = 0; place < 16; place++) {
      expect(unevenness(chances, place, '0123456789abcdefghjkmnpqrstvwxyz')).toBeLessThan(90)
    }
  })

  it('PAY-06 has a number whose digits tell nothing of the order before', () => {
    const references = Array.from({ length: ROUNDS }, () => newOrderReference())
    // Nine billion numbers: among 5,000 about 0.001 pairs.
    expect(new Set(references).size).toBeGreaterThanOrEqual(ROUNDS - 1)
    // The first digit is never 0, the last is a check digit.
    for (let place = 1; place < 9; place++) expect(unevenness(references, place, '0123456789')).toBeLessThan(50)
    const steps = references.slice(1).map((reference, index) => Number(reference) > Number(references[index]))
    const rising = steps.filter(Boolean).length
    expect(Math.abs(rising - steps.length / 2)).toBeLessThan(steps.length * 0.05)
  })
})
