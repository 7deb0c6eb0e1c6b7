/** A table of contents: what the platform calls, and where it is done. */
import type { Env, OutboxMessage } from './env.ts'
import { serve } from './http/app.ts'
import { drainOutbox, handleOutbox } from './jobs/drain-outbox.ts'
import { isTimeToPurge, purgeContactData } from './jobs/purge-contact-data.ts'
import { reconcilePayments } from './jobs/reconcile-payments.ts'
import { sweepOrders } from './jobs/sweep-orders.ts'

export { Cart } from './durable/cart.ts'
export { EventSeats } from './durable/event-seats.ts'
export { WaitingCounter } from './durable/waiting-counter.ts'
export { WaitingRoom } from './durable/waiting-room.ts'

export default {
  fetch: serve,
  async queue(batch, env) {
    await handleOutbox(batch, env)
  },
  async scheduled(_controller, env) {
    const now = Date.now()
    await reconcilePayments(env, now)
    await sweepOrders(env, now)
    await drainOutbox(env, now)
    if (isTimeToPurge(now)) await purgeContactData(env, now)
  },
} satisfies ExportedHandler<Env, OutboxMessage>
