/** Our own vouchers, and the redemptions of orders. The database contains only hashes of the codes. */
import { and, eq, type InferSelectModel, inArray } from 'drizzle-orm'
import { voucherRedemptions, vouchers } from '../../schema/tables/voucher.ts'
import { type CodeSecrets, codeHashes } from '../domain/tickets/presale-voucher-hash.ts'
import type { Database } from './database.ts'

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
  const [row] = await db
    .select()
    .from(vouchers)
    .where(and(eq(vouchers.id, id)))
  return row ?? null
}

export async function redemptionOf(db: Database, orderId: string): Promise<VoucherRedemption | null> {
  const [row] = await db.select().from(voucherRedemptions).where(eq(voucherRedemptions.orderId, orderId))
  return row ?? null
}
