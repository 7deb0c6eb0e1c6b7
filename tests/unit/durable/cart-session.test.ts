import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../schema/ids.ts'
import { openDatabase } from '../../../worker/db/database.ts'
import { loadCatalogueVersion, loadShops } from '../../../worker/db/shop.ts'
import type { CartApi } from '../../../worker/domain/cart/cart.ts'
import { mainShopOf } from '../../../worker/domain/catalogue/shop-host.ts'
import { newCart as newCartHandle, newStandingEvent, orderInput } from '../../support/cart-object.ts'
import { buildWorld, type World } from '../../support/shop-world.ts'
import { testEnv } from '../../support/test-env.ts'

const MINUTE = 60_000

let world: World
let shopId: string
let catalogueVersion: number
const begin = Date.now()
beforeAll(async () => {
  world = await buildWorld(begin)
  const db = openDatabase(testEnv.DB)
  catalogueVersion = await loadCatalogueVersion(db, begin)
  shopId = mainShopOf(await loadShops(db, catalogueVersion))?.id ?? ''
})

function newCart(): CartApi {
  return testEnv.CART.getByName(newId('cart', begin))
}

const at = (minutes: number) => ({
  shopId,
  locale: 'de' as const,
  catalogueVersion,
  discountsOpen: false,
  now: begin + minutes * MINUTE,
})
const request = (productVariantId: string) => ({
  productVariantId,
  amount: 1,
  seatIds: [],
  sectionId: null,

  personalIdentifier: null,
})

describe('cart session', () => {
  it('SES-01 lasts 20 minutes from the last command or heartbeat', async () => {
    const cart = newCart()
    expect(await cart.addItems(at(0), [request(world.shirt)], 'add')).toMatchObject({ ok: true })
    expect(await cart.heartbeat(at(19))).toEqual({ expiresAt: begin + 39 * MINUTE, ended: false })
    expect((await cart.read(at(38))).items).toHaveLength(1)
    const { version } = await cart.read(at(38))
    expect(await cart.read(at(39))).toMatchObject({ items: [], version: version + 1 })
  })

  it('SES-01 empties the cart at its end, reports the end only to the first late heartbeat, and can restart', async () => {
    const cart = newCart()
    await cart.addItems(at(0), [request(world.shirt)], 'add')
    expect(await cart.heartbeat(at(21))).toMatchObject({ ended: true })
    expect(await cart.heartbeat(at(22))).toMatchObject({ ended: false })
    expect((await cart.read(at(22))).items).toEqual([])
    expect(await cart.addItems(at(23), [request(world.shirt)], 'again')).toMatchObject({ ok: true })
  })

  it('SES-01 is not reported as ended for an empty cart', async () => {
    const cart = newCart()
    await cart.addItems(at(0), [request(world.shirt)], 'add')
    const [item] = (await cart.read(at(0))).items
    await cart.removeItem(at(1), item?.id ?? '', 'remove')
    expect(await cart.heartbeat(at(60))).toMatchObject({ ended: false })
  })
})

describe('holds of a cart', () => {
  it('SEAT-10 are extended by five minutes when payment starts, but only once', async () => {
    const cart = newCart()
    const now = Date.now()
    const context = { ...at(0), now }
    const added = await cart.addItems(context, [{ productVariantId: world.standingVariant, amount: 2 }], 'hold')
    const until = added.ok ? (added.state.heldUntil ?? 0) : 0
    expect(until).toBe(now + 20 * MINUTE)
    const extended = await cart.extendHolds(context, 'pay')
    expect(extended).toMatchObject({ ok: true, state: { heldUntil: until + 5 * MINUTE } })
    for (const key of ['pay', 'pay again', 'and again']) {
      expect(await cart.extendHolds(context, key)).toMatchObject({ ok: true, state: { heldUntil: until + 5 * MINUTE } })
    }
    const more = await cart.addItems(context, [{ productVariantId: world.standingVariant, amount: 1 }], 'more')
    expect(more).toMatchObject({ ok: true, state: { heldUntil: until + 5 * MINUTE } })
    await cart.heartbeat({ ...context, now: now + 19 * MINUTE })
    expect((await cart.read({ ...context, now: until + 4 * MINUTE })).items).toHaveLength(2)
  })

  it('SEAT-10 do not exist in a cart without tickets, which extendHolds leaves unchanged', async () => {
    const cart = newCart()
    await cart.addItems(at(0), [request(world.shirt)], 'shirt')
    const { version } = await cart.read(at(0))
    expect(await cart.extendHolds(at(0), 'pay')).toMatchObject({ ok: true, state: { heldUntil: null, version } })
  })
})

describe('order of a cart whose holds have expired', () => {
  const soon = (now: number, minutes: number) => ({
    ...at(0),
    networkKey: null,
    queuedEvents: [],
    passRooms: [],
    now: now + minutes * MINUTE,
  })

  /** A cart of an awake browser: its holds have expired, and its session has not. */
  async function expiredCart(items: string[]) {
    const handle = newCartHandle()
    const now = Date.now()
    const { cart } = handle
    expect(await cart.addItems(soon(now, 0), items.map(request), 'add')).toMatchObject({ ok: true })
    await cart.heartbeat(soon(now, 19))
    return { cart, now }
  }

  it('SEAT-10 is refused because the holds have expired, not because the cart is empty', async () => {
    const { cart, now } = await expiredCart([world.standingVariant])
    const expired = { ok: false, code: 'HOLD_EXPIRED', params: {} }
    expect(await cart.placeOrder(soon(now, 21), orderInput(3900), 'order')).toEqual(expired)
    expect(await cart.placeOrder(soon(now, 21), orderInput(3900), 'order again')).toEqual(expired)
  })

  it('SEAT-10 is refused because the holds have expired if merch remains, also after the cart was read, and can then be placed without the tickets', async () => {
    const { cart, now } = await expiredCart([world.standingVariant, world.shirt])
    const { items } = await cart.read(soon(now, 21))
    expect(items.map(({ variantId }) => variantId)).toEqual([world.shirt])
    const withTickets = orderInput(10_000, { shippingMethod: world.parcel })
    expect(await cart.placeOrder(soon(now, 21), withTickets, 'order')).toMatchObject({ code: 'HOLD_EXPIRED' })
    // A command shows the fan the cart without the tickets. Another wrong total then has another reason.
    expect(await cart.changeCountry(soon(now, 21), 'de', 'country')).toMatchObject({ ok: true })
    const changed = await cart.placeOrder(soon(now, 21), withTickets, 'order again')
    if (changed.ok || changed.code !== 'PRICE_CHANGED') throw new Error(JSON.stringify(changed))
    const input = { ...withTickets, expectedTotalCents: changed.params.totalCents }
    expect(await cart.placeOrder(soon(now, 21), input, 'order the rest')).toMatchObject({ ok: true })
    expect(await cart.placeOrder(soon(now, 21), input, 'order nothing')).toMatchObject({ code: 'CART_EMPTY' })
  })

  it('SEAT-10 is refused once even if the total is right without the tickets, and again if the answer was lost', async () => {
    const { cart, now } = await expiredCart([world.standingVariant, world.shirt])
    await cart.read(soon(now, 21))
    const withTickets = orderInput(1, { shippingMethod: world.parcel })
    expect(await cart.placeOrder(soon(now, 21), withTickets, 'first')).toMatchObject({ code: 'HOLD_EXPIRED' })
    const changed = await cart.placeOrder(soon(now, 21), withTickets, 'total')
    if (changed.ok || changed.code !== 'PRICE_CHANGED') throw new Error(JSON.stringify(changed))
    const other = await expiredCart([world.standingVariant, world.shirt])
    const input = { ...withTickets, expectedTotalCents: changed.params.totalCents }
    for (let turn = 0; turn < 2; turn++) {
      expect(await other.cart.placeOrder(soon(now, 21), input, 'order')).toMatchObject({ code: 'HOLD_EXPIRED' })
    }
    expect(await other.cart.placeOrder(soon(now, 21), input, 'order the rest')).toMatchObject({ ok: true })
  })

  it('SEAT-10 is refused because the holds have expired although the session has ended, too', async () => {
    const handle = newCartHandle()
    const now = Date.now()
    await handle.cart.addItems(soon(now, 0), [request(world.standingVariant)], 'add')
    expect((await handle.cart.read(soon(now, 30))).items).toEqual([])
    expect(await handle.cart.placeOrder(soon(now, 30), orderInput(3900), 'order')).toMatchObject({
      code: 'HOLD_EXPIRED',
    })
  })

  it('SEAT-10 cannot be prevented by an extension that comes too late', async () => {
    for (const items of [[world.standingVariant], [world.standingVariant, world.shirt]]) {
      const { cart, now } = await expiredCart(items)
      expect(await cart.extendHolds(soon(now, 21), 'pay')).toEqual({ ok: false, code: 'HOLD_EXPIRED', params: {} })
      expect(
        await cart.placeOrder(soon(now, 21), orderInput(3900, { shippingMethod: world.parcel }), 'order'),
      ).toMatchObject({ code: 'HOLD_EXPIRED' })
    }
  })
})

describe('tickets in several bundles', () => {
  it('BND-01 are refused with the number of tickets that are really left, if the last bundle finds too few', async () => {
    const { variantId } = await newStandingEvent(world)
    const context = { ...at(0), now: Date.now() }
    const take = (amount: number) => newCart().addItems(context, [{ ...request(variantId), amount }], 'add')
    for (let taken = 0; taken < 48; taken += 4) expect(await take(4)).toMatchObject({ ok: true })
    const three = Array.from({ length: 3 }, () => request(variantId))
    const cart = newCart()
    expect(await cart.addItems(context, three, 'three')).toMatchObject({
      ok: false,
      code: 'TICKETS_NOT_AVAILABLE',
      params: { left: 2 },
    })
    expect(await cart.addItems(context, three.slice(1), 'two')).toMatchObject({ ok: true })
  })
})
