/** Log lines are JSON, one a line, and hold no personal data: ids, codes, numbers, stacks. */

export type LogLevel = 'info' | 'warn' | 'error'

export function log(
  level: LogLevel,
  message: string,
  fields: Record<string, string | number | boolean | null> = {},
): void {
  const line = JSON.stringify({ level, message, ...fields })
  if (level === 'error') console.error(line)
  else if (level === 'warn') console.warn(line)
  else console.log(line)
}

/** Why something failed, fit for logs and rows: the database's own words without the values of the query, no addresses. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return error.message.replace(/\S+@\S+/g, '…')
}
