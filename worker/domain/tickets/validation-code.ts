/**
 * The validation code of a ticket: twelve random digits and GS1's check digit, as in EAN-13. If somebody at the gate
 * types the code, the check digit reveals a typing error. Any barcode scanner can read the code.
 */
import { gtin } from 'cdigit'

const DIGITS = 12

export function newValidationCode(): string {
  let digits = ''
  while (digits.length < DIGITS) {
    for (const byte of crypto.getRandomValues(new Uint8Array(24))) {
      // Bytes of 250 and above would make 0 to 5 more likely than 6 to 9.
      if (byte < 250 && digits.length < DIGITS) digits += String(byte % 10)
    }
  }
  return gtin.generate(digits)
}
