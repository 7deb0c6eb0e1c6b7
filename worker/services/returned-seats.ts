/** Releases the seats of tickets that a buyer has returned, so that they can be sold again. */
import { openDatabase } from '../db/database.ts'
import { eventsOf, findOrder } from '../db/order.ts'
import type { Env } from '../env.ts'
import { repairBooks } from './book-repair.ts'
import { releaseOrderSeats } from './rebooking.ts'

/**
 * The seat objects release only whole orders, so an order that keeps tickets of the event is booked again without the returned
 * ones. A completely refunded order releases its seats itself. Throws if the order has changed meanwhile or a seat is gone.
 */
export async function returnSeats(env: Env, orderId: string, eventId: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const whole = await findOrder(db, orderId)
  if (!whole || whole.order.status === 'cancelled' || whole.order.status === 'refunded') return
  const events = await eventsOf(db, whole.items)
  const event = events.get(eventId)
  const ofEvent = whole.items.filter((item) => item.eventId === eventId && item.sectionId !== null)
  if (!event || ofEvent.length === 0) return
  if (ofEvent.every(({ invalidatedAt }) => invalidatedAt !== null))
    return releaseOrderSeats(env, orderId, whole.order.seatEpoch, ofEvent, events, now)
  const all = Array.from({ length: event.blockCount }, (_, block) => block)
  const blocks = new Set(ofEvent.flatMap(({ block }) => block ?? all))
  if (!(await repairBooks(env, { kind: 'rebook', eventId, orderId, blocks: [...blocks] }, now)))
    throw new Error(`the seats of order ${orderId} were not booked again`)
}
