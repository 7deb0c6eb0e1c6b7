/** Finds a request's cart object, and turns the stored state into lines for display. */
import type { DetailsChanges } from '../../schema/inputs/cart-details.ts'
import type { ShopContext } from '../context.ts'
import { loadSellables } from '../db/sellable.ts'
import type { CartApi, CartState, CommandContext, OrderContext } from '../domain/cart/cart.ts'
import { type CartDetails, NO_DETAILS } from '../domain/cart/cart-details.ts'
import { type CartLine, linesOf } from '../domain/cart/cart-line.ts'
import { pseudonymOf } from '../domain/orders/pseudonym.ts'
import { queuedEventsOf } from './checkout-options.ts'
import { objectsOf } from './seat-objects.ts'
import { ShopError, throwIfRefused } from './shop-error.ts'
import { endsWithOrder } from './waiting-room/pass-end.ts'

export function commandContext(context: ShopContext, discountsOpen = false): CommandContext {
  return {
    shopId: context.shop.id,
    locale: context.locale,
    catalogueVersion: context.catalogueVersion,
    now: context.now,
    discountsOpen,
  }
}

export function orderContext(context: ShopContext): OrderContext {
  const { env, network } = context
  return {
    ...commandContext(context),
    networkKey: network === '' ? null : pseudonymOf(env.SESSION_SECRET, 'network', network),
    queuedEvents: queuedEventsOf(context.rooms, context.shop.id),
    passRooms: context.rooms.filter(endsWithOrder).map(({ key, eventId }) => ({ key, eventId })),
  }
}

/** Returns the visitor's cart object. Issues a cart if the visitor has none. */
export function cartObject(context: ShopContext): CartApi {
  return objectsOf(context.env, context.env.CART).getByName(context.visitor.requireCartId())
}

/**
 * Returns the visitor's current cart. If the visitor has none, returns an empty cart without setting a cookie or waking an
 * object.
 */
export async function readCart(context: ShopContext): Promise<CartState> {
  if (context.visitor.cartId !== null) return cartObject(context).read(commandContext(context))
  return {
    id: 'crt_new',
    reference: '',
    version: 1,
    countryCode: 'de',
    items: [],
    heldUntil: null,
    holdsExtended: false,
    holdPeriods: [],
    sessionExpiresAt: context.now,
  }
}

/** Returns what the buyer of the visitor's cart has typed so far. Nobody can read the details of another cart. */
export function readDetails(context: ShopContext): Promise<CartDetails> {
  if (context.visitor.cartId === null) return Promise.resolve(NO_DETAILS)
  return cartObject(context).readDetails(commandContext(context))
}

/**
 * Throws CART_REPLACED if the visitor has another cart than their page shows. A link can replace the cart in another tab, and
 * the buyer must not order what a friend has put into theirs. `cartId` is absent on pages of a former version of the shop.
 */
export function requireShownCart({ visitor }: ShopContext, cartId: string | null | undefined): void {
  if (typeof cartId === 'string' && visitor.cartId !== null && visitor.cartId !== cartId)
    throw new ShopError('CART_REPLACED', {})
}

/**
 * Stores what the buyer has typed or an express method has returned, for the cart `cartId`. `key` is the idempotency key. Throws
 * CART_REPLACED if the visitor has another cart by now, and CART_EMPTY if the cart is empty or its session has ended.
 */
export async function saveDetails(
  context: ShopContext,
  cartId: string,
  changes: DetailsChanges,
  key: string,
): Promise<CartDetails> {
  if (context.visitor.cartId === null) throw new ShopError('CART_EMPTY', {})
  requireShownCart(context, cartId)
  const { details } = throwIfRefused(await cartObject(context).saveDetails(commandContext(context), changes, key))
  return details
}

export async function cartLines(context: ShopContext, state: CartState): Promise<CartLine[]> {
  const ids = state.items.map((item) => item.variantId)
  return linesOf(state.items, await loadSellables(context.db, context.catalogueVersion, ids))
}
