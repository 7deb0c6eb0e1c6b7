/**
 * The programmes whose vouchers the shop accepts: our own vouchers in D1, and an outside programme with an API.
 *
 * A value of the outside programme is taken in steps, each of which can be repeated: the database notes the reservation
 * together with the outbox row that will settle it, the programme reserves the value, the order's batch redeems it, and the
 * outbox confirms what the order holds. If the order is never written, the outbox releases the reservation instead, and a
 * trigger refuses the order from then on. A crash between two steps therefore loses no value.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'
import type { VoucherProgrammeId } from '../../schema/tables/voucher.ts'
import { openDatabase } from '../db/database.ts'
import {
  findVoucher,
  findVoucherByCode,
  noteReservation,
  redemptionOf,
  releaseReservation,
  type VoucherRow,
} from '../db/voucher.ts'
import type { Voucher } from '../domain/cart/cart-voucher.ts'
import type { DraftedVoucher } from '../domain/orders/order-draft.ts'
import { normaliseCode } from '../domain/tickets/presale-voucher-hash.ts'
import type { Env } from '../env.ts'
import {
  findOutsideVoucher,
  hasOutsideProgramme,
  reserveOutsideVoucher,
  settleOutsideVoucher,
  VoucherOutage,
} from '../integrations/voucher-programme.ts'
import { log } from './log.ts'

/** A voucher with the conditions that decide whether a shop accepts it. */
export type FoundVoucher = Voucher & {
  /** The only shop that accepts it; null if all shops do. */
  shopId: string | null
  isVoid: boolean
}

export type VoucherProgramme = {
  id: VoucherProgrammeId
  /** Whether the deployment is configured for the programme. */
  isConfigured(env: Env): boolean
  /** Returns the voucher with the code that a fan typed; null if the programme does not know it. */
  lookUp(env: Env, code: string): Promise<FoundVoucher | null>
  /** Returns the current state of a voucher that was looked up before; null if it is gone. */
  lookUpAgain(env: Env, reference: string): Promise<FoundVoucher | null>
  /** Reserves the value before the order is written. Returns why it cannot be reserved, or null. */
  reserve(env: Env, orderId: string, voucher: DraftedVoucher, now: number): Promise<Refusal | null>
  /** Tells the programme what the order holds, or releases the reservation of an order that was not written. */
  settle(env: Env, orderId: string, now: number): Promise<void>
}

/** Vouchers in D1. The order's own batch redeems them, and triggers return their value. */
const own: VoucherProgramme = {
  id: 'own',
  isConfigured: () => true,
  lookUp: async (env, code) => foundRow(await findVoucherByCode(openDatabase(env.DB), env, code)),
  lookUpAgain: async (env, reference) => foundRow(await findVoucher(openDatabase(env.DB), reference)),
  reserve: async () => null,
  settle: async () => undefined,
}

function foundRow(row: VoucherRow | null): FoundVoucher | null {
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

/** No revision of a redemption is as high, so this statement is the last that the programme accepts for the order. */
const RELEASED_REVISION = 1_000_000
const RESERVE_REFUSALS = {
  unknown: refuse('VOUCHER_UNKNOWN', {}),
  expired: refuse('VOUCHER_EXPIRED', {}),
  used: refuse('VOUCHER_USED', {}),
} as const

const outside: VoucherProgramme = {
  id: 'outside',
  isConfigured: hasOutsideProgramme,
  lookUp: (env, code) => findOutside(env, normaliseCode(code)),
  lookUpAgain: findOutside,

  async reserve(env, orderId, { reference, cents }, now) {
    await noteReservation(openDatabase(env.DB), orderId, now)
    try {
      const answer = await reserveOutsideVoucher(env, orderId, { code: reference, cents })
      return answer === 'reserved' ? null : RESERVE_REFUSALS[answer]
    } catch (error) {
      if (!(error instanceof VoucherOutage)) throw error
      log('warn', 'voucher not reserved', { order: orderId, error: error.message })
      return refuse('VOUCHER_UNAVAILABLE', {})
    }
  },

  async settle(env, orderId, now) {
    const db = openDatabase(env.DB)
    const isReleased = await releaseReservation(db, orderId, now)
    const redemption = await redemptionOf(db, orderId)
    if (redemption?.programme === 'own' || (!redemption && !isReleased)) return
    const held = redemption
      ? { cents: redemption.cents - redemption.returnedCents, revision: redemption.revision }
      : { cents: 0, revision: RELEASED_REVISION }
    await settleOutsideVoucher(env, orderId, held)
  },
}

async function findOutside(env: Env, code: string): Promise<FoundVoucher | null> {
  const found = await findOutsideVoucher(env, code)
  return found && { ...found, programme: 'outside', reference: code, shopId: null, isVoid: false }
}

/** In the order in which a code is looked up. */
export const VOUCHER_PROGRAMMES: Record<VoucherProgrammeId, VoucherProgramme> = { own, outside }
