/** Notifies the queue after a batch has committed. A lost message only costs time: the cron job drains what is due. */
import { openDatabase } from '../db/database.ts'
import { dueOutboxIdsOf } from '../db/outbox.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from './log.ts'

/** Messages a queue takes in one batch. */
const MAX_BATCH_MESSAGES = 100

/** Thrown by work that has not failed but must wait. The row is retried then, without counting this attempt. */
export class NotYet extends Error {
  readonly until: number

  constructor(reason: string, until: number) {
    super(reason)
    this.name = 'NotYet'
    this.until = until
  }
}

export async function wakeOutbox(env: Pick<Env, 'DB' | 'OUTBOX'>, orderId: string): Promise<void> {
  try {
    await ring(env, await dueOutboxIdsOf(openDatabase(env.DB), orderId, Date.now()))
  } catch (error) {
    log('warn', 'outbox not rung', { error: reasonOf(error) })
  }
}

/** The same for rows whose ids are known. */
export async function ringOutbox(env: Pick<Env, 'OUTBOX'>, ...outboxIds: string[]): Promise<void> {
  try {
    await ring(env, outboxIds)
  } catch (error) {
    log('warn', 'outbox not rung', { error: reasonOf(error) })
  }
}

async function ring(env: Pick<Env, 'OUTBOX'>, ids: string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += MAX_BATCH_MESSAGES)
    await env.OUTBOX.sendBatch(ids.slice(start, start + MAX_BATCH_MESSAGES).map((outboxId) => ({ body: { outboxId } })))
}
