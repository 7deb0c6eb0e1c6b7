/** The days of a concert or a tour. Not every page needs them, so they are no part of format.ts, which all pages load. */
import { unbroken } from '../../schema/rules/unbroken-text.ts'
import { formatDate } from './format.ts'

/** One date, or two if the last day differs from the first. `until` is null if there is no last day (L10N-04). */
export function formatDateSpan(from: number, until: number | null, timeZone: string): string {
  const dates = [from, until ?? from].map((day) => unbroken(formatDate(day, timeZone)))
  // The dash stays with the first date, so that no line begins with it.
  return [...new Set(dates)].join('\u00a0– ')
}
