import { describe, expect, it } from 'vitest'
import { isId, newId } from '../../../schema/ids.ts'
import { newOrderReference } from '../../../worker/domain/orders/order-reference.ts'

const ROUNDS = 5_000

/** Returns the chi-square statistic of the characters at `position` against an even distribution. */
function unevenness(values: string[], position: number, alphabet: string): number {
  const expected = values.length / alphabet.length
  return [...alphabet].reduce((sum, letter) => {
    const seen = values.filter((value) => value[position] === letter).length
    return sum + (seen - expected) ** 2 / expected
  }, 0)
}

describe('order', () => {
  it('gets an id that ends with 16 evenly distributed random characters and does not repeat', () => {
    const ids = Array.from({ length: ROUNDS }, () => newId('order', 1_800_000_000_000))
    expect(new Set(ids).size).toBe(ROUNDS)
    expect(ids.every((id) => isId('order', id))).toBe(true)
    const chances = ids.map((id) => id.slice(-16))
    // With 31 degrees of freedom, chi-square exceeds 90 once in ten million positions.
    for (let position = 0; position < 16; position++) {
      expect(unevenness(chances, position, '0123456789abcdefghjkmnpqrstvwxyz')).toBeLessThan(90)
    }
  })

  it('PAY-06 gets a reference of evenly distributed digits, which is higher than the previous one about half the time', () => {
    const references = Array.from({ length: ROUNDS }, () => newOrderReference())
    // There are about 820 million references, so 5,000 of them contain about 0.015 equal pairs.
    expect(new Set(references).size).toBeGreaterThanOrEqual(ROUNDS - 1)
    // The first digit is never 0, and the last one is a check digit.
    for (let position = 1; position < 9; position++)
      expect(unevenness(references, position, '0123456789')).toBeLessThan(50)
    const steps = references.slice(1).map((reference, index) => Number(reference) > Number(references[index]))
    const rising = steps.filter(Boolean).length
    expect(Math.abs(rising - steps.length / 2)).toBeLessThan(steps.length * 0.05)
  })
})
