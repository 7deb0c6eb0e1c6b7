/** Finds the numbers of tickets in a list that a fan pastes into one field. */
import { groupedCode } from '../../../schema/rules/ticket-code.ts'

/** Shorter numbers are no numbers of tickets: `Ticket 1`, a date, or an order number of ten digits. */
const SHORTEST = 11

/**
 * Returns each number as the form shows it. Anything except a digit or a space separates numbers, as does a line break. Spaces
 * may separate them too, because complete numbers are equally long. A wrong number stays as it is, so that the form marks it.
 */
export function listedCodes(text: string): string[] {
  return text
    .split(/[^\d\s]|[\r\n]/)
    .map((part) => part.replace(/\s/g, ''))
    .filter((digits) => digits.length >= SHORTEST)
    .flatMap((digits) => (/^(\d{13})+$/.test(digits) ? (digits.match(/\d{13}/g) ?? []) : [digits]))
    .map(groupedCode)
}

/** Returns the rows of the form with the listed numbers in place of row `index`. A number that another row contains is left out. */
export function withListedCodes(rows: readonly string[], index: number, listed: readonly string[]): string[] {
  const digitsOf = (row: string) => row.replace(/\s/g, '')
  const filled = (row: string) => digitsOf(row) !== ''
  const before = rows.slice(0, index).filter(filled)
  const after = rows.slice(index + 1).filter(filled)
  const known = new Set([...before, ...after].map(digitsOf))
  const added = [...new Set(listed)].filter((code) => !known.has(digitsOf(code)))
  const next = [...before, ...added, ...after]
  return next.length > 0 ? next : ['']
}
