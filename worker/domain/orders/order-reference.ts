/**
 * An order's number as fans read and type it: nine random digits and a check digit (weights 10 to 2, modulo 11), so that
 * any single slip in a bank transfer is noticed and a number tells nothing about how many orders there are.
 */

const DIGITS = 9

export function newOrderReference(): string {
  for (;;) {
    const digits = randomDigits()
    const check = checkDigit(digits)
    // Ten would need a letter: another number, then.
    if (check < 10) return digits + String(check)
  }
}

/** True for ten digits whose last fits the others. */
export function isOrderReference(value: string): boolean {
  return /^[1-9]\d{9}$/.test(value) && checkDigit(value.slice(0, DIGITS)) === Number(value.slice(DIGITS))
}

function randomDigits(): string {
  let digits = ''
  while (digits.length < DIGITS) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      // 250 and above would make 0 to 5 likelier than 6 to 9; a leading zero would get lost in a form.
      if (byte < 250 && (digits !== '' || byte % 10 !== 0) && digits.length < DIGITS) digits += String(byte % 10)
    }
  }
  return digits
}

function checkDigit(digits: string): number {
  let sum = 0
  for (const [index, digit] of [...digits].entries()) sum += Number(digit) * (10 - index)
  return (11 - (sum % 11)) % 11
}
