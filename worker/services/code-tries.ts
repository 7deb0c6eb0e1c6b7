/**
 * Limits attempts to enter a code. Each Cloudflare location counts separately, so an attacker who uses many locations gets a
 * multiple of each limit.
 *
 * All attempts count against generous limits, because many fans enter correct codes at the same time after a mail. Wrong
 * codes of a shop also count against narrow limits, because shop passwords are words that people chose. After too many
 * wrong codes from a network, its correct codes are refused for a minute too. Otherwise, the limit would not stop anyone
 * from guessing.
 */

import type { Env, RateLimit } from '../env.ts'
import type { Networks } from './client-network.ts'
import { msUntilUnblocked, noteFailure } from './failure-limit.ts'
import { raiseAlarm } from './log.ts'

type TryLimits = {
  /** Per network; null if correct codes are not limited per network. */
  exact: RateLimit | null
  /** Per wide network, because a customer of a hosting company may have 65,536 networks. */
  wide: RateLimit
  /** For all networks together, per shop or event. */
  whole: RateLimit
}

/**
 * Counts an attempt, and returns whether it is allowed. `subject` is what the code would open: an event's id, or a shop
 * gate with the shop's id.
 */
export async function mayTryCode(
  limits: TryLimits,
  subject: string,
  networks: Networks,
  now: number,
): Promise<boolean> {
  const { network, wideNetwork } = networks
  // In this order, so that attempts beyond a network's own limit do not count against the shared limits.
  if (isBlocked(subject, networks, now)) return false
  if (limits.exact && !(await isWithin(limits.exact, `${subject}/${network}`))) return false
  if (!(await isWithin(limits.wide, `${subject}/${wideNetwork}`))) return false
  return isWithin(limits.whole, subject)
}

/**
 * Whether one of the networks has entered too many wrong codes of a shop. Callers must check this again immediately before
 * they judge a code, without an await in between, because other attempts of the network may have failed while this one was
 * counted.
 */
export function isBlocked(subject: string, networks: Networks, now: number): boolean {
  return msUntilUnblocked(keysOf(subject, networks), now) > 0
}

/**
 * Counts a wrong code, whatever its network. Beyond the limit, nobody is refused, but an alarm is raised, because so many
 * wrong codes indicate an attack.
 */
export async function noteWrongCode(limit: RateLimit, subject: string, now: number): Promise<void> {
  if (!(await isWithin(limit, subject))) raiseAlarm('codes are being guessed from many networks', { subject }, now)
}

/** Counts a wrong code of a shop, both for the shop and for the visitor's networks. */
export async function noteWrongShopCode(
  env: Pick<Env, 'WRONG_CODES' | 'WRONG_CODES_EXACT' | 'WRONG_CODES_WIDE'>,
  subject: string,
  networks: Networks,
  now: number,
): Promise<void> {
  const [exact, wide] = keysOf(subject, networks)
  const [, isWideBlocked] = await Promise.all([
    noteFailure(env, exact, now),
    noteFailure(env, wide, now),
    noteWrongCode(env.WRONG_CODES, subject, now),
  ])
  if (isWideBlocked) raiseAlarm('codes are being guessed from one wide network', { subject }, now)
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
