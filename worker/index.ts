/** The worker's entry points, which Cloudflare calls. */
import type { Env, QueueMessage } from './env.ts'
import { serve } from './http/app.ts'
import { handleQueue } from './jobs/handle-queue.ts'
import { runJobs } from './jobs/run-jobs.ts'

export { Cart } from './durable/cart.ts'
export { EventSeats } from './durable/event-seats.ts'
export { OriginShield } from './durable/origin-shield.ts'
export { WaitingCounter } from './durable/waiting-counter.ts'
export { WaitingRoom } from './durable/waiting-room.ts'

export default {
  fetch: serve,
  async queue(batch, env) {
    await handleQueue(batch, env)
  },
  async scheduled(_controller, env) {
    await runJobs(env, Date.now())
  },
} satisfies ExportedHandler<Env, QueueMessage>
