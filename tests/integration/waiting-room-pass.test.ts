/** Tests attempts to bypass admission, and cases in which an admitted visitor could lose the pass. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QueuedSession } from '../../schema/waiting-room.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { roomByKey, saveRoom } from '../../worker/db/waiting-room.ts'
import { writePass } from '../../worker/domain/waiting-room/queue-token.ts'
import { ACTIVE_MS } from '../../worker/domain/waiting-room/waiting-room.ts'
import type { Env } from '../../worker/env.ts'
import { serve } from '../../worker/http/app.ts'
import { forgetCatalogueState } from '../../worker/services/catalogue-state.ts'
import { ASSETS } from '../support/edge.ts'
import { later, setRoom, standing, switchOffRooms } from '../support/room-control.ts'
import { buildWorld, hashOf, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})

beforeEach(() => switchOffRooms())

describe('attempts to bypass admission', () => {
  it('SES-04 fail if unknown variables name another event', async () => {
    await setRoom({ ...standing, ...later() })
    const visitor = new Visitor()
    expect((await visitor.run('EventPage', { slug: 'standing', eventId: 'x' })).status).toBe(503)
    const requests = [{ productVariantId: world.standingVariant, amount: 1 }]
    const input = { requests, clientMutationId: crypto.randomUUID() }
    expect((await visitor.run('AddItems', { input, eventId: 'x' })).status).toBe(503)
    expect((await visitor.run('AvailableSeatIds', { eventId: world.standingEvent, slug: 'x' })).status).toBe(503)
  })

  it('SES-04 fail if `requests` is a single request instead of a list', async () => {
    await setRoom({ ...standing, ...later() })
    const requests = { productVariantId: world.standingVariant, amount: 1 }
    const input = { requests, clientMutationId: crypto.randomUUID() }
    expect((await new Visitor().run('AddItems', { input })).status).toBe(503)
  })
})

describe('queue cookies', () => {
  const names = (visitor: Visitor) => [...visitor.cookies.keys()].map((name) => name.split('.')[0]).sort()
  const open = { mode: 'automatic', targetActive: 1000 } as const

  it('SES-04 of a waiting visitor are the entry and the visit', async () => {
    await setRoom({ ...standing, ...later() })
    const visitor = new Visitor()
    await visitor.run('EventPage', { slug: 'standing' })
    expect(names(visitor)).toEqual(['place', 'visit'])
  })

  it('SES-04 of an admitted visitor include the pass, and a cached answer also sets them', async () => {
    await setRoom({ scope: 'catalogue', slug: 'stagedoor', ...open })
    const first = new Visitor()
    for (let turn = 0; turn < 3; turn++) await first.run('ProductPage', { slug: 'shirt' })
    const visitor = new Visitor()
    expect((await visitor.run('ProductPage', { slug: 'shirt' })).status).toBe(200)
    expect(names(visitor)).toEqual(['pass', 'place', 'visit'])
  })

  it('SES-04 of an admitted visitor are set by an availability answer, and later answers keep the same pass', async () => {
    await setRoom({ ...standing, ...open })
    const visitor = new Visitor()
    const ask = () => visitor.fetch(`/availability/${world.standingEvent}`)
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).not.toContain('public')
    expect(names(visitor)).toEqual(['pass', 'place', 'visit'])
    // Omits the last two parts of the pass, the last heartbeat and the signature, because each request renews them.
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

describe('a fresh browser that sends requests before the first answer arrives', () => {
  const shirt = () => [{ productVariantId: world.shirt, amount: 1 }]
  const ticket = () => [{ productVariantId: world.standingVariant, amount: 1 }]
  const adoptCookies = (fan: Visitor, ...answered: Visitor[]) => {
    for (const { cookies } of answered) for (const [name, value] of cookies) fan.cookies.set(name, value)
  }
  const cartNamedBy = (visitor: Visitor) => visitor.cookies.get('cart')?.split('.')[0]
  /** Returns the ids of the entry and of the cart in the visitor's pass. */
  const passOf = ({ cookies }: Visitor) =>
    decodeURIComponent(cookies.get(`pass.event.${world.standingEvent}`) ?? '')
      .split('|')
      .slice(2, 4)
  const openPage = async (fan: Visitor) => {
    fan.env = { ...testEnv, ASSETS }
    expect((await fan.fetch('/events/standing')).status).toBe(200)
  }
  const newVisit = () => crypto.randomUUID().replaceAll('-', '')

  beforeEach(() => setRoom({ ...standing, mode: 'automatic', targetActive: 1000 }))

  it.each(['page', 'click'])(
    'CART-03 keeps the cart that the click created, and stays admitted, if the %s is answered first',
    async (first) => {
      const [page, click, fan] = [new Visitor(), new Visitor(), new Visitor()]
      click.visit = fan.visit = newVisit()
      await Promise.all([openPage(page), click.add(shirt())])
      const [cart, [place]] = [cartNamedBy(click), passOf(page)]
      adoptCookies(fan, ...(first === 'page' ? [page, click] : [click, page]))
      expect(cartNamedBy(fan)).toBe(cart)
      expect(await fan.cart()).toMatchObject({ id: cart, items: [{ productVariantId: world.shirt }] })
      expect((await fan.add(ticket())).code).toBeNull()
      expect(passOf(fan)).toEqual([place, cart])
      const { id, items } = await fan.cart()
      expect([id, items.length]).toEqual([cart, 2])
    },
  )

  it("CART-03 has one cart after two clicks, one sent before and one after the page's answer", async () => {
    const [page, click, fan] = [new Visitor(), new Visitor(), new Visitor()]
    click.visit = fan.visit = newVisit()
    await openPage(page)
    adoptCookies(fan, page)
    await Promise.all([click.add(shirt()), fan.add(ticket())])
    expect(cartNamedBy(fan)).toBe(cartNamedBy(click))
    expect(passOf(fan)).toEqual([passOf(page)[0], cartNamedBy(click)])
    expect((await fan.cart()).items).toHaveLength(2)
  })

  it('CART-03 adds to the cart that its pass names if the page is answered first', async () => {
    const fan = new Visitor()
    await openPage(fan)
    const pass = passOf(fan)
    // The page's script reads the visit from the cookie.
    fan.visit = fan.cookies.get('visit')?.split('.')[0] ?? null
    expect(fan.visit).toMatch(/^[0-9a-f]{32}$/)
    expect((await fan.add(ticket())).code).toBeNull()
    expect([cartNamedBy(fan), fan.cookies.get('visit')]).toEqual([pass[1], ''])
    expect(passOf(fan)).toEqual(pass)
  })

  it('CART-03 adds to the cart that its pass names while the secret of the pass is configured as the previous one', async () => {
    const fan = new Visitor()
    await openPage(fan)
    const pass = passOf(fan)
    const SESSION_SECRET = 'another secret that is as long as it has to be'
    fan.env = { ...testEnv, SESSION_SECRET, SESSION_SECRET_PREVIOUS: testEnv.SESSION_SECRET }
    fan.visit = fan.cookies.get('visit')?.split('.')[0] ?? null
    expect((await fan.add(ticket())).code).toBeNull()
    expect([cartNamedBy(fan), ...passOf(fan)]).toEqual([pass[1], ...pass])
  })

  it('SES-04 shares its admission with at most one other cart, and never with a forged visit', async () => {
    const page = new Visitor()
    await openPage(page)
    const [place] = passOf(page)
    const [own, second, stranger] = [new Visitor(), new Visitor(), new Visitor()]
    for (const visitor of [own, second, stranger]) adoptCookies(visitor, page)
    for (const visitor of [own, second]) visitor.visit = newVisit()
    stranger.cookies.set('visit', `${'a'.repeat(32)}.zzzzzz.AAAA`)
    for (const visitor of [own, second, stranger]) await visitor.add(ticket())
    const isInside = (visitor: Visitor) => passOf(visitor).join() === [place, cartNamedBy(visitor)].join()
    expect([own, second, stranger].map(isInside)).toEqual([true, false, false])
  })
})

describe('a visit in progress', () => {
  it('SES-05 can load the checkout options behind a catalogue waiting room', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    await setRoom({ scope: 'catalogue', slug: 'stagedoor', ...later() })
    expect((await visitor.run('ShippingCountries')).status).toBe(200)
    expect((await visitor.run('CheckoutOptions', { countryCode: 'de' })).status).toBe(200)
  })

  it('SES-04 renews its pass with an availability request', async () => {
    await setRoom({ ...standing, ...later() })
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const { id: cartId } = await visitor.cart()
    const now = Date.now()
    const name = `pass.event.${world.standingEvent}`
    const pass = { room: `event/${world.standingEvent}`, entryId: 'c'.repeat(32), cartId, since: now }
    visitor.setCookie(name, writePass(testEnv.SESSION_SECRET, { ...pass, heardAt: now - 60_000 }))
    expect((await visitor.fetch(`/availability/${world.standingEvent}`)).status).toBe(200)
    const heardAt = Number(decodeURIComponent(visitor.cookies.get(name) ?? '').split('|')[5])
    expect(heardAt).toBeGreaterThanOrEqual(now)
  })
})

describe('a visitor whose last heartbeat was longer ago than the activity period', () => {
  const passCookie = () => `pass.event.${world.standingEvent}`
  const placeCookie = () => `place.event.${world.standingEvent}`
  const addTicket = (visitor: Visitor) => visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])
  const idIn = (visitor: Visitor, cookie: string) => decodeURIComponent(visitor.cookies.get(cookie) ?? '').split('|')[2]

  /** Returns an admitted visitor. `fallSilent` dates the last heartbeat in the pass back by the activity period. */
  async function admitVisitor() {
    await setRoom({ ...standing, mode: 'automatic', targetActive: 1000 })
    const visitor = new Visitor()
    expect((await addTicket(visitor)).code).toBeNull()
    const { id: cartId } = await visitor.cart()
    const [, room = '', entryId = '', , since] = decodeURIComponent(visitor.cookies.get(passCookie()) ?? '').split('|')
    const fallSilent = () => {
      const pass = { room, entryId, cartId, since: Number(since), heardAt: Date.now() - ACTIVE_MS }
      visitor.setCookie(passCookie(), writePass(testEnv.SESSION_SECRET, pass))
    }
    return { visitor, entryId, fallSilent }
  }

  const acts = [
    ['opens a page', (visitor: Visitor) => visitor.run('EventPage', { slug: 'standing' })],
    ['adds a ticket', addTicket],
  ] as const

  it.each(acts)(
    'SES-04 %s with the same pass, even without the entry and while the room is paused',
    async (_name, act) => {
      const { visitor, entryId, fallSilent } = await admitVisitor()
      await setRoom({ ...standing, mode: 'paused' })
      expect((await act(new Visitor())).status).toBe(503)
      visitor.cookies.delete(placeCookie())
      fallSilent()
      expect((await act(visitor)).status).toBe(200)
      expect(idIn(visitor, passCookie())).toBe(entryId)
    },
  )

  it.each(acts)(
    'SES-04 waits with one new entry for all requests if an order has ended the pass and the visitor %s',
    async (_name, act) => {
      const { visitor, entryId, fallSilent } = await admitVisitor()
      expect((await visitor.placeOrder(4500, { paymentMethod: 'stripe_checkout' })).code).toBeNull()
      await setRoom({ ...standing, mode: 'paused' })
      fallSilent()
      expect((await act(visitor)).status).toBe(503)
      const next = idIn(visitor, placeCookie())
      expect(next).not.toBe(entryId)
      for (let turn = 0; turn < 2; turn++) expect((await act(visitor)).status).toBe(503)
      expect(idIn(visitor, placeCookie())).toBe(next)
    },
  )
})

describe('a waiting room whose object is unreachable', () => {
  it('SES-03 gives new visitors a queue entry, and lets admitted visitors continue', async () => {
    const db = openDatabase(testEnv.DB)
    const now = Date.now()
    const key = `event/${world.seatedEvent}`
    const version = (await roomByKey(db, key))?.version ?? 0
    const room = { key, scope: 'event', shopId: null, eventId: world.seatedEvent, mode: 'on', opensAt: now } as const
    expect(await saveRoom(db, { ...room, targetActive: 10, ratePerSecond: 10, version: version + 1 })).toBe(true)
    forgetCatalogueState(Date.now())
    const down = () => {
      throw new Error('unreachable')
    }
    const env = { ...testEnv, WAITING_ROOM: { getByName: down, jurisdiction: down } } as unknown as Env
    const fetchPage = async (cookie: string) => {
      const context = createExecutionContext()
      const variables = encodeURIComponent(JSON.stringify({ slug: 'seated' }))
      const url = `http://localhost:8787/api/v2/shops/stagedoor/graphql?hash=${hashOf('EventPage')}&variables=${variables}`
      const response = await serve(new Request(url, { headers: { cookie } }), env, context)
      await waitOnExecutionContext(context)
      return response
    }
    const answer = await fetchPage('')
    expect(answer.status).toBe(503)
    expect(await answer.json<{ session: QueuedSession }>()).toMatchObject({
      session: { queue: { room: key, entryId: expect.any(String), ahead: null, phase: 'serving' } },
    })
    const given = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    const place = given.find((cookie) => cookie.startsWith('__Host-place.')) ?? ''
    const [, , , cartId = ''] = decodeURIComponent(place).split('|')
    const pass = writePass(testEnv.SESSION_SECRET, {
      room: key,
      entryId: 'a'.repeat(32),
      cartId,
      since: now,
      heardAt: now,
    })
    expect(
      (await fetchPage([...given, `__Host-pass.event.${world.seatedEvent}=${encodeURIComponent(pass)}`].join('; ')))
        .status,
    ).toBe(200)
  })
})
