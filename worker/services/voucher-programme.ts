/** The programmes whose vouchers the shop accepts. Each programme looks its vouchers up by code. */
import type { VoucherProgrammeId } from '../../schema/tables/voucher.ts'
import { openDatabase } from '../db/database.ts'
import { findVoucher, findVoucherByCode, type VoucherRow } from '../db/voucher.ts'
import type { Voucher } from '../domain/cart/cart-voucher.ts'
import type { Env } from '../env.ts'

/** A voucher with the conditions that decide whether a shop accepts it. */
export type FoundVoucher = Voucher & {
  /** The only shop that accepts it; null if all shops do. */
  shopId: string | null
  isVoid: boolean
}

export type VoucherProgramme = {
  id: VoucherProgrammeId
  /** Returns the voucher with the code that a fan typed; null if the programme does not know it. */
  lookUp(env: Env, code: string): Promise<FoundVoucher | null>
  /** Returns the current state of a voucher that was looked up before; null if it is gone. */
  lookUpAgain(env: Env, reference: string): Promise<FoundVoucher | null>
}

/** Vouchers in D1. The order's own batch redeems them, so there is nothing to reserve. */
const own: VoucherProgramme = {
  id: 'own',
  lookUp: async (env, code) => found(await findVoucherByCode(openDatabase(env.DB), env, code)),
  lookUpAgain: async (env, reference) => found(await findVoucher(openDatabase(env.DB), reference)),
}

function found(row: VoucherRow | null): FoundVoucher | null {
  return (
    row && {
      programme: 'own',
      reference: row.id,
      label: row.label,
      leftCents: row.amountCents - row.usedCents,
      covers: row.covers,
      minimumCents: row.minimumCents,
      expiresAt: row.expiresAt,
      shopId: row.shopId,
      isVoid: row.voidAt !== null,
    }
  )
}

export const VOUCHER_PROGRAMMES: Partial<Record<VoucherProgrammeId, VoucherProgramme>> = { own }
