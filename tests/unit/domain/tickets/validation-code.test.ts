import { describe, expect, it } from 'vitest'
import { isValidationCode, newValidationCode } from '../../../../worker/domain/tickets/validation-code.ts'

describe('validation codes', () => {
  it('TIX-01 have twelve random digits and GS1’s check digit', () => {
    // Published examples of GS1 and the EAN of a book.
    for (const known of ['4006381333931', '5901234123457', '9783161484100', '0000000000000']) {
      expect(isValidationCode(known)).toBe(true)
    }
    for (const wrong of ['4006381333930', '400638133393', '40063813339311', '400638133393X', '', ' 4006381333931']) {
      expect(isValidationCode(wrong)).toBe(false)
    }
  })

  it('TIX-01 notice every slip of one digit and nearly every swap of neighbours', () => {
    const code = newValidationCode()
    for (let place = 0; place < 13; place++) {
      for (let digit = 0; digit < 10; digit++) {
        const typed = code.slice(0, place) + String(digit) + code.slice(place + 1)
        expect(isValidationCode(typed)).toBe(typed === code)
      }
    }
  })

  it('TIX-01 use every digit alike in every place', () => {
    const draws = 4000
    const counts = Array.from({ length: 12 }, () => new Array<number>(10).fill(0))
    for (let draw = 0; draw < draws; draw++) {
      const code = newValidationCode()
      expect(isValidationCode(code)).toBe(true)
      for (const [place, row] of counts.entries()) {
        const digit = Number(code[place])
        row[digit] = (row[digit] ?? 0) + 1
      }
    }
    // Chi-square with 9 degrees of freedom stays below 40 but once in 100,000 places.
    for (const row of counts) {
      const chi = row.reduce((sum, seen) => sum + (seen - draws / 10) ** 2 / (draws / 10), 0)
      expect(chi).toBeLessThan(40)
    }
  })
})
