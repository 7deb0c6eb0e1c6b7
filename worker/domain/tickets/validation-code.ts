/**
 * A ticket's code: twelve random digits and GS1's check digit, as in EAN-13, so that a slip at the gate is noticed at once
 * and a plain barcode scanner reads it too.
 */
import { gtin } from 'cdigit'

const DIGITS = 12

export function newValidationCode(): string {
  let digits = ''
  while (digits.length < DIGITS) {
    for (const byte of crypto.getRandomValues(new Uint8Array(24))) {
      // 250 and above would make 0 to 5 likelier than 6 to 9.
      if (byte < 250 && digits.length < DIGITS) digits += String(byte % 10)
    }
  }
  return gtin.generate(digits)
}

/** True for thirteen digits whose last fits the others. */
export function isValidationCode(value: string): boolean {
  return /^\d{13}$/.test(value) && gtin.validate(value)
}
