/** A waiting page beside its screen: what crawlers and browsers without scripts get, what is left, leaving, and whose page the draw has. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PageData } from '../../schema/page-data.ts'
import type { QueuedSession } from '../../schema/queue.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { changeRoom } from '../../worker/services/queue-controls.ts'
import { ticketsLeft } from '../../worker/services/tickets-left.ts'
import { Browser } from '../support/edge.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const HOUR = 3_600_000
const ORIGIN = 'http://localhost:8787'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})
const set = (mode: 'off' | 'scheduled') =>
  changeRoom(
    testEnv,
    openDatabase(testEnv.DB),
    { scope: 'event', slug: 'standing', mode, ...(mode === 'off' ? {} : { opensAt: Date.now() + HOUR }) },
    Date.now(),
  )
beforeEach(() => set('scheduled'))

const room = () => `event/${world.standingEvent}`
const queueOf = async (visitor: Visitor) =>
  (await visitor.run<{ session: QueuedSession }>('Session', { room: room() })).data?.session.queue

function dataOf(body: string): PageData {
  const [, json = ''] = /<script type="application\/json" id="stagedoor-page">(.*?)<\/script>/s.exec(body) ?? []
  return JSON.parse(json) as PageData
}

describe('a page behind a waiting room', () => {
  it('SEO-01 keeps the event’s head for search engines and messengers', async () => {
    const path = '/events/standing'
    const waiting = await new Browser().open(path)
    await set('off')
    const open = await new Browser().open(path)
    const headOf = (body: string) => {
      const kept = /<title>|rel="canonical"|hreflang|"og:|"twitter:|"description"|"robots"|ld\+json/
      return (
        body.match(/<title>[^<]*|<(?:meta|link) [^>]*>|<script type="application\/ld\+json">[^<]*/g) ?? []
      ).filter((tag) => kept.test(tag))
    }
    expect(waiting.status).toBe(200)
    expect(dataOf(waiting.body).waiting).toMatchObject({ queue: { scope: 'event', phase: 'gathering' } })
    expect(dataOf(open.body).waiting).toBeNull()
    expect(headOf(waiting.body)).toEqual(headOf(open.body))
    expect(headOf(waiting.body).some((tag) => tag.includes('ld+json'))).toBe(true)
    expect(waiting.body).not.toContain('noindex')
  })

  it('SES-03 names the concert to the fan, and refreshes itself where no script does', async () => {
    const { body } = await new Browser().open('/events/standing')
    const { waitedFor, answers } = dataOf(body)
    expect(waitedFor).toMatchObject({ slug: 'standing', venue: { city: expect.any(String) } })
    expect(answers).toEqual([])
    expect(body).toMatch(/<noscript><meta http-equiv="refresh" content="\d+"><\/noscript>/)
    await set('off')
    expect((await new Browser().open('/events/standing')).body).not.toContain('http-equiv="refresh"')
  })

  it('SES-03 does not wait for an event that the shop does not have', async () => {
    const { status, body } = await new Browser('http://merch.eisenwald.example:8787').open('/events/standing')
    expect(status).toBe(404)
    expect(dataOf(body)).toMatchObject({ status: 404, waiting: null })
  })
})

describe('what a waiting fan is told and can do', () => {
  it('SES-03 hears how many tickets are free, and of what is held after a few seconds', async () => {
    const before = (await queueOf(new Visitor()))?.ticketsLeft ?? 0
    expect(before).toBeGreaterThan(0)
    await set('off')
    await new Visitor().add([{ productVariantId: world.standingVariant, amount: 2 }])
    const now = Date.now()
    expect(await ticketsLeft(testEnv, world.standingEvent, now)).toBe(before)
    expect(await ticketsLeft(testEnv, world.standingEvent, now + 10_000)).toBe(before - 2)
    expect(await ticketsLeft(testEnv, 'evt_unknown', now)).toBeNull()
  })

  it('SES-04 leaves the room: the place is gone, and the next one is another', async () => {
    const visitor = new Visitor()
    const leave = (body: unknown, origin = ORIGIN) =>
      visitor.fetch('/queue/leave', { method: 'POST', headers: { origin }, body: JSON.stringify(body) })
    const first = (await queueOf(visitor))?.placeId
    expect((await leave({ room: room() }, 'https://elsewhere.example')).status).toBe(403)
    expect((await leave({ room: 'event/evt_unknown' })).status).toBe(404)
    expect((await leave({})).status).toBe(400)
    expect((await queueOf(visitor))?.placeId).toBe(first)
    expect((await leave({ room: room() })).status).toBe(204)
    const second = (await queueOf(visitor))?.placeId
    expect(second).toMatch(/^[0-9a-f]{32}$/)
    expect(second).not.toBe(first)
  })

  it('SES-04 shows the draw of a band’s room as the band’s page', async () => {
    const open = async (path: string) => new Browser().open(path)
    expect((await open(`/queue/${room()}/draw`)).body).toContain('<p class="locked-shop">Stagedoor</p>')
    expect((await open(`/nachtfalter/queue/${room()}/draw`)).body).toContain('<p class="locked-shop">Nachtfalter</p>')
    expect((await open(`/nobody/queue/${room()}/draw`)).status).toBe(404)
  })
})
