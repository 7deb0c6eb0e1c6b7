/**
 * The reference of an order, which fans read and type: nine random digits and a check digit (weights 10 to 2, modulo
 * 11). The check digit reveals any single wrong digit in a bank transfer. Random digits do not reveal how many orders
 * exist.
 */
const DIGITS = 9

export function newOrderReference(): string {
  for (;;) {
    const digits = randomDigits()
    const check = checkDigit(digits)
    // A check digit of ten would need a letter, so skip such a number.
    if (check < 10) return digits + String(check)
  }
}

/** Whether the text has ten digits and a correct check digit. */
export function isOrderReference(text: string): boolean {
  return /^[1-9]\d{9}$/.test(text) && checkDigit(text.slice(0, DIGITS)) === Number(text.slice(DIGITS))
}

function randomDigits(): string {
  let digits = ''
  while (digits.length < DIGITS) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      // Bytes of 250 and above would make 0 to 5 more likely than 6 to 9. A leading zero could get lost in a form.
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
