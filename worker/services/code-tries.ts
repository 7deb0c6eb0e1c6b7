/**
 * How often codes may be tried in one of Cloudflare's locations. Each location counts for itself, so an attack from many of
 * them has a multiple of each limit.
 *
 * All tries count against wide limits: a mail brings all fans at once, and their codes are right. Wrong codes of a shop also
 * count against narrow ones, for its passwords are words that people chose. Who has used these up may try no code for a
 * minute: if right ones still passed, the limit would stop no guess.
 */

import type { Env, RateLimit } from '../env.ts'
import { raiseAlarm } from './alarm.ts'
import type { Networks } from './client-network.ts'
import { msUntilOpen, noteFailure } from './failure-limit.ts'

type TryLimits = {
  /** By network; null where right codes are not limited by it. */
  exact: RateLimit | null
  /** By the wide network around it: a customer of a hoster has 65,536 networks. */
  wide: RateLimit
  /** For all networks that try at the shop or event. */
  whole: RateLimit
}

/** Counts a try. `subject` names what the code would open, by kind and id. */
export async function mayTryCode(
  limits: TryLimits,
  subject: string,
  networks: Networks,
  now: number,
): Promise<boolean> {
  const { network, wideNetwork } = networks
  // In this order: tries that a network may not make must not use up what others share.
  if (isShutOut(subject, networks, now)) return false
  if (limits.exact && !(await isWithin(limits.exact, `${subject}/${network}`))) return false
  if (!(await isWithin(limits.wide, `${subject}/${wideNetwork}`))) return false
  return isWithin(limits.whole, subject)
}

/**
 * True where one of the networks has given too many wrong codes of a shop. To be asked again right before a code is judged,
 * without an await between: while a try is counted, others of its network are judged.
 */
export function isShutOut(subject: string, networks: Networks, now: number): boolean {
  return msUntilOpen(keysOf(subject, networks), now) > 0
}

/** Counts a wrong code of whatever network: it refuses nobody, but many of them are an attack. */
export async function noteWrongCode(limit: RateLimit, subject: string, now: number): Promise<void> {
  if (!(await isWithin(limit, subject))) raiseAlarm('codes are being guessed from many networks', { subject }, now)
}

/** Counts a wrong code of a shop, for its networks too. */
export async function noteWrongShopCode(
  env: Pick<Env, 'WRONG_CODES' | 'WRONG_CODES_EXACT' | 'WRONG_CODES_WIDE'>,
  subject: string,
  networks: Networks,
  now: number,
): Promise<void> {
  const [exact, wide] = keysOf(subject, networks)
  const [, isWideShut] = await Promise.all([
    noteFailure(env, exact, now),
    noteFailure(env, wide, now),
    noteWrongCode(env.WRONG_CODES, subject, now),
  ])
  if (isWideShut) raiseAlarm('codes are being guessed from one wide network', { subject }, now)
}

function keysOf(subject: string, { network, wideNetwork }: Networks) {
  return [
    { name: 'WRONG_CODES_EXACT', key: `${subject}/${network}` },
    { name: 'WRONG_CODES_WIDE', key: `${subject}/${wideNetwork}` },
  ] as const
}

async function isWithin(limit: RateLimit, key: string): Promise<boolean> {
  return (await limit.limit({ key })).success
}
