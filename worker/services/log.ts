/** Log lines are JSON, one a line, and hold no personal data: ids, codes, numbers, stack frames. */

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

const ALARM_EVERY_MS = 60_000
const alarmedAt = new Map<string, number>()

/** `fields` must not identify a person. */
export function raiseAlarm(kind: string, fields: Record<string, string | number>, now: number): void {
  if (now - (alarmedAt.get(kind) ?? 0) < ALARM_EVERY_MS) return
  alarmedAt.set(kind, now)
  log('error', kind, fields)
}

/**
 * The kind of an error in words that minifying leaves alone: a constructor's name in the built worker is `$0`. Errors of
 * providers carry a `type` or `code` of their own.
 */
export function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { type, code } = error as { type?: unknown; code?: unknown }
  const own = [type, code].find((value) => typeof value === 'string' && /^[A-Za-z][\w.-]{1,60}$/.test(value))
  return typeof own === 'string' ? own : error.name
}

/** Where it was thrown: the stack's frames without the message, which may repeat what a visitor typed. */
export function whereOf(error: unknown): string {
  const stack = error instanceof Error ? (error.cause instanceof Error ? error.cause : error).stack : undefined
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return frames
    .slice(0, 8)
    .map((frame) => frame.trim())
    .join(' ← ')
}

/** Why something failed, fit for logs and rows: the database's own words without the values of the query, no addresses. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return error.message.replace(/\S+@\S+/g, '…')
}
