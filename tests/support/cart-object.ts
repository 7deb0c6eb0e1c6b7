/** A Cart object spoken to directly: with the catalogue of the small shop, and with bindings that fail where told to. */
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
import { ADDRESS, type World } from './shop-world.ts'
import { testEnv } from './test-env.ts'

const db = openDatabase(testEnv.DB)

export function newCart(now = Date.now()) {
  const id = newId('cart', now)
  return { id, cart: testEnv.CART.getByName(id) }
}
/** The same object with what the runtime's own functions need of it. */
export function cartStub({ id }: { id: string }): DurableObjectStub<Cart> {
  const namespace: unknown = testEnv.CART
  return (namespace as DurableObjectNamespace<Cart>).getByName(id)
}
export type CartHandle = ReturnType<typeof newCart>

/** Of the main shop, at this instant. */
export async function commandAt(now: number, slug = 'stagedoor'): Promise<OrderContext> {
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

export function wish(productVariantId: string, more: Partial<AddItemsRequest> = {}): AddItemsRequest {
  return { productVariantId, amount: 1, ...more }
}

export function orderInput(expectedTotalCents: number, more: Partial<PlaceOrder> = {}): PlaceOrder {
  return {
    clientMutationId: crypto.randomUUID(),
    email: `ida-${crypto.randomUUID()}@example.org`,
    shippingAddress: { ...ADDRESS, company: '', address2: '' },
    shippingMethod: '-1',
    paymentMethod: 'bank_transfer',
    termsAccepted: true,
    expectedTotalCents,
    ...more,
  }
}

/** The object's own bindings from now on, as long as it is not evicted. */
export function rewire(handle: CartHandle, change: Partial<Env>): Promise<void> {
  return runInDurableObject(cartStub(handle), (object) => {
    Object.assign(object, { env: { ...testEnv, ...change } })
  })
}

/** Everything that the object has stored. */
export function stored(handle: CartHandle): Promise<Map<string, unknown>> {
  return runInDurableObject(cartStub(handle), (_object, state) => state.storage.list())
}

export function ring(handle: CartHandle): Promise<boolean> {
  return runDurableObjectAlarm(cartStub(handle))
}

/** A database whose batches run, or do not, and answer with a lost connection: `fate` says so for each batch of writes. */
export function flakyDatabase(fate: (batch: number) => 'answers' | 'answer is lost' | 'never arrives'): D1Database {
  let batches = 0
  return new Proxy(testEnv.DB, {
    get(database, name) {
      if (name === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          const what = fate(++batches)
          if (what === 'never arrives') throw new Error('D1_ERROR: Network connection lost.')
          const answer = await database.batch(statements)
          if (what === 'answer is lost') throw new Error('D1_ERROR: Network connection lost.')
          return answer
        }
      }
      const value: unknown = Reflect.get(database, name, database)
      return typeof value === 'function' ? value.bind(database) : value
    },
  })
}

/** An event of its own, like the small shop's with places only: the clock of its seats is moved by nobody else. */
export function newStandingEvent(world: World): Promise<{ id: string; variantId: string }> {
  return copyEvent(world.standingEvent, world.standingVariant)
}

/** One like the small shop's with seats, of which none may be left alone. */
export function newSeatedEvent(world: World): Promise<{ id: string; variantId: string }> {
  return copyEvent(world.seatedEvent, world.seatVariant, { avoid_single_seats: true })
}

async function copyEvent(eventId: string, variantId: string, meta = {}): Promise<{ id: string; variantId: string }> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  const [variant] = await db.select().from(variants).where(eq(variants.id, variantId))
  const [category] = await db.select().from(pricingCategories).where(eq(pricingCategories.eventId, eventId))
  if (!event || !variant || !category) throw new Error('the world has such an event')
  const now = Date.now()
  const own = { id: newId('event', now), variantId: newId('variant', now), category: newId('pricingCategory', now) }
  await db.insert(events).values({ ...event, id: own.id, slug: own.id, meta: { ...event.meta, ...meta } })
  await db.insert(pricingCategories).values({ ...category, id: own.category, eventId: own.id })
  const ticket = { id: own.variantId, sku: own.variantId, eventId: own.id, pricingCategoryId: own.category }
  await db.insert(variants).values({ ...variant, ...ticket })
  return own
}
