import { describe, expect, it } from 'vitest'
import { newValidationCode } from '../../../../worker/domain/tickets/validation-code.ts'

/** The sum of the digits with the weights 1 and 3 in turn, modulo 10. It is 0 for a correct code. */
function remainder(code: string): number {
  return [...code].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10
}

describe('validation codes', () => {
  it('TIX-01 have thirteen digits, of which the last is a GS1 check digit', () => {
    // Well-known EAN-13 codes.
    for (const published of ['4006381333931', '5901234123457', '9783161484100']) expect(remainder(published)).toBe(0)
    const code = newValidationCode()
    expect(code).toMatch(/^\d{13}$/)
    expect(remainder(code)).toBe(0)
  })

  it('TIX-01 detect every single wrong digit', () => {
    const code = newValidationCode()
    for (let index = 0; index < 13; index++) {
      for (let digit = 0; digit < 10; digit++) {
        const typed = code.slice(0, index) + String(digit) + code.slice(index + 1)
        expect(remainder(typed) === 0).toBe(typed === code)
      }
    }
  })

  it('TIX-01 use every digit evenly in every position before the check digit', () => {
    const rounds = 4000
    const counts = Array.from({ length: 12 }, () => new Array<number>(10).fill(0))
    for (let round = 0; round < rounds; round++) {
      const code = newValidationCode()
      expect(remainder(code)).toBe(0)
      for (const [index, row] of counts.entries()) {
        const digit = Number(code[index])
        row[digit] = (row[digit] ?? 0) + 1
      }
    }
    // With 9 degrees of freedom, chi-square exceeds 40 less than once in 100,000 positions.
    for (const row of counts) {
      const chi = row.reduce((sum, seen) => sum + (seen - rounds / 10) ** 2 / (rounds / 10), 0)
      expect(chi).toBeLessThan(40)
    }
  })
})
