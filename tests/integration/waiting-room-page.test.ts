import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageData } from '../../schema/page-data.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { seatSourceById } from '../../worker/db/event.ts'
import { cacheJson, readCachedJson } from '../../worker/integrations/edge-cache.ts'
import { seatsObject } from '../../worker/services/seat-objects.ts'
import { ticketsLeft } from '../../worker/services/waiting-room/tickets-left.ts'
import { Browser } from '../support/edge.ts'
import { holdRequest } from '../support/hold-builder.ts'
import { later, queueOf, setRoom, standing } from '../support/room-control.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const request = { env: testEnv, colo: '', waitUntil: () => {} }
const ORIGIN = 'http://localhost:8787'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})
beforeEach(() => setRoom({ ...standing, ...later() }))

/** Calls `ticketsLeft` with the clock set to `now`. Pass an instant at which no cached count is fresh. */
async function leftAt(eventId: string, now: number): Promise<number | null> {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  try {
    return await ticketsLeft(request, eventId, now)
  } finally {
    vi.useRealTimers()
  }
}

const room = () => `event/${world.standingEvent}`

function dataOf(body: string): PageData {
  const [, json = ''] = /<script type="application\/json" id="stagedoor-page">(.*?)<\/script>/s.exec(body) ?? []
  return JSON.parse(json) as PageData
}

describe('a page behind a waiting room', () => {
  it("SEO-01 keeps the event's metadata for search engines and messengers", async () => {
    const path = '/events/standing'
    const waiting = await new Browser().open(path)
    await setRoom({ ...standing, mode: 'off' })
    const open = await new Browser().open(path)
    const headOf = (body: string) => {
      const relevant = /<title>|rel="canonical"|hreflang|"og:|"twitter:|"description"|"robots"|ld\+json/
      return (
        body.match(/<title>[^<]*|<(?:meta|link) [^>]*>|<script type="application\/ld\+json">[^<]*/g) ?? []
      ).filter((tag) => relevant.test(tag))
    }
    expect(waiting.status).toBe(200)
    expect(dataOf(waiting.body).waiting).toMatchObject({ queue: { scope: 'event', phase: 'gathering' } })
    expect(dataOf(open.body).waiting).toBeNull()
    expect(headOf(waiting.body)).toEqual(headOf(open.body))
    expect(headOf(waiting.body).some((tag) => tag.includes('ld+json'))).toBe(true)
    expect(waiting.body).not.toContain('noindex')
  })

  it('SES-03 names the concert, and refreshes itself in a browser without scripts', async () => {
    const { body } = await new Browser().open('/events/standing')
    const { guardedEvent, answers } = dataOf(body)
    expect(guardedEvent).toMatchObject({ slug: 'standing', venue: { city: expect.any(String) } })
    expect(answers).toEqual([])
    expect(body).toMatch(/<noscript><meta http-equiv="refresh" content="\d+"><\/noscript>/)
    await setRoom({ ...standing, mode: 'off' })
    expect((await new Browser().open('/events/standing')).body).not.toContain('http-equiv="refresh"')
  })

  it('SES-03 is a 404 for an event that the shop does not sell', async () => {
    const { status, body } = await new Browser('http://merch.eisenwald.example:8787').open('/events/standing')
    expect(status).toBe(404)
    expect(dataOf(body)).toMatchObject({ status: 404, waiting: null })
  })
})

describe('a waiting fan', () => {
  it('SES-03 sees a cached number of free tickets, which is renewed within 15 seconds', async () => {
    const before = (await queueOf(new Visitor(), room()))?.ticketsLeft ?? 0
    expect(before).toBeGreaterThan(0)
    await setRoom({ ...standing, mode: 'off' })
    await new Visitor().add([{ productVariantId: world.standingVariant, amount: 2 }])
    const now = Date.now()
    expect(await ticketsLeft(request, world.standingEvent, now)).toBe(before)
    expect(await leftAt(world.standingEvent, now + 15_000)).toBe(before - 2)
    expect(await ticketsLeft(request, 'evt_unknown', now)).toBeNull()
  })

  it('SES-03 is told before the opening and during a pause that all tickets are held, and released tickets are free again', async () => {
    const db = openDatabase(testEnv.DB)
    const event = { scope: 'event', slug: 'later' } as const
    const { controls } = await setRoom({ ...event, ...later() })
    const eventId = controls.key.slice('event/'.length)
    const [source] = await seatSourceById(db, eventId)
    if (!source) throw new Error('the event has no seats')
    const now = Date.now()
    const seats = seatsObject(testEnv, eventId, 0)
    const rules = { presaleAt: 0 }
    const { free } = await seats.counts(source.plan, now)
    const held = await seats.hold(holdRequest({ plan: source.plan, rules, amount: free, sectionId: 'floor', now }))
    if (!held.ok) throw new Error(held.code)
    const askQueue = () => queueOf(new Visitor(), controls.key)
    expect(await askQueue()).toMatchObject({ phase: 'gathering', isSoldOut: true, ticketsLeft: 0 })
    await setRoom({ ...event, mode: 'paused' })
    expect(await askQueue()).toMatchObject({ phase: 'paused', isSoldOut: true, ticketsLeft: 0 })
    await seats.release(
      'cart-1',
      held.holds.map(({ holdId }) => holdId),
      now,
    )
    expect(await leftAt(eventId, now + 15_000)).toBe(free)
    await setRoom({ ...event, mode: 'off' })
  })

  it('SES-03 sees the number of free tickets that another isolate in the same location cached less than five seconds ago', async () => {
    const now = Date.now()
    await cacheJson('left/evt_elsewhere', { at: now, left: 3 }, 60)
    expect(await ticketsLeft(request, 'evt_elsewhere', now + 4_000)).toBe(3)
    expect(await ticketsLeft(request, 'evt_elsewhere', now + 5_000)).toBeNull()
    expect(await readCachedJson('left/evt_elsewhere')).toEqual({ at: now + 5_000, left: null })
  })

  it('SES-04 can leave the waiting room, and gets a new entry afterwards', async () => {
    const visitor = new Visitor()
    const leave = (body: unknown, origin = ORIGIN) =>
      visitor.fetch('/queue/leave', { method: 'POST', headers: { origin }, body: JSON.stringify(body) })
    const first = (await queueOf(visitor, room()))?.entryId
    expect((await leave({ room: room() }, 'https://elsewhere.example')).status).toBe(403)
    expect((await leave({ room: 'event/evt_unknown' })).status).toBe(404)
    expect((await leave({})).status).toBe(400)
    expect((await queueOf(visitor, room()))?.entryId).toBe(first)
    expect((await leave({ room: room() })).status).toBe(204)
    const second = (await queueOf(visitor, room()))?.entryId
    expect(second).toMatch(/^[0-9a-f]{32}$/)
    expect(second).not.toBe(first)
  })

  it('SES-04 sees the name of the requested shop on the lottery page', async () => {
    const open = async (path: string) => new Browser().open(path)
    expect((await open(`/queue/${room()}/draw`)).body).toContain('<p class="locked-shop">Stagedoor</p>')
    expect((await open(`/nachtfalter/queue/${room()}/draw`)).body).toContain('<p class="locked-shop">Nachtfalter</p>')
    expect((await open(`/nobody/queue/${room()}/draw`)).status).toBe(404)
  })
})
