/** Opens a visitor's cart on another device (SES-02). Both devices then use the same cart. */
import { RESUME_LINK_SECONDS } from '../../schema/limits.ts'
import type { ShopContext } from '../context.ts'
import type { CartApi, CartState } from '../domain/cart/cart.ts'
import { readResumeId, writeResumeId } from '../domain/cart/resume-id.ts'
import { isWithinBoth } from './rate-limit.ts'
import { objectsOf } from './seat-objects.ts'
import { ShopError } from './shop-error.ts'
import { commandContext, readCart } from './visitor-cart.ts'

/** Throws CART_EMPTY, because an empty cart need not be opened elsewhere, and TOO_MANY_REQUESTS. */
export async function createResumeLink(context: ShopContext): Promise<{ id: string; expiresAt: number }> {
  const { env, now } = context
  if (context.network !== '' && !(await isWithinBoth(env.ORDER_TRIES, env.ORDER_TRIES_WIDE, context, 'resume/'))) {
    throw new ShopError('TOO_MANY_REQUESTS', {})
  }
  const { id, items } = await readCart(context)
  if (items.length === 0) throw new ShopError('CART_EMPTY', {})
  const expiresAt = now + RESUME_LINK_SECONDS * 1000
  return { id: writeResumeId(env.SESSION_SECRET, id, expiresAt), expiresAt }
}

/**
 * Makes the visitor's cookie name the cart of the link. Throws SESSION_NOT_FOUND if the link is forged or expired, or if the
 * cart is empty or its session has ended. Throws CART_NOT_EMPTY if this device has another cart with items, unless `replace`
 * is true. The other cart stays as it is until its session ends.
 *
 * Passes of waiting rooms and bot checks name their cart and stay on their device. What is in the cart can be bought without
 * them. To add tickets of a guarded event, the other device must wait for its own pass.
 */
export async function resumeCart(context: ShopContext, resumeId: string, replace: boolean): Promise<CartState> {
  const { env, now, visitor } = context
  const secrets = [env.SESSION_SECRET, env.SESSION_SECRET_PREVIOUS ?? ''].filter((secret) => secret !== '')
  const cartId = readResumeId(secrets, resumeId, now)
  if (cartId === null) throw new ShopError('SESSION_NOT_FOUND', {})
  const cart: CartApi = objectsOf(env, env.CART).getByName(cartId)
  const state = await cart.read(commandContext(context))
  if (state.items.length === 0) throw new ShopError('SESSION_NOT_FOUND', {})
  if (visitor.cartId !== cartId && !replace && (await readCart(context)).items.length > 0) {
    throw new ShopError('CART_NOT_EMPTY', {})
  }
  const { ended } = await cart.heartbeat(commandContext(context))
  if (ended) throw new ShopError('SESSION_NOT_FOUND', {})
  visitor.useCart(cartId)
  return state
}
