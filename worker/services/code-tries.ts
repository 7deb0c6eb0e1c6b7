/**
 * How often codes may be tried in one of Cloudflare's locations: by network, by the wide network around it (a customer of a
 * hoster has 65,536 networks), and for all networks that try at the shop or event. Each location counts for itself, so an
 * attack from many of them has a multiple of each limit. Right codes count as well, for a try must be refused before it is
 * judged; the last limit is therefore wide enough for a mail that brings all fans at once. What tells an attack is the number
 * of wrong codes in a location: a line of level error, without a word about who tried.
 */
import type { RateLimit } from '../env.ts'
import { raiseAlarm } from './alarm.ts'

type TryLimits = { exact: RateLimit; wide: RateLimit; whole: RateLimit }
type Networks = { network: string; wideNetwork: string }

/** Counts a try. `subject` names what the code would open, by kind and id. */
export async function mayTryCode(
  limits: TryLimits,
  subject: string,
  { network, wideNetwork }: Networks,
): Promise<boolean> {
  // In this order: tries that a network may not make must not use up what others share.
  if (!(await isWithin(limits.exact, `${subject}/${network}`))) return false
  if (!(await isWithin(limits.wide, `${subject}/${wideNetwork}`))) return false
  return isWithin(limits.whole, subject)
}

/** Counts a code that did not fit, of whatever network. */
export async function noteWrongCode(limit: RateLimit, subject: string, now: number): Promise<void> {
  if (!(await isWithin(limit, subject))) raiseAlarm('codes are being guessed from many networks', { subject }, now)
}

async function isWithin(limit: RateLimit, key: string): Promise<boolean> {
  return (await limit.limit({ key })).success
}
