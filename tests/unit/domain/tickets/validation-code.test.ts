import { describe, expect, it } from 'vitest'
import { isValidationCode, newValidationCode } from '../../../../worker/domain/tickets/validation-code.ts'

describe('validation codes', () => {
  it('TIX-01 are valid only with thirteen digits and a correct GS1 check digit', () => {
    // Examples that GS1 publishes, and the EAN of a book.
    for (const published of ['4006381333931', '5901234123457', '9783161484100', '0000000000000']) {
      expect(isValidationCode(published)).toBe(true)
    }
    for (const wrong of ['4006381333930', '400638133393', '40063813339311', '400638133393X', '', ' 4006381333931']) {
      expect(isValidationCode(wrong)).toBe(false)
    }
  })

  it('TIX-01 detect every wrong digit', () => {
    const code = newValidationCode()
    for (let index = 0; index < 13; index++) {
      for (let digit = 0; digit < 10; digit++) {
        const typed = code.slice(0, index) + String(digit) + code.slice(index + 1)
        expect(isValidationCode(typed)).toBe(typed === code)
      }
    }
  })

  it('TIX-01 use every digit evenly in every position before the check digit', () => {
    const rounds = 4000
    const counts = Array.from({ length: 12 }, () => new Array<number>(10).fill(0))
    for (let round = 0; round < rounds; round++) {
      const code = newValidationCode()
      expect(isValidationCode(code)).toBe(true)
      for (const [index, row] of counts.entries()) {
        const digit = Number(code[index])
        row[digit] = (row[digit] ?? 0) + 1
      }
    }
    // With 9 degrees of freedom, chi-square exceeds 40 once in 100,000 positions.
    for (const row of counts) {
      const chi = row.reduce((sum, seen) => sum + (seen - rounds / 10) ** 2 / (rounds / 10), 0)
      expect(chi).toBeLessThan(40)
    }
  })
})
