/** The operator's commands for our own vouchers: look up, issue and void. The journal never contains a code. */

import { openDatabase } from '../db/database.ts'
import {
  findShopBySlug,
  findVoucher,
  findVoucherByCode,
  insertVoucher,
  ordersOfVoucher,
  voidVoucher,
} from '../db/voucher.ts'
import { newGiftCode } from '../domain/tickets/gift-code.ts'
import type { Env } from '../env.ts'
import { OperatorRefusal } from './operator-refusal.ts'

export async function showVoucher(env: Env, code: string) {
  const db = openDatabase(env.DB)
  const voucher = await findVoucherByCode(db, env, code)
  if (!voucher) return null
  const { codeHash: _, giftItemId: __, giftPosition: ___, ...shown } = voucher
  return { ...shown, orders: await ordersOfVoucher(db, voucher.id) }
}

export type VoucherIssue = {
  /** Chosen by the client. A repeated command with the same id returns the same voucher. */
  id: string
  label: { de: string; en: string }
  amountCents: number
  expiresAt: number
  covers: 'tickets' | 'items'
  minimumCents: number
  shop: string | null
}

/** Returns the code, which the database does not contain. */
export async function issueVoucher(env: Env, { shop, ...issue }: VoucherIssue, now: number): Promise<{ code: string }> {
  const db = openDatabase(env.DB)
  if (issue.expiresAt <= now) throw new OperatorRefusal('VOUCHER_EXPIRY', { expiresAt: issue.expiresAt })
  const shopId = shop === null ? null : await findShopBySlug(db, shop)
  if (shop !== null && shopId === null) throw new OperatorRefusal('NOT_FOUND', { shop })
  const made = newGiftCode(env, issue.id, 0)
  if (!made) throw new OperatorRefusal('NO_CODE_SECRET', {})
  await insertVoucher(db, { ...issue, shopId, codeHash: made.hash })
  return { code: made.code }
}

/** Voids a voucher. Orders that have used it keep what it paid. */
export async function voidVoucherByOperator(env: Env, voucherId: string, now: number) {
  const db = openDatabase(env.DB)
  await voidVoucher(db, voucherId, now)
  const voucher = await findVoucher(db, voucherId)
  return (
    voucher && {
      id: voucher.id,
      amountCents: voucher.amountCents,
      usedCents: voucher.usedCents,
      voidAt: voucher.voidAt,
    }
  )
}
