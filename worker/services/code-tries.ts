/**
 * How often codes may be tried: by network, by the wide network around it (a customer of a hoster has 65,536 networks), and
 * for the shop or event as a whole. Nobody but many networks together can use up the last, so it is an alarm: one line of
 * level error a minute in an isolate, without a word about who tried.
 */
import type { RateLimit } from '../env.ts'
import { log } from './log.ts'

type TryLimits = { exact: RateLimit; wide: RateLimit; whole: RateLimit }
type Networks = { network: string; wideNetwork: string }

const ALARM_EVERY_MS = 60_000
let lastAlarmAt = 0

/** Counts a try. `subject` names what the code would open, by kind and id. */
export async function mayTryCode(
  limits: TryLimits,
  subject: string,
  { network, wideNetwork }: Networks,
  now: number,
): Promise<boolean> {
  // In this order: tries that a network may not make must not use up what others share.
  if (!(await isWithin(limits.exact, `${subject}/${network}`))) return false
  if (!(await isWithin(limits.wide, `${subject}/${wideNetwork}`))) return false
  if (await isWithin(limits.whole, subject)) return true
  if (now - lastAlarmAt >= ALARM_EVERY_MS) {
    lastAlarmAt = now
    log('error', 'codes are being guessed from many networks', { subject })
  }
  return false
}

async function isWithin(limit: RateLimit, key: string): Promise<boolean> {
  return (await limit.limit({ key })).success
}
