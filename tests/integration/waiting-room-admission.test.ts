import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BOT_CHECK_ACTION } from '../../schema/bot-check.ts'
import { newId } from '../../schema/ids.ts'
import { categories } from '../../schema/tables/category.ts'
import { tourArtists, tours } from '../../schema/tables/event.ts'
import type { QueuedSession } from '../../schema/waiting-room.ts'
import { openDatabase } from '../../worker/db/database.ts'
import type { LoadReport } from '../../worker/domain/waiting-room/waiting-room.ts'
import type { Env } from '../../worker/env.ts'
import { serve } from '../../worker/http/app.ts'
import { PASSING_SECRET, solvedToken } from '../sandbox/turnstile.ts'
import { type CartHandle, fireAlarm, flakyDatabase, replaceBindings } from '../support/cart-object.ts'
import { Browser } from '../support/edge.ts'
import { later, queueOf, setRoom, standing, switchOffRooms } from '../support/room-control.ts'
import { buildWorld, hashOf, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const ORIGIN = 'http://localhost:8787'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})

const room = () => `event/${world.standingEvent}`
const addStanding = (visitor: Visitor) => visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])

beforeEach(() => switchOffRooms('nachtfalter'))

async function waitForAdmission(visitor: Visitor): Promise<void> {
  await expect
    .poll(() => queueOf(visitor, room()), {
      timeout: 15_000,
      interval: 200,
    })
    .toBeNull()
}

describe('a queue pass', () => {
  it('SES-04 ends with its order even if the browser resends the pass, but the order stays accessible', async () => {
    await setRoom({ ...standing, mode: 'on', opensAt: Date.now(), ratePerSecond: 1000 })
    const visitor = new Visitor()
    await waitForAdmission(visitor)
    expect((await addStanding(visitor)).status).toBe(200)
    const name = `pass.${room().replace('/', '.')}`
    const pass = visitor.cookies.get(name) ?? ''
    const { data, code } = await visitor.placeOrder(4500, { paymentMethod: 'stripe_checkout' })
    expect(code).toBeNull()
    expect(visitor.cookies.get(name)).toBe('')
    visitor.cookies.set(name, pass)
    await expect.poll(() => addStanding(visitor)).toMatchObject({ status: 503, code: 'QUEUE_ACTIVE' })
    const { id, reference } = data?.placeOrder.cart ?? {}
    expect((await visitor.run('Order', { orderId: id, reference })).status).toBe(200)
    expect((await visitor.run('ConfirmOrderPayment', { orderId: id, reference })).status).toBe(200)
  })

  it("SES-04 ends with its order even if the order's request omits it, and the cart's other passes end too", async () => {
    await setRoom({ ...standing, mode: 'on', opensAt: Date.now(), ratePerSecond: 1000 })
    const visitor = new Visitor()
    const [place, pass] = ['place', 'pass'].map((kind) => `${kind}.${room().replace('/', '.')}`)
    if (!place || !pass) throw new Error('the names of the two cookies are missing')
    await waitForAdmission(visitor)
    const first = visitor.cookies.get(pass) ?? ''
    visitor.cookies.delete(place)
    visitor.cookies.delete(pass)
    await waitForAdmission(visitor)
    const second = visitor.cookies.get(pass) ?? ''
    expect(second).not.toBe(first)
    expect((await addStanding(visitor)).status).toBe(200)
    visitor.cookies.delete(pass)
    expect((await visitor.placeOrder(4500, { paymentMethod: 'stripe_checkout' })).code).toBeNull()
    for (const old of [first, second])
      await expect
        .poll(() => {
          visitor.cookies.set(pass, old)
          return addStanding(visitor)
        })
        .toMatchObject({ status: 503, code: 'QUEUE_ACTIVE' })
  })

  /** Returns an admitted fan with a ticket in the cart. `useOldPass` adds another ticket with the fan's first pass. */
  async function admitFan() {
    await setRoom({ ...standing, mode: 'on', opensAt: Date.now(), ratePerSecond: 1000 })
    const visitor = new Visitor()
    await waitForAdmission(visitor)
    expect((await addStanding(visitor)).status).toBe(200)
    const { id } = await visitor.cart()
    const name = `pass.${room().replace('/', '.')}`
    const pass = visitor.cookies.get(name) ?? ''
    const useOldPass = () => {
      visitor.cookies.set(name, pass)
      return addStanding(visitor)
    }
    return { visitor, handle: { id, cart: testEnv.CART.getByName(id) }, useOldPass }
  }

  it("SES-04 ends with its order even if the request fails and the cart's alarm finishes the order", async () => {
    const { visitor, handle, useOldPass } = await admitFan()
    await replaceBindings(handle, { DB: flakyDatabase((batch) => (batch === 1 ? 'answer is lost' : 'answers')) })
    const losing = { getByName: () => ({ ...handle.cart, placeOrder: failAfter(handle.cart) }) }
    visitor.env = { ...testEnv, CART: { ...losing, jurisdiction: () => losing } } as unknown as Env
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect((await visitor.placeOrder(4500, { paymentMethod: 'stripe_checkout' })).status).toBe(500)
    errors.mockRestore()
    visitor.env = null
    expect(await fireAlarm(handle)).toBe(true)
    await expect.poll(useOldPass).toMatchObject({ status: 503, code: 'QUEUE_ACTIVE' })
  })

  /** Returns a method that places the order, and then fails as if the connection were lost. */
  function failAfter(cart: CartHandle['cart']): CartHandle['cart']['placeOrder'] {
    return async (...given) => {
      await cart.placeOrder(...given)
      throw new Error('the connection is lost')
    }
  }

  it("SES-04 is ended by the cart's alarm if the waiting room is unreachable when the order is placed", async () => {
    const { visitor, handle, useOldPass } = await admitFan()
    const down = () => {
      throw new Error('unreachable')
    }
    const away = { getByName: down, jurisdiction: down } as unknown as Env['WAITING_ROOM']
    await replaceBindings(handle, { WAITING_ROOM: away })
    expect((await visitor.placeOrder(4500, { paymentMethod: 'stripe_checkout' })).code).toBeNull()
    expect((await useOldPass()).status).toBe(200)
    expect(await fireAlarm(handle)).toBe(true)
    expect((await useOldPass()).status).toBe(200)
    await replaceBindings(handle, {})
    expect(await fireAlarm(handle)).toBe(true)
    await expect.poll(useOldPass).toMatchObject({ status: 503, code: 'QUEUE_ACTIVE' })
  })

  it('SES-04 that cannot be ended does not make the order fail', async () => {
    await setRoom({ ...standing, mode: 'on', opensAt: Date.now(), ratePerSecond: 1000 })
    const visitor = new Visitor()
    await waitForAdmission(visitor)
    expect((await addStanding(visitor)).status).toBe(200)
    const down = () => {
      throw new Error('unreachable')
    }
    const db = new Proxy(testEnv.DB, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) =>
          name === 'prepare' && /order_items/.test(String(given[0])) ? down() : value.apply(target, given)
      },
    })
    const env = { ...testEnv, DB: db, WAITING_ROOM: { getByName: down, jurisdiction: down } } as unknown as Env
    visitor.env = env
    expect(await visitor.placeOrder(4500, { paymentMethod: 'stripe_checkout' })).toMatchObject({
      status: 200,
      code: null,
    })
  })

  it('SES-04 for an event stays valid after an order of other items', async () => {
    await setRoom({ ...standing, mode: 'on', opensAt: Date.now(), ratePerSecond: 1000 })
    const visitor = new Visitor()
    await waitForAdmission(visitor)
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const { totalCents } = await visitor.cart()
    const placed = await visitor.placeOrder(totalCents + 590, { shippingMethod: world.parcel })
    expect(placed.code).toBeNull()
    expect((await addStanding(visitor)).status).toBe(200)
  })
})

describe("the waiting room of a band's shop", () => {
  it("SES-05 also guards the band's items in the main shop", async () => {
    await setRoom({ scope: 'shop', slug: 'nachtfalter', ...later() })
    const visitor = new Visitor('stagedoor')
    expect((await visitor.add([{ productVariantId: world.shirt, amount: 1 }])).status).toBe(503)
    expect((await addStanding(visitor)).status).toBe(503)
    const waiting = await visitor.run<{ session: QueuedSession }>('Session')
    expect(waiting.data?.session.queue).toBeNull()
    const { bands } = await shopIds()
    const named = await visitor.run<{ session: QueuedSession }>('Session', { room: `shop/${bands}` })
    expect(named.data?.session.queue?.entryId).toMatch(/^[0-9a-f]{32}$/)
  })

  it("SES-05 also guards the band's pages in the main shop, and no other pages", async () => {
    await setRoom({ scope: 'catalogue', slug: 'nachtfalter', ...later() })
    const visitor = new Visitor('stagedoor')
    for (const [name, slug] of [
      ['ProductPage', 'shirt'],
      ['EventPage', 'standing'],
      ['ArtistPage', 'nachtfalter'],
      ['MinicartRelated', 'standing'],
    ] as const)
      expect((await visitor.run(name, { slug })).status).toBe(503)
    expect((await visitor.run('ArtistPage', { slug: 'eisenwald' })).status).toBe(200)
    expect((await visitor.run('Home')).status).toBe(200)
  })

  it("SES-05 guards the page of the band's own tour in the main shop, but not the page of a shared tour", async () => {
    const db = openDatabase(testEnv.DB)
    const bands = await db.select({ id: categories.id, slug: categories.slug }).from(categories)
    const addTour = async (slug: string, names: string[]) => {
      const tourId = newId('tour', Date.now())
      const text = { de: slug, en: slug }
      await db
        .insert(tours)
        .values({ id: tourId, slug, name: text, description: text, artistNames: slug, startAt: Date.now() })
      const ofTour = bands.filter((band) => names.includes(band.slug))
      expect(ofTour).toHaveLength(names.length)
      await db.insert(tourArtists).values(ofTour.map(({ id }) => ({ tourId, artistId: id })))
    }
    await addTour('nachtflug', ['nachtfalter'])
    await addTour('doppelt', ['nachtfalter', 'eisenwald'])
    await addTour('eisenzeit', ['eisenwald'])
    await setRoom({ scope: 'catalogue', slug: 'nachtfalter', ...later() })
    const visitor = new Visitor('stagedoor')
    const statusOf = async (slug: string) => (await visitor.run('TourPage', { slug })).status
    expect(await statusOf('nachtflug')).toBe(503)
    expect(await statusOf('doppelt')).toBe(200)
    expect(await statusOf('eisenzeit')).toBe(200)
    const waitsOn = async (path: string) => (await new Browser().open(path)).body.includes('"waiting":{')
    expect(await waitsOn('/tours/nachtflug')).toBe(true)
    expect(await waitsOn('/tours/doppelt')).toBe(false)
  })

  async function shopIds() {
    const row = await testEnv.DB.prepare("SELECT id FROM shops WHERE slug = 'nachtfalter'").first<{ id: string }>()
    return { bands: row?.id ?? '' }
  }
})

describe('queue entries', () => {
  const fetchQueue = (visitor: Visitor) => queueOf(visitor, room())

  it('SES-04 are limited by network, and a rejected visitor is told about the limit and the time of the next poll', async () => {
    await setRoom({ ...standing, ...later() })
    // The test brings its own limit, because the platform's limit resets with each minute of the clock.
    let entries = 0
    const limit = async ({ key }: { key: string }) => ({ success: key.startsWith('ask ') || ++entries <= 120 })
    const env = { ...testEnv, QUEUE_ENTRIES: { limit } }
    const fromMachine = () => Object.assign(new Visitor(), { address: '203.0.113.7', env })
    const answers = await Promise.all(Array.from({ length: 130 }, () => fetchQueue(fromMachine())))
    const refused = answers.filter((queue) => queue?.entryId === null)
    expect(refused).toHaveLength(10)
    expect(refused[0]).toMatchObject({ isLimited: true, checkKey: null, ahead: null })
    expect(refused[0]?.pollAfterSeconds).toBeGreaterThanOrEqual(10)
    const neighbour = Object.assign(new Visitor(), { address: '198.51.100.7' })
    expect(await fetchQueue(neighbour)).toMatchObject({ isLimited: false, entryId: expect.any(String) })
  })

  const checked = {
    ...testEnv,
    TURNSTILE_SITE_KEY: 'site',
    TURNSTILE_SECRET_KEY: PASSING_SECRET,
    TURNSTILE_API_BASE: testEnv.STRIPE_API_BASE ?? '',
  }
  const prove = (visitor: Visitor) =>
    visitor.fetch('/queue/place', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN },
      body: JSON.stringify({ room: room(), token: solvedToken(BOT_CHECK_ACTION, 'localhost') }),
    })
  const placeCookie = () => `place.${room().replace('/', '.')}`
  const idIn = (visitor: Visitor) => decodeURIComponent(visitor.cookies.get(placeCookie()) ?? '').split('|')[2]

  it('SES-04 are not limited by network for fans who have passed the bot check', async () => {
    await setRoom({ ...standing, ...later() })
    const full = { limit: async () => ({ success: false }) }
    const fan = Object.assign(new Visitor(), { env: { ...checked, QUEUE_ENTRIES: full, QUEUE_ENTRIES_WIDE: full } })
    expect((await prove(fan)).status).toBe(204)
    expect(idIn(fan)).toMatch(/^[0-9a-f]{32}$/)
  })

  it('SES-04 have the time of the first request if the limit of the network rejected it, but only in the same cart', async () => {
    const { status } = await setRoom({ ...standing, mode: 'on', opensAt: Date.now(), ratePerSecond: 1000 })
    await expect.poll(() => Date.now()).toBeGreaterThan(status.opensAt)
    const full = { limit: async ({ key }: { key: string }) => ({ success: key.startsWith('ask ') }) }
    const joinedIn = (visitor: Visitor) =>
      Number(decodeURIComponent(visitor.cookies.get(placeCookie()) ?? '').split('|')[4])
    const askCookie = placeCookie().replace('place', 'ask')
    const fan = Object.assign(new Visitor(), { address: '198.51.100.60' })
    const begun = Date.now()
    fan.env = { ...testEnv, QUEUE_ENTRIES: full }
    expect(await fetchQueue(fan)).toMatchObject({ isLimited: true, entryId: null })
    const refusedAt = Date.now()
    await expect.poll(() => Date.now()).toBeGreaterThan(refusedAt + 50)
    expect(await fetchQueue(fan)).toMatchObject({ isLimited: true })
    const thief = Object.assign(new Visitor(), { address: '198.51.100.61' })
    thief.cookies.set(askCookie, fan.cookies.get(askCookie) ?? '')
    fan.env = null
    await Promise.all([fetchQueue(fan), fetchQueue(thief)])
    expect(joinedIn(fan)).toBeGreaterThanOrEqual(begun)
    expect(joinedIn(fan)).toBeLessThanOrEqual(refusedAt)
    expect(fan.cookies.get(askCookie)).toBe('')
    expect(joinedIn(thief)).toBeGreaterThan(refusedAt)
  })

  it.each(['QUEUE_ENTRIES', 'QUEUE_ENTRIES_WIDE'] as const)(
    'SES-04 have the time of a rejected first request, but only for a limited number of fans per network (%s)',
    async (name) => {
      await setRoom({ ...standing, ...later() })
      const asks: string[] = []
      const limit = async ({ key }: { key: string }) => ({ success: key.startsWith('ask ') && asks.push(key) <= 2 })
      const refusedFan = async () => {
        const fan = Object.assign(new Visitor(), { address: '198.51.100.80', env: { ...testEnv, [name]: { limit } } })
        expect(await fetchQueue(fan)).toMatchObject({ isLimited: true, entryId: null })
        return fan
      }
      const fans = [await refusedFan(), await refusedFan(), await refusedFan()]
      const hasAskCookie = fans.map((fan) => fan.cookies.has(placeCookie().replace('place', 'ask')))
      expect(hasAskCookie).toEqual([true, true, false])
      // A repeated request does not count again.
      expect(await fetchQueue(fans[0] as Visitor)).toMatchObject({ isLimited: true })
      expect(asks).toHaveLength(3)
    },
  )

  it('SES-04 from IPv6 addresses have a limit by wide network that is separate from that of IPv4 addresses', async () => {
    await setRoom({ ...standing, ...later() })
    const full = { limit: async () => ({ success: false }) }
    const isLimited = async (address: string, env: Partial<Env>) => {
      const fan = Object.assign(new Visitor(), { address, env: { ...testEnv, ...env } })
      return (await fetchQueue(fan))?.isLimited
    }
    const [six, four] = ['2001:db8:1:2::1', '198.51.100.70']
    expect(await isLimited(six, { QUEUE_ENTRIES_WIDE: full })).toBe(false)
    expect(await isLimited(six, { QUEUE_ENTRIES_IPV6: full })).toBe(true)
    expect(await isLimited(four, { QUEUE_ENTRIES_WIDE: full })).toBe(true)
    expect(await isLimited(four, { QUEUE_ENTRIES_IPV6: full })).toBe(false)
  })

  it('SES-04 stay the same after a second bot check, for example in another tab', async () => {
    await setRoom({ ...standing, ...later() })
    const fan = Object.assign(new Visitor(), { env: checked })
    expect((await prove(fan)).status).toBe(204)
    const first = idIn(fan)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect((await prove(fan)).status).toBe(204)
    expect(idIn(fan)).toBe(first)
  })

  it('SES-04 and passes survive a change of the session secret while the previous secret is configured', async () => {
    await setRoom({ ...standing, mode: 'on', opensAt: Date.now(), ratePerSecond: 1000 })
    const visitor = Object.assign(new Visitor(), { address: '198.51.100.30' })
    await waitForAdmission(visitor)
    const place = idIn(visitor)
    const SESSION_SECRET = 'another secret that is as long as it has to be'
    visitor.env = { ...testEnv, SESSION_SECRET, SESSION_SECRET_PREVIOUS: testEnv.SESSION_SECRET }
    expect((await addStanding(visitor)).status).toBe(200)
    visitor.cookies.delete(placeCookie().replace('place', 'pass'))
    await waitForAdmission(visitor)
    expect(idIn(visitor)).toBe(place)
  })

  it('SES-04 stay valid in both waiting rooms if a fresh browser opens two rooms at once and gets two carts', async () => {
    const other = { scope: 'event', slug: 'later' } as const
    await setRoom({ ...standing, ...later() })
    await setRoom({ ...other, ...later() })
    const { id } =
      (await testEnv.DB.prepare("SELECT id FROM events WHERE slug = 'later'").first<{ id: string }>()) ?? {}
    const fan = Object.assign(new Visitor(), { address: '198.51.100.40' })
    const askIn = async (key: string) => (await queueOf(fan, key))?.entryId
    const rooms = [room(), `event/${id}`]
    const given = await Promise.all(rooms.map(askIn))
    expect(new Set(given).size).toBe(2)
    const cartsOfEntries = () =>
      rooms.map((key) => decodeURIComponent(fan.cookies.get(`place.${key.replace('/', '.')}`) ?? '').split('|')[3])
    expect(new Set(cartsOfEntries()).size).toBe(2)
    expect(await Promise.all(rooms.map(askIn))).toEqual(given)
    // After that, both entries belong to the cart that the browser's next command uses.
    const carts = new Set(cartsOfEntries())
    expect(carts.size).toBe(1)
    await fan.add([{ productVariantId: world.shirt, amount: 1 }])
    expect(carts).toEqual(new Set([fan.cookies.get('cart')?.split('.')[0]]))
    await setRoom({ ...other, mode: 'off' })
  })

  it('SES-04 are valid only for the cart for which they were issued', async () => {
    await setRoom({ ...standing, ...later() })
    const [ida, ben] = [new Visitor(), new Visitor()].map((visitor, index) =>
      Object.assign(visitor, { address: `198.51.100.${index + 20}` }),
    )
    if (!ida || !ben) throw new Error('the two visitors are missing')
    const first = (await fetchQueue(ida))?.entryId
    ben.cookies.set('cart', cartCookie(Date.now() - 60_000))
    await fetchQueue(ben)
    const name = `place.${room().replace('/', '.')}`
    ben.cookies.set(name, ida.cookies.get(name) ?? '')
    const given = (await fetchQueue(ben))?.entryId
    expect(given).toMatch(/^[0-9a-f]{32}$/)
    expect(given).not.toBe(first)
    expect((await fetchQueue(ida))?.entryId).toBe(first)
  })

  /** Signs a cart cookie as the shop would have issued it at `givenAt`, valid for a month. */
  function cartCookie(givenAt: number): string {
    const value = newId('cart', givenAt)
    const end = Math.ceil(givenAt / 1000 + 30 * 24 * 3600).toString(36)
    const signature = createHmac('sha256', testEnv.SESSION_SECRET).update(`cart\n${value}\n${end}`).digest('base64url')
    return `${value}.${end}.${signature}`
  }

  it('SES-04 that an order has used up are replaced, or removed from the browser while its network is limited', async () => {
    await setRoom({ ...standing, mode: 'on', opensAt: Date.now(), ratePerSecond: 1000 })
    const fan = Object.assign(new Visitor(), { address: '198.51.100.50' })
    await waitForAdmission(fan)
    expect((await addStanding(fan)).status).toBe(200)
    const used = fan.cookies.get(placeCookie()) ?? ''
    expect((await fan.placeOrder(4500, { paymentMethod: 'stripe_checkout' })).code).toBeNull()
    const full = { limit: async () => ({ success: false }) }
    fan.env = { ...testEnv, QUEUE_ENTRIES: full, QUEUE_ENTRIES_WIDE: full }
    await expect.poll(() => fetchQueue(fan), { interval: 800 }).toMatchObject({ isLimited: true, entryId: null })
    expect(fan.cookies.get(placeCookie())).toBe('')
    fan.env = null
    fan.cookies.set(placeCookie(), used)
    const isNew = async () => {
      const id = (await fetchQueue(fan))?.entryId ?? ''
      return id === idIn(fan) && !used.includes(id)
    }
    await expect.poll(isNew).toBe(true)
  })
})

describe('scheduling a waiting room', () => {
  const production = { ...testEnv, ENVIRONMENT: 'production' }

  it("SES-05 requires the bot check in production, or an operator's explicit waiver", async () => {
    await expect(setRoom({ ...standing, ...later() }, production)).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect((await setRoom({ ...standing, ...later(), withoutTurnstile: true }, production)).status.phase).toBe(
      'gathering',
    )
    const keys = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: PASSING_SECRET }
    expect((await setRoom({ ...standing, ...later() }, { ...production, ...keys })).status.phase).toBe('gathering')
  })

  it('SES-05 rejects an opening time in the past', async () => {
    const past = { ...standing, mode: 'scheduled', opensAt: Date.now() - 1000 } as const
    await expect(setRoom(past)).rejects.toMatchObject({ code: 'BAD_INPUT', params: { field: 'opensAt' } })
  })
})

describe('slow request bodies', () => {
  /** Returns a body that pauses halfway. */
  function slowBody(text: string, pauseMs: number): ReadableStream<Uint8Array> {
    const bytes = new TextEncoder().encode(text)
    const middle = bytes.length >> 1
    return new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.slice(0, middle))
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        controller.enqueue(bytes.slice(middle))
        controller.close()
      },
    })
  }

  async function send(env: Env, path: string, body: ReadableStream<Uint8Array>, cookie: string) {
    const context = createExecutionContext()
    const headers = { 'content-type': 'application/json', origin: ORIGIN, cookie }
    const response = await serve(new Request(ORIGIN + path, { method: 'POST', headers, body }), env, context)
    await waitOnExecutionContext(context)
    return response
  }

  it('SES-04 do not count as slow holds, because the load report measures only the seat object', async () => {
    await setRoom({ ...standing, mode: 'on', opensAt: Date.now(), ratePerSecond: 1000 })
    const visitor = new Visitor()
    await waitForAdmission(visitor)
    const loads: LoadReport[] = []
    const counter = {
      beat: async (_passId: string, load: LoadReport | null) => {
        if (load) loads.push(load)
        return true
      },
    }
    const counters = { getByName: () => counter, jurisdiction: () => counters }
    const env = { ...testEnv, WAITING_COUNTER: counters } as unknown as Env
    const cookie = [...visitor.cookies].map(([name, value]) => `__Host-${name}=${value}`).join('; ')
    const path = '/api/v2/shops/stagedoor/graphql'
    const hold = (amount: number, pauseMs: number) => {
      const requests = [{ productVariantId: world.standingVariant, amount }]
      const variables = { input: { requests, clientMutationId: crypto.randomUUID() } }
      return send(env, path, slowBody(JSON.stringify({ hash: hashOf('AddItems'), variables }), pauseMs), cookie)
    }
    expect((await hold(1, 600)).status).toBe(200)
    // A rejection that never reached the seat object reports no load.
    expect((await hold(-1, 600)).status).toBe(200)
    await hold(1, 0)
    expect(loads.reduce((sum, { holds }) => sum + holds, 0)).toBe(1)
    expect(loads.every(({ slow, overloads }) => slow === 0 && overloads === 0)).toBe(true)
  })

  it('SES-04 delay the time of a queue entry until the body is complete', async () => {
    await setRoom({ ...standing, ...later() })
    const env = {
      ...testEnv,
      TURNSTILE_SITE_KEY: 'site',
      TURNSTILE_SECRET_KEY: PASSING_SECRET,
      TURNSTILE_API_BASE: testEnv.STRIPE_API_BASE ?? '',
    }
    const begun = Date.now()
    const body = slowBody(JSON.stringify({ room: room(), token: solvedToken(BOT_CHECK_ACTION, 'localhost') }), 700)
    const given = await send(env, '/queue/place', body, '')
    expect(given.status).toBe(204)
    const cookie = given.headers.getSetCookie().find((set) => set.includes('place.')) ?? ''
    const joinedAt = Number(decodeURIComponent(cookie.split(';')[0] ?? '').split('|')[4])
    expect(joinedAt - begun).toBeGreaterThanOrEqual(650)
  })
})
