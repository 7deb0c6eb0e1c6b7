/** What fans type for the validation code of a ticket: 13 digits, the last of which is a check digit. */

const CODE = /^\d{13}$/
/** Codes are read and copied in groups. A no-break space comes from a mail or a PDF. */
const SPACES = /[\s\u00a0\u202f]/g

/** Returns the typed text without spaces. */
function withoutSpaces(typed: string): string {
  return typed.replace(SPACES, '')
}

/** Returns the code, or null if the text contains anything else than 13 digits and spaces. */
export function ticketCodeIn(typed: string): string | null {
  const code = withoutSpaces(typed)
  return CODE.test(code) ? code : null
}

/** The code as tickets and pages show it: `4 012345 678901`. */
export function groupedCode(code: string): string {
  return code.replace(/^(\d)(\d{6})(\d{6})$/, '$1 $2 $3')
}

/** Returns the code as a refund request contains it: without spaces and without the check digit. */
export function withoutCheckDigit(typed: string): string {
  return withoutSpaces(typed).slice(0, -1)
}
