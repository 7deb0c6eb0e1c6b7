/**
 * The producer side of the queue. Enqueues outbox rows that are already in the database. A lost message only delays the work, because the cron also
 * processes due rows.
 */
import { openDatabase } from '../db/database.ts'
import { dueOutboxIdsOf } from '../db/outbox.ts'
import type { Env, QueueMessage } from '../env.ts'
import { log, reasonOf } from './log.ts'

/** A queue takes at most this many messages in one batch. */
const MAX_BATCH_MESSAGES = 100

/** Thrown by work that has not failed but must wait. The row is retried at `until`, without counting this attempt. */
export class NotYet extends Error {
  readonly until: number

  constructor(reason: string, until: number) {
    super(reason)
    this.name = 'NotYet'
    this.until = until
  }
}

/** Enqueues the due rows of an order and its refunds. */
export async function wakeOutbox(env: Pick<Env, 'DB' | 'OUTBOX'>, orderId: string): Promise<void> {
  try {
    await enqueue(env, await dueOutboxIdsOf(openDatabase(env.DB), orderId, Date.now()))
  } catch (error) {
    log('warn', 'outbox rows not enqueued', { error: reasonOf(error) })
  }
}

export async function enqueueOutboxRows(env: Pick<Env, 'OUTBOX'>, ...outboxIds: string[]): Promise<void> {
  try {
    await enqueue(env, outboxIds)
  } catch (error) {
    log('warn', 'outbox rows not enqueued', { error: reasonOf(error) })
  }
}

function enqueue(env: Pick<Env, 'OUTBOX'>, ids: string[]): Promise<void> {
  return sendToQueue(
    env,
    ids.map((outboxId) => ({ body: { outboxId } })),
  )
}

/** Sends messages of any number. Throws if the queue accepts only some of them or none. */
export async function sendToQueue(
  env: Pick<Env, 'OUTBOX'>,
  messages: { body: QueueMessage; delaySeconds?: number }[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += MAX_BATCH_MESSAGES)
    await env.OUTBOX.sendBatch(messages.slice(start, start + MAX_BATCH_MESSAGES))
}
