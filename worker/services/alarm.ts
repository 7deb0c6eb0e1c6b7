/**
 * Error log lines about events that strangers can cause by the thousand: an isolate logs each kind once a minute. The kinds
 * are few and fixed.
 */
import { log } from './log.ts'

const ALARM_EVERY_MS = 60_000
const alarmedAt = new Map<string, number>()

/** `fields` must not identify a person. */
export function raiseAlarm(kind: string, fields: Record<string, string | number>, now: number): void {
  if (now - (alarmedAt.get(kind) ?? 0) < ALARM_EVERY_MS) return
  alarmedAt.set(kind, now)
  log('error', kind, fields)
}
