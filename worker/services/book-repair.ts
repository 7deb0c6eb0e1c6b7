/**
 * Makes the repairs that the audit decides on. Each repair first reads the order again. It then increases the order's seat
 * epoch, so that a late payment or cancellation that was decided on the previous epoch cannot change the seats. A refunded
 * order keeps its epoch, because no payment can revive it. If the order does not exist, the repair first locks it out of the
 * database. Otherwise, a placement that resumes later could write the order without its seats.
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

/** Returns true if the difference was repaired, or false if the order has changed or a seat is gone. */
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
