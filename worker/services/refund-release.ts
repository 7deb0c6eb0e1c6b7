/** Releases refunds that wait for the organiser (SUP-01): at an operator's command, or when their time is over. */
import type { Cents } from '../../schema/money.ts'
import { openDatabase } from '../db/database.ts'
import { findEventBySlug } from '../db/event-cancellation.ts'
import { releaseRefunds } from '../db/refund-release.ts'
import type { Env } from '../env.ts'
import { log } from './log.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { enqueueOutboxRows } from './outbox.ts'

/** One call releases at most this many refunds. */
const MAX_PER_STEP = 200

export type ReleaseStep = { released: number; releasedCents: Cents }

/** Releases the next waiting refunds of an event. `released` is 0 once none waits. Refuses an unknown event. */
export async function releaseEventRefunds(env: Env, slug: string, now: number): Promise<ReleaseStep> {
  const event = await findEventBySlug(openDatabase(env.DB), slug)
  if (!event) throw new OperatorRefusal('NOT_FOUND', { slug })
  return release(env, { eventId: event.id }, now)
}

/** Releases the next refunds whose time is over. `released` is 0 once none is left. */
export function releaseDueRefunds(env: Env, now: number): Promise<ReleaseStep> {
  return release(env, 'due', now)
}

async function release(env: Env, which: { eventId: string } | 'due', now: number): Promise<ReleaseStep> {
  const { released, cents, outboxIds } = await releaseRefunds(openDatabase(env.DB), which, MAX_PER_STEP, now)
  if (released > 0) log('info', 'refunds released', { refunds: released, by: which === 'due' ? 'time' : 'operator' })
  await enqueueOutboxRows(env, ...outboxIds)
  return { released, releasedCents: cents }
}
