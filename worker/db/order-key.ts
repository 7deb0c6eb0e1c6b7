/** The keys of the links to orders. An order gets its key with the first mail or the confirmation page that needs it. */
import { eq, sql } from 'drizzle-orm'
import { orderKeys } from '../../schema/tables/order.ts'
import type { Database } from './database.ts'

const KEY_BYTES = 16

/** Returns the order's key, and creates it if the order has none. Simultaneous calls return the same key. */
export async function orderKeyOf(db: Database, orderId: string, now: number): Promise<string> {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const [row] = await db
    .insert(orderKeys)
    .values({ orderId, key, createdAt: now })
    // An update that changes nothing makes SQLite return the row that exists already.
    .onConflictDoUpdate({ target: orderKeys.orderId, set: { key: sql`${orderKeys.key}` } })
    .returning({ key: orderKeys.key })
  if (!row) throw new Error('the key of an order was not written')
  return row.key
}

/** Returns the order's key; null if it has none, or if there is no such order. */
export async function findOrderKey(db: Database, orderId: string): Promise<string | null> {
  const [row] = await db.select({ key: orderKeys.key }).from(orderKeys).where(eq(orderKeys.orderId, orderId))
  return row?.key ?? null
}
