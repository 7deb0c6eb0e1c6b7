/**
 * Drafts an order from a cart, the catalogue and the buyer's input, and creates the saga that places it (`place-order`). The
 * caller runs the saga.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'
import { newId } from '../../schema/ids.ts'
import type { MergePlaceOrder, PlaceOrder } from '../../schema/inputs/cart.ts'
import { orderReferenceIn } from '../../schema/rules/order-reference.ts'
import { loadCarriers } from '../db/carrier.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { findMergeTarget, packedItems } from '../db/order-merge.ts'
import { loadSellables } from '../db/sellable.ts'
import { loadShops } from '../db/shop.ts'
import type { CartState, OrderContext } from '../domain/cart/cart.ts'
import { type CartLine, linesOf } from '../domain/cart/cart-line.ts'
import { shopSells } from '../domain/catalogue/shop-range.ts'
import { buyerKeyOf } from '../domain/orders/buyer-address.ts'
import { type AddOnOf, draftOrder } from '../domain/orders/order-draft.ts'
import { carrierForAll, cartIsMergeable } from '../domain/orders/order-merge.ts'
import { newOrderReference } from '../domain/orders/order-reference.ts'
import { immediateDeadline } from '../domain/orders/payment-deadline.ts'
import { normalisedAddress, pseudonymOf } from '../domain/orders/pseudonym.ts'
import { parcelOf } from '../domain/orders/shipping.ts'
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
  const loaded = await loadCart(openDatabase(env.DB), context, state)
  return 'ok' in loaded ? loaded : begin(env, context, state, loaded, { input, addOnOf: null }, key)
}

/**
 * MERGE-01: places the cart as an add-on to an earlier order of the buyer. It has the addresses and the carrier of the main
 * order, and stays reserved until its buyer orders it on the page to pay later.
 */
export async function beginMerge(
  env: Env,
  context: OrderContext,
  state: CartState,
  typed: MergePlaceOrder,
  key: string,
): Promise<Saga | Refusal> {
  const db = openDatabase(env.DB)
  const loaded = await loadCart(db, context, state)
  if ('ok' in loaded) return loaded
  const { shop, lines, carriers } = loaded
  // Checked first, because the answer must not depend on the orders of other buyers.
  if (!shop.orderMergingAllowed || !cartIsMergeable(lines)) return refuse('MERGEORDER_FAILED', {})
  const target = await findMergeTarget(db, {
    reference: orderReferenceIn(typed.orderReference),
    buyerKey: buyerKeyOf(typed.email),
    shopId: shop.id,
  })
  if (!target) return refuse('MERGEORDER_NOTFOUND', {})
  const { named, main } = target
  if (named.isReserved || named.status === 'cancelled' || named.status === 'refunded')
    return refuse('MERGEORDER_FAILED', {})
  const items = await packedItems(db, main.id)
  const sellables = await loadSellables(
    db,
    context.catalogueVersion,
    items.map(({ variantId }) => variantId),
  )
  const packed = items.map(({ variantId, amount }) => ({ amount, sellable: sellables.get(variantId) }))
  const cart = { countryCode: state.countryCode, parcel: parcelOf(lines) }
  const found = carrierForAll(main, cart, packed, carriers)
  if (!found.ok) return found
  const offers = offersForCart(env, shop, lines, context)
  const input: PlaceOrder = {
    clientMutationId: key,
    email: main.email,
    shippingAddress: main.shippingAddress,
    billingAddress: main.billingAddress,
    shippingMethod: main.shippingMethod,
    // The buyer chooses the method later. Until then, the add-on has that of the main order, if it is still offered.
    paymentMethod: (offers.find(({ id }) => id === main.paymentMethod) ?? offers[0])?.id ?? '',
    termsAccepted: false,
    expectedTotalCents: 0,
  }
  const addOnOf = {
    orderId: main.id,
    shippingMethod: main.shippingMethod,
    shippingName: main.shippingName,
    dueAt: immediateDeadline.of(context.now),
  }
  return begin(env, context, state, loaded, { input, addOnOf }, key)
}

type LoadedCart = Exclude<Awaited<ReturnType<typeof loadCart>>, Refusal>

async function loadCart(db: Database, context: OrderContext, state: CartState) {
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
  const lines: CartLine[] = linesOf(state.items, sellables)
  return { shop, shops, lines, carriers }
}

function begin(
  env: Env,
  context: OrderContext,
  state: CartState,
  { shop, shops, lines, carriers }: LoadedCart,
  { input, addOnOf }: { input: PlaceOrder; addOnOf: AddOnOf | null },
  key: string,
): Saga | Refusal {
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
    addOnOf,
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
