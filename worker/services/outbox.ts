/** Rings the queue after a batch has committed. A lost ring costs time only: the cron drains what is due. */
import { openDatabase } from '../db/database.ts'
import { dueOutboxIdsOf } from '../db/outbox.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from './log.ts'

export async function wakeOutbox(env: Pick<Env, 'DB' | 'OUTBOX'>, orderId: string): Promise<void> {
  try {
    const ids = await dueOutboxIdsOf(openDatabase(env.DB), orderId, Date.now())
    if (ids.length > 0) await env.OUTBOX.sendBatch(ids.map((outboxId) => ({ body: { outboxId } })))
  } catch (error) {
    log('warn', 'outbox not rung', { error: reasonOf(error) })
  }
}
