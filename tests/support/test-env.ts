/** The typed bindings of the worker under test. */
import type { D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Env, RateLimit } from '../../worker/env.ts'

export const testEnv = env as Env & { TEST_MIGRATIONS: D1Migration[] }

export const unlimited: RateLimit = { limit: async () => ({ success: true }) }

/**
 * Returns the bindings with rate limits that admit everything. A test that sends thousands of requests from as many addresses
 * needs them, because the local rate limiter reads all its counters for each new address.
 */
export function withoutRateLimits(): Env {
  const isRateLimit = (binding: unknown) =>
    typeof binding === 'object' && binding !== null && Object.hasOwn(Object.getPrototypeOf(binding), 'limit')
  const names = Object.keys(testEnv).filter((name) => isRateLimit(Reflect.get(testEnv, name)))
  return { ...testEnv, ...Object.fromEntries(names.map((name) => [name, unlimited])) }
}
