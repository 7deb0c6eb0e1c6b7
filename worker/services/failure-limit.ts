/** A limit that counts failures alone: what succeeds costs nothing, and who fails too often is shut out for a minute. */
import type { FailureMemory } from '../domain/failure-memory.ts'
import type { RateLimit } from '../env.ts'

/** `memory` is the isolate's share of what `limit` counts in the location. */
export type FailureLimit = { memory: FailureMemory; limit: RateLimit; key: string }

/** Counts a failure; true where its key is shut now. */
export async function noteFailure({ memory, limit, key }: FailureLimit, now: number): Promise<boolean> {
  memory.note(key, now)
  if (!(await limit.limit({ key })).success) memory.shut(key, now)
  return memory.msUntilOpen(key, now) > 0
}

/** Milliseconds until all of these keys may be used again; 0 where they may be now. */
export function msUntilOpen(limits: readonly Omit<FailureLimit, 'limit'>[], now: number): number {
  return Math.max(0, ...limits.map(({ memory, key }) => memory.msUntilOpen(key, now)))
}
