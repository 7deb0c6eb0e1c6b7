/**
 * Accepts the voucher that a fan enters, and checks it again when the order is placed. Right and wrong codes count against
 * generous limits. Codes that no programme knows also count against the narrow limits of wrong codes, so that nobody can
 * guess codes.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'
import { parseVoucherAmount } from '../../schema/rules/voucher.ts'
import type { ShopContext } from '../context.ts'
import type { CartState, CommandContext } from '../domain/cart/cart.ts'
import type { CartVoucher } from '../domain/cart/cart-voucher.ts'
import type { Env } from '../env.ts'
import { VoucherOutage } from '../integrations/voucher-programme.ts'
import { isBlocked, mayTryCode, noteWrongShopCode } from './code-tries.ts'
import { log } from './log.ts'
import { ShopError } from './shop-error.ts'
import { type FoundVoucher, VOUCHER_PROGRAMMES } from './voucher-programme.ts'

/**
 * `typed` is the fan's text, and `amount` the most that the voucher shall pay, in euros. Throws TOO_MANY_REQUESTS, BAD_INPUT
 * for another amount, or the reason why the shop does not accept the voucher.
 */
export async function acceptVoucher(context: ShopContext, typed: string, amount: string | null): Promise<CartVoucher> {
  const { env, shop, now } = context
  const limitCents = amount === null ? null : parseVoucherAmount(amount)
  if (amount !== null && limitCents === null)
    throw new ShopError('BAD_INPUT', { field: 'amount', expected: 'a positive amount in euros' })
  const subject = `voucher/${shop.id}`
  const { PRESALE_TRIES: exact, PRESALE_TRIES_WIDE: wide, PRESALE_TRIES_EVENT: whole } = env
  const mayTry = await mayTryCode({ exact, wide, whole }, subject, context, now)
  if (!mayTry) throw new ShopError('TOO_MANY_REQUESTS', {})
  const found = await lookUp(env, typed)
  if (isBlocked(subject, context, now)) throw new ShopError('TOO_MANY_REQUESTS', {})
  if (!found) {
    await noteWrongShopCode(env, subject, context, now)
    throw new ShopError('VOUCHER_UNKNOWN', {})
  }
  const refusal = refuseVoucher(found, shop.id, now)
  if (refusal) throw new ShopError(refusal.code, refusal.params)
  return cartVoucherOf(found, limitCents)
}

async function lookUp(env: Env, typed: string): Promise<FoundVoucher | null> {
  for (const programme of Object.values(VOUCHER_PROGRAMMES)) {
    const found = programme.isConfigured(env) ? await orUnavailable(programme.lookUp(env, typed)) : null
    if (found === 'unavailable') throw new ShopError('VOUCHER_UNAVAILABLE', {})
    if (found) return found
  }
  return null
}

async function orUnavailable(lookUp: Promise<FoundVoucher | null>): Promise<FoundVoucher | null | 'unavailable'> {
  try {
    return await lookUp
  } catch (error) {
    if (!(error instanceof VoucherOutage)) throw error
    log('warn', 'voucher not looked up', { error: error.message })
    return 'unavailable'
  }
}

/** Why the shop does not accept the voucher; null if it does. */
function refuseVoucher(found: FoundVoucher, shopId: string, now: number): Refusal | null {
  if (found.shopId !== null && found.shopId !== shopId) return refuse('VOUCHER_WRONG_SHOP', {})
  if (found.isVoid || found.expiresAt <= now) return refuse('VOUCHER_EXPIRED', {})
  return found.leftCents <= 0 ? refuse('VOUCHER_USED', {}) : null
}

function cartVoucherOf({ shopId: _, isVoid: __, ...voucher }: FoundVoucher, limitCents: number | null): CartVoucher {
  return { ...voucher, limitCents }
}

/**
 * Looks the cart's voucher up again before an order. `state` is set if the cart changes: the voucher's value has changed, or
 * the shop no longer accepts it and `refusal` says why.
 */
export async function renewVoucher(
  env: Env,
  { shopId, now }: CommandContext,
  state: CartState,
): Promise<{ state: CartState | null; refusal: Refusal | null }> {
  const { voucher } = state
  if (!voucher) return { state: null, refusal: null }
  const found = await orUnavailable(VOUCHER_PROGRAMMES[voucher.programme].lookUpAgain(env, voucher.reference))
  if (found === 'unavailable') return { state: null, refusal: refuse('VOUCHER_UNAVAILABLE', {}) }
  const refusal = found ? refuseVoucher(found, shopId, now) : refuse('VOUCHER_UNKNOWN', {})
  if (!found || refusal) return { state: { ...state, voucher: null, version: state.version + 1 }, refusal }
  const renewed = cartVoucherOf(found, voucher.limitCents)
  const isSame = renewed.leftCents === voucher.leftCents && renewed.expiresAt === voucher.expiresAt
  return { state: isSame ? null : { ...state, voucher: renewed, version: state.version + 1 }, refusal: null }
}
