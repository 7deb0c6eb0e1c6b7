/**
 * Repairs of the books that have exactly one right answer. Each looks at the order again and moves its seat epoch first:
 * a late payment that is just taking the same seats, or a cancellation that is just giving them back, was decided on the
 * former epoch and takes no effect any more. A refunded order is never taken up again and keeps its epoch. One that does
 * not exist is locked out of the database, so that a placement that is run again later cannot write it without its seats.
 */
import { and, eq, sql } from 'drizzle-orm'
import type { OrderStatus } from '../../schema/rules/order-payable.ts'
import { orders } from '../../schema/tables/order.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { eventsOf, findOrder } from '../db/order.ts'
import { abandonOrder } from '../db/placed-order.ts'
import type { Repair, SeatRelease } from '../domain/orders/book-audit.ts'
import type { Env } from '../env.ts'
import { rebookSeats } from './rebooking.ts'
import { seatsObject } from './seat-objects.ts'

/** True where it is repaired; false where things have changed, or a seat is gone. */
export function repairBooks(env: Env, repair: Repair, now: number): Promise<boolean> {
  return repair.kind === 'release' ? release(env, repair, now) : rebook(env, repair, now)
}

async function release(env: Env, { eventId, block, orderId, epoch }: SeatRelease, now: number): Promise<boolean> {
  const db = openDatabase(env.DB)
  const [order] = await db
    .select({ status: orders.status, seatEpoch: orders.seatEpoch })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (order && order.status !== 'cancelled' && order.status !== 'refunded') return false
  if (!order && (await abandonOrder(db, { id: orderId, cartId: null }, null, now)) !== null) return false
  if (order?.status === 'cancelled' && (await nextSeatEpoch(db, orderId, order)) === null) return false
  const upTo = Math.max(epoch, order?.seatEpoch ?? epoch)
  await seatsObject(env, eventId, block).releaseOrder(orderId, upTo, now)
  return true
}

async function rebook(
  env: Env,
  { orderId, eventId, blocks }: Extract<Repair, { kind: 'rebook' }>,
  now: number,
): Promise<boolean> {
  const db = openDatabase(env.DB)
  const whole = await findOrder(db, orderId)
  if (!whole || whole.order.status === 'cancelled' || whole.order.status === 'refunded') return false
  const epoch = await nextSeatEpoch(db, orderId, whole.order)
  if (epoch === null) return false
  const items = whole.items.filter(({ invalidatedAt }) => invalidatedAt === null)
  if (!(await rebookSeats(env, orderId, epoch, items, await eventsOf(db, items), now))) return false
  for (const block of blocks) await seatsObject(env, eventId, block).releaseOrder(orderId, epoch - 1, now)
  return true
}

async function nextSeatEpoch(
  db: Database,
  orderId: string,
  known: { status: OrderStatus; seatEpoch: number },
): Promise<number | null> {
  const [moved] = await db
    .update(orders)
    .set({ seatEpoch: sql`${orders.seatEpoch} + 1` })
    .where(and(eq(orders.id, orderId), eq(orders.status, known.status), eq(orders.seatEpoch, known.seatEpoch)))
    .returning({ seatEpoch: orders.seatEpoch })
  return moved?.seatEpoch ?? null
}
