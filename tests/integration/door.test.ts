/** Ways past the waiting room's door, and ways in which it could lose who was let in. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QueuedSession } from '../../schema/queue.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { roomByKey, saveRoom } from '../../worker/db/waiting-room.ts'
import { writePass } from '../../worker/domain/queue-token.ts'
import type { Env } from '../../worker/env.ts'
import { serve } from '../../worker/http/app.ts'
import { forgetCatalogueState } from '../../worker/services/catalogue-state.ts'
import { changeRoom, type RoomChange } from '../../worker/services/queue-controls.ts'
import { ASSETS } from '../support/edge.ts'
import { buildWorld, hashOf, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const HOUR = 3_600_000

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})

const set = (change: RoomChange) => changeRoom(testEnv, openDatabase(testEnv.DB), change, Date.now())
const standing = { scope: 'event', slug: 'standing' } as const
const later = { mode: 'scheduled', opensAt: Date.now() + HOUR } as const

beforeEach(async () => {
  await set({ ...standing, mode: 'off' })
  await set({ scope: 'shop', slug: 'stagedoor', mode: 'off' })
  await set({ scope: 'catalogue', slug: 'stagedoor', mode: 'off' })
})

describe('ways past the door', () => {
  it('SES-04 variables that an operation does not have name no other event', async () => {
    await set({ ...standing, ...later })
    const visitor = new Visitor()
    expect((await visitor.run('EventPage', { slug: 'standing', eventId: 'x' })).status).toBe(503)
    const requests = [{ productVariantId: world.standingVariant, amount: 1 }]
    const input = { requests, clientMutationId: crypto.randomUUID() }
    expect((await visitor.run('AddItems', { input, eventId: 'x' })).status).toBe(503)
    expect((await visitor.run('AvailableSeatIds', { eventId: world.standingEvent, slug: 'x' })).status).toBe(503)
  })

  it('SES-04 a single request counts like a list of one', async () => {
    await set({ ...standing, ...later })
    const requests = { productVariantId: world.standingVariant, amount: 1 }
    const input = { requests, clientMutationId: crypto.randomUUID() }
    expect((await new Visitor().run('AddItems', { input })).status).toBe(503)
  })
})

describe('who was let in', () => {
  const names = (visitor: Visitor) => [...visitor.cookies.keys()].map((name) => name.split('.')[0]).sort()
  const open = { mode: 'automatic', targetActive: 1000 } as const

  it('SES-04 a place comes with the visit to whose cart its pass will be bound', async () => {
    await set({ ...standing, ...later })
    const visitor = new Visitor()
    await visitor.run('EventPage', { slug: 'standing' })
    expect(names(visitor)).toEqual(['place', 'visit'])
  })

  it('SES-04 an answer out of memory brings the pass along', async () => {
    await set({ scope: 'catalogue', slug: 'stagedoor', ...open })
    const first = new Visitor()
    for (let turn = 0; turn < 3; turn++) await first.run('ProductPage', { slug: 'shirt' })
    const visitor = new Visitor()
    expect((await visitor.run('ProductPage', { slug: 'shirt' })).status).toBe(200)
    expect(names(visitor)).toEqual(['pass', 'place', 'visit'])
  })

  it('SES-04 what is free comes with the pass and the visit it was given for', async () => {
    await set({ ...standing, ...open })
    const visitor = new Visitor()
    const ask = () => visitor.fetch(`/availability/${world.standingEvent}`)
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).not.toContain('public')
    expect(names(visitor)).toEqual(['pass', 'place', 'visit'])
    // All but its end, which looking around moves.
    const pass = () => visitor.cookies.get(`pass.event.${world.standingEvent}`)?.split('%7C').slice(0, 5)
    const first = pass()
    await ask()
    expect(pass()).toEqual(first)
    const etag = answer.headers.get('etag') ?? ''
    const other = new Visitor()
    expect(
      (await other.fetch(`/availability/${world.standingEvent}`, { headers: { 'if-none-match': etag } })).status,
    ).toBe(304)
    expect(names(other)).toEqual(['pass', 'place', 'visit'])
  })
})

describe('a fresh browser whose requests leave before any answer has come', () => {
  const shirt = () => [{ productVariantId: world.shirt, amount: 1 }]
  const ticket = () => [{ productVariantId: world.standingVariant, amount: 1 }]
  const take = (fan: Visitor, ...answered: Visitor[]) => {
    for (const { cookies } of answered) for (const [name, value] of cookies) fan.cookies.set(name, value)
  }
  const cartNamedBy = (visitor: Visitor) => visitor.cookies.get('cart')?.split('.')[0]
  /** The place and the cart of the visitor's pass. */
  const passOf = ({ cookies }: Visitor) =>
    decodeURIComponent(cookies.get(`pass.event.${world.standingEvent}`) ?? '')
      .split('|')
      .slice(2, 4)
  const openPage = async (fan: Visitor) => {
    fan.env = { ...testEnv, ASSETS }
    expect((await fan.fetch('/events/standing')).status).toBe(200)
  }
  const aVisit = () => crypto.randomUUID().replaceAll('-', '')

  beforeEach(() => set({ ...standing, mode: 'automatic', targetActive: 1000 }))

  it.each(['page', 'click'])(
    'CART-03 keeps the cart of its click and its place inside, where the %s is answered first',
    async (first) => {
      const [page, click, fan] = [new Visitor(), new Visitor(), new Visitor()]
      click.visit = fan.visit = aVisit()
      await Promise.all([openPage(page), click.add(shirt())])
      const [cart, [place]] = [cartNamedBy(click), passOf(page)]
      take(fan, ...(first === 'page' ? [page, click] : [click, page]))
      expect(cartNamedBy(fan)).toBe(cart)
      expect(await fan.cart()).toMatchObject({ id: cart, items: [{ productVariantId: world.shirt }] })
      expect((await fan.add(ticket())).code).toBeNull()
      expect(passOf(fan)).toEqual([place, cart])
      const { id, items } = await fan.cart()
      expect([id, items.length]).toEqual([cart, 2])
    },
  )

  it('CART-03 makes one cart of two clicks, where the answer of a page comes between them', async () => {
    const [page, click, fan] = [new Visitor(), new Visitor(), new Visitor()]
    click.visit = fan.visit = aVisit()
    await openPage(page)
    take(fan, page)
    await Promise.all([click.add(shirt()), fan.add(ticket())])
    expect(cartNamedBy(fan)).toBe(cartNamedBy(click))
    expect(passOf(fan)).toEqual([passOf(page)[0], cartNamedBy(click)])
    expect((await fan.cart()).items).toHaveLength(2)
  })

  it('CART-03 clicks into the cart that its pass was given for, where a page came first', async () => {
    const fan = new Visitor()
    await openPage(fan)
    const pass = passOf(fan)
    // As the page's script takes it over.
    fan.visit = fan.cookies.get('visit')?.split('.')[0] ?? null
    expect(fan.visit).toMatch(/^[0-9a-f]{32}$/)
    expect((await fan.add(ticket())).code).toBeNull()
    expect([cartNamedBy(fan), fan.cookies.get('visit')]).toEqual([pass[1], ''])
    expect(passOf(fan)).toEqual(pass)
  })

  it('CART-03 clicks into that cart also after a change of the secret, while the former one is known', async () => {
    const fan = new Visitor()
    await openPage(fan)
    const pass = passOf(fan)
    const SESSION_SECRET = 'another secret that is as long as it has to be'
    fan.env = { ...testEnv, SESSION_SECRET, SESSION_SECRET_PREVIOUS: testEnv.SESSION_SECRET }
    fan.visit = fan.cookies.get('visit')?.split('.')[0] ?? null
    expect((await fan.add(ticket())).code).toBeNull()
    expect([cartNamedBy(fan), ...passOf(fan)]).toEqual([pass[1], ...pass])
  })

  it('SES-04 shares its place inside with one other cart at most, and with no visit that the shop did not name', async () => {
    const page = new Visitor()
    await openPage(page)
    const [place] = passOf(page)
    const [own, second, stranger] = [new Visitor(), new Visitor(), new Visitor()]
    for (const visitor of [own, second, stranger]) take(visitor, page)
    for (const visitor of [own, second]) visitor.visit = aVisit()
    stranger.cookies.set('visit', `${'a'.repeat(32)}.zzzzzz.AAAA`)
    for (const visitor of [own, second, stranger]) await visitor.add(ticket())
    const isInside = (visitor: Visitor) => passOf(visitor).join() === [place, cartNamedBy(visitor)].join()
    expect([own, second, stranger].map(isInside)).toEqual([true, false, false])
  })
})

describe('a visit that a room must not cut short', () => {
  it('SES-05 a catalogue room leaves the checkout everything that it asks', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    await set({ scope: 'catalogue', slug: 'stagedoor', ...later })
    expect((await visitor.run('ShippingCountries')).status).toBe(200)
    expect((await visitor.run('CheckoutOptions', { countryCode: 'de' })).status).toBe(200)
  })

  it('SES-04 a pass lasts while its holder looks around, with nothing in the cart to keep alive', async () => {
    await set({ ...standing, ...later })
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const { id: cartId } = await visitor.cart()
    const now = Date.now()
    const name = `pass.event.${world.standingEvent}`
    const pass = { room: `event/${world.standingEvent}`, placeId: 'c'.repeat(32), cartId, since: now }
    visitor.setCookie(name, writePass(testEnv.SESSION_SECRET, { ...pass, heardAt: now - 60_000 }))
    expect((await visitor.fetch(`/availability/${world.standingEvent}`)).status).toBe(200)
    const heardAt = Number(decodeURIComponent(visitor.cookies.get(name) ?? '').split('|')[5])
    expect(heardAt).toBeGreaterThanOrEqual(now)
  })
})

describe('a room whose coordinator is out of reach', () => {
  it('SES-03 keeps its visitors waiting with a place, and lets go on who is inside', async () => {
    const db = openDatabase(testEnv.DB)
    const now = Date.now()
    const key = `event/${world.seatedEvent}`
    const version = (await roomByKey(db, key))?.version ?? 0
    const room = { key, scope: 'event', shopId: null, eventId: world.seatedEvent, mode: 'on', opensAt: now } as const
    expect(await saveRoom(db, { ...room, targetActive: 10, ratePerSecond: 10, version: version + 1 })).toBe(true)
    forgetCatalogueState(Date.now())
    const down = () => {
      throw new Error('out of reach')
    }
    const env = { ...testEnv, WAITING_ROOM: { getByName: down, jurisdiction: down } } as unknown as Env
    const ask = async (cookie: string) => {
      const context = createExecutionContext()
      const variables = encodeURIComponent(JSON.stringify({ slug: 'seated' }))
      const address = `http://localhost:8787/api/v2/shops/stagedoor/graphql?hash=${hashOf('EventPage')}&variables=${variables}`
      const response = await serve(new Request(address, { headers: { cookie } }), env, context)
      await waitOnExecutionContext(context)
      return response
    }
    const answer = await ask('')
    expect(answer.status).toBe(503)
    expect(await answer.json<{ session: QueuedSession }>()).toMatchObject({
      session: { queue: { room: key, placeId: expect.any(String), ahead: null, phase: 'serving' } },
    })
    const given = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    const place = given.find((cookie) => cookie.startsWith('__Host-place.')) ?? ''
    const [, , , cartId = ''] = decodeURIComponent(place).split('|')
    const pass = writePass(testEnv.SESSION_SECRET, {
      room: key,
      placeId: 'a'.repeat(32),
      cartId,
      since: now,
      heardAt: now,
    })
    expect(
      (await ask([...given, `__Host-pass.event.${world.seatedEvent}=${encodeURIComponent(pass)}`].join('; '))).status,
    ).toBe(200)
  })
})
