/**
 * Log lines at level error about what strangers can cause by the thousand: an isolate writes each kind once a minute. The
 * kinds are few and fixed.
 */
import { log } from './log.ts'

const ALARM_EVERY_MS = 60_000
const alarmedAt = new Map<string, number>()

/** `fields` name no person. */
export function raiseAlarm(kind: string, fields: Record<string, string | number>, now: number): void {
  if (now - (alarmedAt.get(kind) ?? 0) < ALARM_EVERY_MS) return
  alarmedAt.set(kind, now)
  log('error', kind, fields)
}
