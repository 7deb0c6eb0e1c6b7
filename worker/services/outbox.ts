/** Rings the queue after a batch has committed. A lost ring costs time only: the cron drains what is due. */
import { openDatabase } from '../db/database.ts'
import { dueOutboxIdsOf } from '../db/outbox.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from './log.ts'

export async function wakeOutbox(env: Pick<Env, 'DB' | 'OUTBOX'>, orderId: string): Promise<void> {
  try {
    await ring(env, await dueOutboxIdsOf(openDatabase(env.DB), orderId, Date.now()))
  } catch (error) {
    log('warn', 'outbox not rung', { error: reasonOf(error) })
  }
}

/** The same for a row whose id is known. */
export async function ringOutbox(env: Pick<Env, 'OUTBOX'>, outboxId: string): Promise<void> {
  try {
    await ring(env, [outboxId])
  } catch (error) {
    log('warn', 'outbox not rung', { error: reasonOf(error) })
  }
}

async function ring(env: Pick<Env, 'OUTBOX'>, ids: string[]): Promise<void> {
  if (ids.length > 0) await env.OUTBOX.sendBatch(ids.map((outboxId) => ({ body: { outboxId } })))
}
