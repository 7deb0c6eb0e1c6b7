/** Builds vouchers in the database, and reads what their orders hold. */
import { eq } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { DAY } from '../../schema/limits.ts'
import { voucherRedemptions, vouchers } from '../../schema/tables/voucher.ts'
import { codeHash } from '../../worker/domain/tickets/presale-voucher-hash.ts'
import { auditBooks } from '../../worker/services/book-audit.ts'
import { db } from './payment-helpers.ts'
import type { Cart, Visitor } from './shop-world.ts'
import { testEnv } from './test-env.ts'

type VoucherValues = Partial<typeof vouchers.$inferInsert>

/** Issues a voucher of 50 EUR for tickets, unless the values say otherwise. */
export async function issueVoucher(values: VoucherValues = {}): Promise<{ id: string; code: string }> {
  const id = newId('voucher', Date.now())
  const code = `TEST-${crypto.randomUUID()}`
  await db.insert(vouchers).values({
    id,
    codeHash: codeHash(testEnv.CODE_SECRET ?? '', code),
    label: { de: 'KulturPass', en: 'Culture pass' },
    amountCents: 5000,
    expiresAt: Date.now() + 30 * DAY,
    ...values,
  })
  return { id, code }
}

export async function voucherOf(id: string) {
  const [voucher] = await db.select().from(vouchers).where(eq(vouchers.id, id))
  if (!voucher) throw new Error(`no voucher ${id}`)
  return voucher
}

export async function redemptionOfOrder(orderId: string) {
  const [redemption] = await db.select().from(voucherRedemptions).where(eq(voucherRedemptions.orderId, orderId))
  return redemption ?? null
}

export type VoucherCart = Omit<Cart, 'items'> & {
  voucherCents: number
  voucher: { label: string; cents: number; leftCents: number; obstacle: string | null } | null
  items: (Cart['items'][number] & { payment: { amountCents: number; paymentMethodName: string } | null })[]
}

export function applyVoucher(visitor: Visitor, code: string, amount?: unknown, key: string = crypto.randomUUID()) {
  return visitor.run<{ applyVoucher: { cart: VoucherCart } }>('ApplyVoucher', {
    code,
    clientMutationId: key,
    ...(amount === undefined ? {} : { amount }),
  })
}

/** The differences in the books that concern vouchers. */
export async function voucherFindings(): Promise<string[]> {
  const { findings } = await auditBooks(testEnv, '', Date.now(), () => true, true)
  return findings.flatMap(({ kind, subjectId }) => (/^(voucher|gift)/.test(kind) ? [`${kind} ${subjectId}`] : []))
}
