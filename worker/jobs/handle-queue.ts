/** Handles the messages of the queue. All messages of a batch share the statements that D1 allows an invocation. */
import type { Env, QueueMessage } from '../env.ts'
import { handleOutbox } from './drain-outbox.ts'
import { INVOCATION_STATEMENTS, startBudget } from './job-budget.ts'
import { applyNotices, recoverNotices } from './recover-notices.ts'

type QueueBatch = { messages: readonly Pick<Message<QueueMessage>, 'body' | 'ack'>[] }

export async function handleQueue({ messages }: QueueBatch, env: Env): Promise<void> {
  const budget = startBudget(env, Date.now(), INVOCATION_STATEMENTS)
  const bodies = messages.map(({ body }) => body)
  await Promise.all([
    handleOutbox(
      bodies.flatMap((body) => ('outboxId' in body ? body.outboxId : [])),
      budget.env,
    ),
    applyNotices(
      bodies.flatMap((body) => ('notice' in body ? body : [])),
      budget,
    ),
    bodies.some((body) => 'task' in body) ? recoverNotices(budget.env, budget.now()) : null,
  ])
  for (const message of messages) message.ack()
}
