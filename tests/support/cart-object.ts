/** Gives tests direct access to a Cart object, to its storage and to its bindings. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import type { AddItemsRequest, PlaceOrder } from '../../schema/inputs/cart.ts'
import { variants } from '../../schema/tables/catalogue.ts'
import { events, pricingCategories } from '../../schema/tables/event.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { loadCatalogueVersion, loadShops } from '../../worker/db/shop.ts'
import type { OrderContext } from '../../worker/domain/cart/cart.ts'
import type { Cart } from '../../worker/durable/cart.ts'
import type { Env } from '../../worker/env.ts'
import { PARSED_ADDRESS } from './address.ts'
import type { World } from './shop-world.ts'
import { testEnv } from './test-env.ts'

const db = openDatabase(testEnv.DB)

export function newCart(now = Date.now()) {
  const id = newId('cart', now)
  return { id, cart: testEnv.CART.getByName(id) }
}
/** Returns the cart that became the order. */
export function cartOf({ cartId }: { cartId: string }): CartHandle {
  return { id: cartId, cart: testEnv.CART.getByName(cartId) }
}

/** Returns the object's stub with the type that the functions of the test runtime require. */
export function cartStub({ id }: { id: string }): DurableObjectStub<Cart> {
  const namespace: unknown = testEnv.CART
  return (namespace as DurableObjectNamespace<Cart>).getByName(id)
}
export type CartHandle = ReturnType<typeof newCart>

/** Returns the context of an order in the shop `slug` at the instant `now`. */
export async function orderContextAt(now: number, slug = 'stagedoor'): Promise<OrderContext> {
  const catalogueVersion = await loadCatalogueVersion(db, now)
  const shop = (await loadShops(db, catalogueVersion)).find((each) => each.slug === slug)
  return {
    shopId: shop?.id ?? '',
    locale: 'de',
    catalogueVersion,
    discountsOpen: false,
    networkKey: null,
    queuedEvents: [],
    passRooms: [],
    now,
  }
}

export function itemRequest(productVariantId: string, more: Partial<AddItemsRequest> = {}): AddItemsRequest {
  return { productVariantId, amount: 1, ...more }
}

export function orderInput(expectedTotalCents: number, more: Partial<PlaceOrder> = {}): PlaceOrder {
  return {
    clientMutationId: crypto.randomUUID(),
    email: `ida-${crypto.randomUUID()}@example.org`,
    shippingAddress: PARSED_ADDRESS,
    shippingMethod: '-1',
    paymentMethod: 'bank_transfer',
    termsAccepted: true,
    expectedTotalCents,
    ...more,
  }
}

/** Replaces some of the object's bindings until the object is evicted. */
export function replaceBindings(handle: CartHandle, change: Partial<Env>): Promise<void> {
  return runInDurableObject(cartStub(handle), (object) => {
    Object.assign(object, { env: { ...testEnv, ...change } })
  })
}

/** Returns all values that the object has stored. */
export function stored(handle: CartHandle): Promise<Map<string, unknown>> {
  return runInDurableObject(cartStub(handle), (_object, state) => state.storage.list())
}

export function fireAlarm(handle: CartHandle): Promise<boolean> {
  return runDurableObjectAlarm(cartStub(handle))
}

/** Returns a database whose connection may fail. `fate` decides whether each batch runs and whether its answer arrives. */
export function flakyDatabase(fate: (batch: number) => 'answers' | 'answer is lost' | 'never arrives'): D1Database {
  let batches = 0
  return new Proxy(testEnv.DB, {
    get(database, name) {
      if (name === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          const outcome = fate(++batches)
          if (outcome === 'never arrives') throw new Error('D1_ERROR: Network connection lost.')
          const answer = await database.batch(statements)
          if (outcome === 'answer is lost') throw new Error('D1_ERROR: Network connection lost.')
          return answer
        }
      }
      const value: unknown = Reflect.get(database, name, database)
      return typeof value === 'function' ? value.bind(database) : value
    },
  })
}

/** Inserts a copy of the standing event. The copy has its own seat object, whose clock no other test moves. */
export function newStandingEvent(world: World): Promise<{ id: string; variantId: string }> {
  return copyEvent(world.standingEvent, world.standingVariant)
}

/** Inserts a copy of the seated event with a rule that forbids single free seats. */
export function newSeatedEvent(world: World): Promise<{ id: string; variantId: string }> {
  return copyEvent(world.seatedEvent, world.seatVariant, { avoid_single_seats: true })
}

async function copyEvent(eventId: string, variantId: string, meta = {}): Promise<{ id: string; variantId: string }> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  const [variant] = await db.select().from(variants).where(eq(variants.id, variantId))
  const [category] = await db.select().from(pricingCategories).where(eq(pricingCategories.eventId, eventId))
  if (!event || !variant || !category) throw new Error('the test shop lacks this event, its variant or its category')
  const now = Date.now()
  const own = { id: newId('event', now), variantId: newId('variant', now), category: newId('pricingCategory', now) }
  await db.insert(events).values({ ...event, id: own.id, slug: own.id, meta: { ...event.meta, ...meta } })
  await db.insert(pricingCategories).values({ ...category, id: own.category, eventId: own.id })
  const ticket = { id: own.variantId, sku: own.variantId, eventId: own.id, pricingCategoryId: own.category }
  await db.insert(variants).values({ ...variant, ...ticket })
  return own
}
