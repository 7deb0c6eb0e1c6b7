import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../schema/ids.ts'
import { openDatabase } from '../../../worker/db/database.ts'
import { loadCatalogueVersion, loadShops } from '../../../worker/db/shop.ts'
import type { CartApi } from '../../../worker/domain/cart/cart.ts'
import { mainShopOf } from '../../../worker/domain/catalogue/shop-host.ts'
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
