/**
 * Structured logging: one JSON object per line, without personal data. Fields are ids, codes, numbers, hosts, paths, stack
 * frames, and error messages without mail addresses.
 */
import { rootMessageOf } from '../domain/text/error-message.ts'

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

/**
 * Logs an error that operators should act on. Each isolate logs a kind at most once a minute. `fields` must not identify a
 * person.
 */
export function raiseAlarm(kind: string, fields: Record<string, string | number>, now: number): void {
  if (now - (alarmedAt.get(kind) ?? 0) < ALARM_EVERY_MS) return
  alarmedAt.set(kind, now)
  log('error', kind, fields)
}

/**
 * The kind of an error: the `type` or `code` of a provider's error, otherwise the error's `name`. The constructor's name is
 * useless, because the built worker is minified.
 */
export function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { type, code } = error as { type?: unknown; code?: unknown }
  const own = [type, code].find((value) => typeof value === 'string' && /^[A-Za-z][\w.-]{1,60}$/.test(value))
  return typeof own === 'string' ? own : error.name
}

/** Where an error was thrown: its stack frames, without the message, which may repeat what a visitor typed. */
export function whereOf(error: unknown): string {
  const stack = error instanceof Error ? (error.cause instanceof Error ? error.cause : error).stack : undefined
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return frames
    .slice(0, 8)
    .map((frame) => frame.trim())
    .join(' ← ')
}

/**
 * The message of an error's innermost cause, for logs and the database. The outer message of a failed query contains the
 * values of its parameters, so it is not used. Mail addresses are removed.
 */
export function reasonOf(error: unknown): string {
  return rootMessageOf(error).replace(/\S+@\S+/g, '…')
}
