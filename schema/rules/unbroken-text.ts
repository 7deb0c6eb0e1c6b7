/**
 * Replaces the spaces of a date, a time or a code with no-break spaces. The space after a comma stays, so that a line may end
 * between a date and a time. The comma after the weekday of a German date is the exception: no line ends there.
 */
export function unbroken(text: string): string {
  return text.replace(/(^..,|[^,]) /g, '$1\u00a0')
}
