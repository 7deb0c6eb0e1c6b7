/** Our own vouchers, and the redemptions of orders. The database contains only hashes of the codes. */
import { and, desc, eq, type InferSelectModel, inArray, isNull, sql } from 'drizzle-orm'
import { orders } from '../../schema/tables/order.ts'
import { shops } from '../../schema/tables/shop.ts'
import { voucherRedemptions, vouchers } from '../../schema/tables/voucher.ts'
import { type CodeSecrets, codeHashes } from '../domain/tickets/presale-voucher-hash.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { outboxInsertWhere } from './outbox.ts'

export type VoucherRow = InferSelectModel<typeof vouchers>
export type VoucherRedemption = InferSelectModel<typeof voucherRedemptions>

/** `code` is the text that the fan typed. */
export async function findVoucherByCode(db: Database, secrets: CodeSecrets, code: string): Promise<VoucherRow | null> {
  const [row] = await db
    .select()
    .from(vouchers)
    .where(inArray(vouchers.codeHash, codeHashes(secrets, code)))
  return row ?? null
}

export async function findVoucher(db: Database, id: string): Promise<VoucherRow | null> {
  const [row] = await db.select().from(vouchers).where(eq(vouchers.id, id))
  return row ?? null
}

export async function redemptionOf(db: Database, orderId: string): Promise<VoucherRedemption | null> {
  const [row] = await db.select().from(voucherRedemptions).where(eq(voucherRedemptions.orderId, orderId))
  return row ?? null
}

/** How long an order placement may take before the outbox releases its reservation. */
const RESERVATION_MS = 15 * 60_000

/** Notes that a value is being reserved for an order, and when the outbox settles the reservation. */
export async function noteReservation(db: Database, orderId: string, now: number): Promise<void> {
  await runBatch(db, [
    sql`insert into voucher_reservations (order_id, created_at) values (${orderId}, ${now}) on conflict do nothing`,
    outboxInsertWhere('settle_voucher', orderId, sql`true`, now + RESERVATION_MS, 'reserved'),
  ])
}

/** Releases the reservation of an order that does not exist. Returns whether the reservation is released. */
export async function releaseReservation(db: Database, orderId: string, now: number): Promise<boolean> {
  const [, released] = await runBatch(db, [
    sql`update voucher_reservations set released_at = ${now} where order_id = ${orderId} and released_at is null
      and not exists (select 1 from orders where id = ${orderId})`,
    sql`select order_id from voucher_reservations where order_id = ${orderId} and released_at is not null`,
  ])
  return (released?.results.length ?? 0) === 1
}

/** Inserts a voucher, unless an earlier call has inserted it. */
export async function insertVoucher(db: Database, voucher: typeof vouchers.$inferInsert): Promise<void> {
  await db.insert(vouchers).values(voucher).onConflictDoNothing()
}

export async function voidVoucher(db: Database, id: string, now: number): Promise<void> {
  await db
    .update(vouchers)
    .set({ voidAt: now })
    .where(and(eq(vouchers.id, id), isNull(vouchers.voidAt)))
}

export async function findShopBySlug(db: Database, slug: string): Promise<string | null> {
  const [row] = await db.select({ id: shops.id }).from(shops).where(eq(shops.slug, slug))
  return row?.id ?? null
}

/** The orders that have used a voucher, latest first. */
export function ordersOfVoucher(db: Database, voucherId: string) {
  const { cents, returnedCents, redeemedAt } = voucherRedemptions
  return db
    .select({ reference: orders.reference, status: orders.status, cents, returnedCents, redeemedAt })
    .from(voucherRedemptions)
    .innerJoin(orders, eq(orders.id, voucherRedemptions.orderId))
    .where(eq(voucherRedemptions.voucherId, voucherId))
    .orderBy(desc(redeemedAt))
    .limit(50)
}
