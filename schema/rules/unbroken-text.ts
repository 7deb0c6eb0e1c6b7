/**
 * Returns a date, a time or a code with spaces at which no line ends. A line may end after a comma, as between a date and a
 * time, but not after the weekday with which a German date begins.
 */
export function unbroken(text: string): string {
  return text.replace(/(^..,|[^,]) /g, '$1\u00a0')
}
