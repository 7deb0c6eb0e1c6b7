/**
 * Logs events that may be attacks. Attackers must not be able to flood the log, so an isolate logs each kind of event
 * at most ten times a minute. The first event after that minute also logs how many were omitted.
 */
import { log } from '../services/log.ts'

const MINUTE_MS = 60_000
const LINES_A_MINUTE = 10
const counts = new Map<string, { since: number; lines: number; leftOut: number }>()

/**
 * `fields` must not identify a person. Paths without a query, rooms, shops and reasons are allowed. The map of counts needs
 * no limit, because there are only a few fixed kinds.
 */
export function noteSecurityEvent(
  kind:
    | 'operator token refused'
    | 'foreign origin refused'
    | 'webhook signature refused'
    | 'shop code refused'
    | 'token refused'
    | 'bot check failed',
  fields: Record<string, string | number | boolean | null>,
  now = Date.now(),
): void {
  const known = counts.get(kind)
  const count = known && now - known.since < MINUTE_MS ? known : { since: now, lines: 0, leftOut: 0 }
  if (known && known !== count && known.leftOut > 0) {
    log('warn', `security: ${kind}`, { leftOut: known.leftOut })
  }
  counts.set(kind, count)
  if (count.lines >= LINES_A_MINUTE) {
    count.leftOut++
    return
  }
  count.lines++
  log('warn', `security: ${kind}`, fields)
}
