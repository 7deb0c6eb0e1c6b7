/**
 * An order's number as fans read and type it: nine random digits and a check digit (mod 11, 10 becomes 0), so that a
 * slip in a bank transfer is noticed and a number tells nothing about how many orders there are.
 */

const DIGITS = 9

export function newOrderReference(): string {
  let digits = ''
  while (digits.length < DIGITS) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    // 250 and above would make 0 to 5 likelier than 6 to 9.
    if (byte < 250 && (digits !== '' || byte % 10 !== 0)) digits += String(byte % 10)
  }
  return digits + checkDigit(digits)
}

export function isOrderReference(value: string): boolean {
  return /^[1-9]\d{9}$/.test(value) && checkDigit(value.slice(0, DIGITS)) === value.slice(DIGITS)
}

function checkDigit(digits: string): string {
  let sum = 0
  for (const [index, digit] of [...digits].entries()) sum += Number(digit) * (10 - index)
  return String(((11 - (sum % 11)) % 11) % 10)
}
