/**
 * Drafts an order from a cart, the catalogue and the buyer's input, and creates the saga that places it (`place-order`). The
 * caller runs the saga.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'
import { newId } from '../../schema/ids.ts'
import type { PlaceOrder } from '../../schema/inputs/cart.ts'
import { loadCarriers } from '../db/carrier.ts'
import { openDatabase } from '../db/database.ts'
import { loadSellables } from '../db/sellable.ts'
import { loadShops } from '../db/shop.ts'
import type { CartState, OrderContext } from '../domain/cart/cart.ts'
import { linesOf } from '../domain/cart/cart-line.ts'
import { shopSells } from '../domain/catalogue/shop-range.ts'
import { draftOrder } from '../domain/orders/order-draft.ts'
import { newOrderReference } from '../domain/orders/order-reference.ts'
import { normalisedAddress, pseudonymOf } from '../domain/orders/pseudonym.ts'
import type { Env } from '../env.ts'
import { paymentsToPlace } from '../payments/table.ts'
import { offersForCart } from './checkout-options.ts'
import { newSaga, type Saga } from './place-order.ts'

export async function beginPlacement(
  env: Env,
  context: OrderContext,
  state: CartState,
  input: PlaceOrder,
  key: string,
): Promise<Saga | Refusal> {
  const db = openDatabase(env.DB)
  const [sellables, carriers, shops] = await Promise.all([
    loadSellables(
      db,
      context.catalogueVersion,
      state.items.map((item) => item.variantId),
    ),
    loadCarriers(db, context.catalogueVersion),
    loadShops(db, context.catalogueVersion),
  ])
  const shop = shops.find(({ id }) => id === context.shopId)
  if (!shop) return refuse('NOT_FOUND', { what: 'shop' })
  const lines = linesOf(state.items, sellables)
  const drafted = draftOrder({
    state,
    lines,
    carriers,
    payments: paymentsToPlace(offersForCart(env, shop, lines, context), context.now),
    input,
    locale: context.locale,
    shopId: shop.id,
    shopSells: (sellable) => shopSells(shops, shop.id, sellable),
    orderId: newId('order', context.now),
    reference: newOrderReference(),
    networkKey: context.networkKey,
    deliveryKey: pseudonymOf(env.SESSION_SECRET, 'delivery', normalisedAddress(input.shippingAddress)),
    newItemId: () => newId('orderItem', context.now),
    now: context.now,
  })
  if (!drafted.ok) return drafted
  const { draft } = drafted
  const isConcerned = (eventId: string | null) =>
    eventId === null || draft.bookings.some((booking) => booking.eventId === eventId)
  const rooms = context.passRooms.flatMap(({ key, eventId }) => (isConcerned(eventId) ? [key] : []))
  return newSaga(key, draft, rooms)
}
