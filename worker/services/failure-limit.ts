/**
 * Limits that count only failures: a success costs nothing, and a key with too many failures is blocked for a minute. Both
 * Cloudflare's rate limit of the location and the isolate's memory count each failure.
 */

import type { Env, RateLimit } from '../env.ts'
import { FailureMemory } from './failure-memory.ts'

/**
 * For each limit, the number of failures within a minute that blocks a key. The rate limits of these names in wrangler.toml
 * have the same numbers.
 */
export const FAILURES = {
  WRONG_CODES_EXACT: new FailureMemory(10),
  WRONG_CODES_WIDE: new FailureMemory(60),
  WRONG_TICKETS: new FailureMemory(60),
  WRONG_TICKETS_WIDE: new FailureMemory(300),
  WRONG_TICKETS_CHECKED: new FailureMemory(10),
  WRONG_TICKETS_CHECKED_WIDE: new FailureMemory(300),
  REFUSED_CHECKS: new FailureMemory(600),
  REFUSED_CHECKS_WIDE: new FailureMemory(6_000),
  REFUSED_CHECKS_CARTS: new FailureMemory(30_000),
} satisfies Partial<Record<keyof Env, FailureMemory>>

type FailureName = keyof typeof FAILURES

/** A key, such as a network, and the limit that counts its failures. */
export type FailureKey<Name extends FailureName> = { name: Name; key: string }

/** Counts a failure. Returns whether its key is now blocked. */
export async function noteFailure<Name extends FailureName>(
  env: Readonly<Record<Name, RateLimit>>,
  { name, key }: FailureKey<Name>,
  now: number,
): Promise<boolean> {
  const memory = FAILURES[name]
  memory.note(key, now)
  if (!(await env[name].limit({ key })).success) memory.block(key, now)
  return memory.msUntilUnblocked(key, now) > 0
}

/** Milliseconds until all of these keys are unblocked; 0 if none is blocked. */
export function msUntilUnblocked(keys: readonly FailureKey<FailureName>[], now: number): number {
  return Math.max(0, ...keys.map(({ name, key }) => FAILURES[name].msUntilUnblocked(key, now)))
}
