import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { events } from '../../schema/tables/event.ts'
import type { QueuedSession } from '../../schema/waiting-room.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { writeEntry, writePass } from '../../worker/domain/waiting-room/queue-token.ts'
import { Browser } from '../support/edge.ts'
import { later, queueOf, setRoom, standing, switchOffRooms } from '../support/room-control.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const SECRET = testEnv.SESSION_SECRET
const HOUR = 3_600_000

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})

const room = () => `event/${world.standingEvent}`

beforeEach(() => switchOffRooms())

const addStanding = (visitor: Visitor) => visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])

/** Polls until the waiting room admits the visitor. */
async function waitForAdmission(visitor: Visitor, key: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await queueOf(visitor, key)) === null) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the waiting room did not admit the visitor')
}

describe('a waiting room', () => {
  it("SES-03 blocks no operations but the guarded ones before the opening, and the session contains the queue's status", async () => {
    await setRoom({ ...standing, ...later() })
    const visitor = new Visitor()
    const page = await visitor.run<unknown>('EventPage', { slug: 'standing' })
    expect(page).toMatchObject({ status: 503, code: 'QUEUE_ACTIVE' })
    expect(await addStanding(visitor)).toMatchObject({ status: 503, code: 'QUEUE_ACTIVE' })
    expect((await visitor.fetch(`/availability/${world.standingEvent}`)).status).toBe(503)
    expect((await visitor.run('EventPage', { slug: 'seated' })).status).toBe(200)
    expect((await visitor.add([{ productVariantId: world.shirt, amount: 1 }])).status).toBe(200)
    const { data } = await visitor.run<{ session: QueuedSession }>('Session', { room: room() })
    expect(data?.session).toMatchObject({
      waitingIndex: expect.any(Number),
      catalogWaitingIndex: -1,
      queue: {
        scope: 'event',
        phase: 'gathering',
        opensAt: expect.any(Number),
        eventName: expect.any(String),
        isSoldOut: false,
        isCalled: false,
        ahead: null,
        waitSeconds: null,
        isLimited: false,
      },
    })
  })

  it('SES-05 gives each of six simultaneous visitors a queue entry just after it was scheduled', async () => {
    await setRoom({ ...standing, ...later() })
    const fans = Array.from({ length: 6 }, () => new Visitor())
    const queues = await Promise.all(fans.map((fan) => queueOf(fan, room())))
    for (const queue of queues) expect(queue?.entryId).toMatch(/^[0-9a-f]{32}$/)
  })

  it('SES-05 of a shop guards only the cart, and a waiting room of the catalogue guards only pages', async () => {
    await setRoom({ scope: 'shop', slug: 'stagedoor', ...later() })
    const visitor = new Visitor()
    expect((await visitor.add([{ productVariantId: world.shirt, amount: 1 }])).status).toBe(503)
    expect((await visitor.run('ProductPage', { slug: 'shirt' })).status).toBe(200)
    expect((await new Visitor('nachtfalter').add([{ productVariantId: world.shirt, amount: 1 }])).status).toBe(200)
    await setRoom({ scope: 'shop', slug: 'stagedoor', mode: 'off' })
    await setRoom({ scope: 'catalogue', slug: 'stagedoor', ...later() })
    expect((await visitor.add([{ productVariantId: world.shirt, amount: 1 }])).status).toBe(200)
    expect((await visitor.run('ProductPage', { slug: 'shirt' })).status).toBe(503)
    const { data } = await visitor.run<{ session: QueuedSession }>('Session')
    expect(data?.session).toMatchObject({ waitingIndex: -1, catalogWaitingIndex: 0 })
  })

  it('SES-05 does not block ordering the items that are already in the cart or paying for them', async () => {
    const visitor = new Visitor()
    await addStanding(visitor)
    await setRoom({ scope: 'shop', slug: 'stagedoor', ...later() })
    await setRoom({ scope: 'catalogue', slug: 'stagedoor', ...later() })
    await setRoom({ ...standing, ...later() })
    const { data, code } = await visitor.placeOrder(4500, { paymentMethod: 'stripe_checkout' })
    expect(code).toBeNull()
    const { id, reference } = data?.placeOrder.cart ?? {}
    expect((await visitor.run('Order', { orderId: id, reference })).status).toBe(200)
    expect((await visitor.run('ConfirmOrderPayment', { orderId: id, reference })).status).toBe(200)
    expect((await visitor.run('Heartbeat')).status).toBe(200)
  })
})

describe('the queue', () => {
  it('SES-04 opens the guarded operations to an admitted visitor', async () => {
    await setRoom({ ...standing, mode: 'on', opensAt: Date.now(), ratePerSecond: 1000 })
    const visitor = new Visitor()
    await waitForAdmission(visitor, room())
    expect((await visitor.run('EventPage', { slug: 'standing' })).status).toBe(200)
    expect((await addStanding(visitor)).status).toBe(200)
    expect((await visitor.run('Heartbeat')).status).toBe(200)
    expect((await addStanding(visitor)).status).toBe(200)
  })

  it('SES-04 keeps one entry for all requests of a visitor, and gives another visitor another entry', async () => {
    await setRoom({ ...standing, ...later() })
    const visitor = new Visitor()
    const first = (await queueOf(visitor, room()))?.entryId
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    for (let turn = 0; turn < 3; turn++) expect((await queueOf(visitor, room()))?.entryId).toBe(first)
    expect((await queueOf(new Visitor(), room()))?.entryId).not.toBe(first)
  })

  it('SES-04 admits nobody with a forged or expired pass, or with the pass of another cart or room', async () => {
    await setRoom({ ...standing, ...later() })
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const { id: cartId } = await visitor.cart()
    const now = Date.now()
    const pass = { room: room(), entryId: 'a'.repeat(32), cartId, since: now, heardAt: now }
    const tries = async (token: string) => {
      visitor.setCookie(`pass.${room().replace('/', '.')}`, token)
      return (await visitor.run('EventPage', { slug: 'standing' })).status
    }
    expect(await tries(writePass(SECRET, pass))).toBe(200)
    for (const token of [
      writePass('another secret', pass),
      writePass(SECRET, pass).replace(
        cartId,
        cartId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
      writePass(SECRET, { ...pass, room: `event/${world.seatedEvent}` }),
      writePass(SECRET, { ...pass, cartId: 'crt_another' }),
      writePass(SECRET, { ...pass, heardAt: now - HOUR }),
      writeEntry(SECRET, { room: room(), id: pass.entryId, joinedAt: 0 }, cartId),
      'x',
    ]) {
      expect(await tries(token)).toBe(503)
    }
  })

  it('SES-04 ignores a forged or expired entry, and the entry of another cart or room', async () => {
    await setRoom({ ...standing, mode: 'on', opensAt: Date.now(), ratePerSecond: 1000 })
    const now = Date.now()
    const place = { room: room(), id: 'b'.repeat(32), joinedAt: now - HOUR }
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const { id: cartId } = await visitor.cart()
    for (const token of [
      writeEntry('another secret', place, cartId),
      writeEntry(SECRET, place, 'crt_another'),
      writeEntry(SECRET, { ...place, room: 'event/evt_other' }, cartId),
      writeEntry(SECRET, { ...place, joinedAt: now - 25 * HOUR }, cartId),
    ]) {
      visitor.setCookie(`place.${room().replace('/', '.')}`, token)
      expect((await queueOf(visitor, room()))?.entryId ?? null).not.toBe(place.id)
    }
  })

  it('SES-04 admits no second visitor with a used entry', async () => {
    await setRoom({ ...standing, mode: 'on', opensAt: Date.now(), ratePerSecond: 1000 })
    const [ida, ben] = [new Visitor(), new Visitor()]
    await waitForAdmission(ida, room())
    const cookie = `place.${room().replace('/', '.')}`
    ben.cookies.set(cookie, ida.cookies.get(cookie) ?? '')
    expect(await queueOf(ben, room())).not.toBeNull()
    expect((await addStanding(ben)).status).toBe(503)
  })
})

describe('the published lottery', () => {
  it("SES-04 shows the seed's hash before the opening, and the seed afterwards", async () => {
    await setRoom({ ...standing, ...later() })
    const visitor = new Visitor()
    const fetchLottery = async () =>
      (await visitor.fetch(`/queue/${room()}/draw.json`)).json<{ seed: string | null; seedHash: string }>()
    const before = await fetchLottery()
    expect(before).toMatchObject({ seed: null, seedHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await setRoom({ ...standing, mode: 'on', opensAt: Date.now() })
    // The seed does not appear at once: an opening falls on a whole second, and the room's status is cached.
    await expect.poll(async () => (await fetchLottery()).seed, { timeout: 10_000 }).not.toBeNull()
    const after = await fetchLottery()
    expect(after.seedHash).toBe(before.seedHash)
    const seed = Buffer.from(after.seed ?? '', 'hex')
    expect(createHash('sha256').update(seed).digest('hex')).toBe(before.seedHash)
    expect((await visitor.fetch('/queue/event/evt_unknown/draw.json')).status).toBe(404)
  })

  it("SES-04 concerns visitors who came before the opening: only their status contains the seed's hash", async () => {
    await setRoom({ ...standing, ...later() })
    const [early, late] = [new Visitor(), new Visitor()]
    const announced = (await queueOf(early, room()))?.seedHash
    expect(announced).toMatch(/^[0-9a-f]{64}$/)
    await setRoom({ ...standing, mode: 'on', opensAt: Date.now() })
    const fetchSeed = async () =>
      (await (await late.fetch(`/queue/${room()}/draw.json`)).json<{ seed: string | null }>()).seed
    await expect.poll(fetchSeed, { timeout: 10_000 }).not.toBeNull()
    await setRoom({ ...standing, mode: 'paused' })
    expect((await queueOf(early, room()))?.seedHash).toBe(announced)
    expect(await queueOf(late, room())).toMatchObject({ entryId: expect.any(String), seedHash: '' })
  })
})

describe('the operator', () => {
  const fetchQueues = (init: RequestInit = {}, token = 'only-for-tests') =>
    new Visitor().fetch('/operator/queue', { ...init, headers: { authorization: `Bearer ${token}` } })

  it('SES-06 tells waiting visitors something in their language, until the room is closed, and without a new lottery', async () => {
    const post = (note: unknown, slug = 'standing') =>
      new Visitor().fetch('/operator/queue/note', {
        method: 'POST',
        headers: { authorization: 'Bearer only-for-tests' },
        body: JSON.stringify({ scope: 'event', slug, note }),
      })
    const noteFor = async (locale: string) => {
      const answer = await new Visitor().run<{ session: QueuedSession }>('Session', { room: room() }, locale)
      return answer.data?.session.queue?.note
    }
    const { controls } = await setRoom({ ...standing, ...later() })
    expect(await noteFor('de')).toBeNull()
    const stored = await (await post({ de: 'Wir öffnen <b>10 Minuten</b> später.', en: null })).json()
    expect(stored).toMatchObject({ slug: 'standing', controls: { version: controls.version } })
    const german = { text: 'Wir öffnen <b>10 Minuten</b> später.', locale: 'de' }
    expect(await noteFor('de')).toEqual(german)
    expect(await noteFor('en')).toEqual(german)
    const page = await new Browser().open('/events/standing')
    expect(page.body).toContain('"note":{"text":"Wir öffnen ')

    for (const note of [{ de: 'x'.repeat(201), en: null }, { de: ' ', en: null }, { de: 'x', en: 'x'.repeat(201) }, {}])
      expect((await post(note)).status).toBe(400)
    for (const slug of ['nothing', 'later']) expect((await post({ de: 'x', en: null }, slug)).status).toBe(409)
    expect(await noteFor('de')).toEqual(german)

    await post({ de: 'Gleich.', en: 'Soon.' })
    expect(await noteFor('en')).toEqual({ text: 'Soon.', locale: 'en' })
    await post(null)
    expect(await noteFor('de')).toBeNull()
    await post({ de: 'Gleich.', en: null })
    await setRoom({ ...standing, mode: 'off' })
    await setRoom({ ...standing, ...later() })
    expect(await noteFor('de')).toBeNull()
  })

  it('SES-06 removes the note when the room opens at another time, keeps it otherwise, and hides it after the sale', async () => {
    const standingEvent = eq(events.id, world.standingEvent)
    const db = openDatabase(testEnv.DB)
    const noteInReport = async () => {
      const reports = await (await fetchQueues()).json<{ slug: string; note: unknown }[]>()
      return reports.find(({ slug }) => slug === 'standing')?.note
    }
    const setNote = () =>
      new Visitor().fetch('/operator/queue/note', {
        method: 'POST',
        headers: { authorization: 'Bearer only-for-tests' },
        body: JSON.stringify({ scope: 'event', slug: 'standing', note: { de: 'Gleich.', en: null } }),
      })
    const noteOnScreen = async () => {
      const answer = await new Visitor().run<{ session: QueuedSession }>('Session', { room: room() })
      return answer.data?.session.queue?.note?.text ?? null
    }
    const opening = later()
    await setRoom({ ...standing, ...opening })
    await setNote()
    await setRoom({ ...standing, ...opening, ratePerSecond: 9 })
    expect([await noteInReport(), await noteOnScreen()]).toEqual([{ de: 'Gleich.', en: null }, 'Gleich.'])
    const { note } = await setRoom({ ...standing, mode: 'scheduled', opensAt: opening.opensAt + HOUR })
    expect([note, await noteInReport(), await noteOnScreen()]).toEqual([null, null, null])

    await setNote()
    expect(await noteOnScreen()).toBe('Gleich.')
    const [before] = await db.select().from(events).where(standingEvent)
    await db.update(events).set({ salesEndAt: Date.now() }).where(standingEvent)
    // Writing the note again makes the shop read the room again, as it otherwise does after some seconds.
    await setNote()
    expect([await noteInReport(), await noteOnScreen()]).toEqual([null, null])
    await db
      .update(events)
      .set({ salesEndAt: before?.salesEndAt ?? 0 })
      .where(standingEvent)
  })

  it('SES-05 sets and reads waiting rooms, and cannot store invalid settings', async () => {
    const post = (body: unknown) => fetchQueues({ method: 'POST', body: JSON.stringify(body) })
    expect((await fetchQueues({}, 'wrong')).status).toBe(404)
    expect((await post({ ...standing, mode: 'on', ratePerSecond: 0 })).status).toBe(400)
    expect((await post({ ...standing, mode: 'fast' })).status).toBe(400)
    expect((await post({ ...standing, slug: 'nothing', mode: 'on' })).status).toBe(409)
    expect(
      await (await post({ ...standing, mode: 'paused', ratePerSecond: 7, targetActive: 50 })).json(),
    ).toMatchObject({
      controls: { mode: 'paused', ratePerSecond: 7, targetActive: 50 },
    })
    expect(await (await fetchQueues()).json()).toContainEqual(
      expect.objectContaining({ slug: 'standing', status: expect.objectContaining({ phase: 'paused' }) }),
    )
  })
})
