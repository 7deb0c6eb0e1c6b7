/** Tests the other dates on an event's page, its prices while tickets run out, and the event's calendar file. */
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EventMeta } from '../../schema/catalogue-values.ts'
import { newId } from '../../schema/ids.ts'
import { MINUTE } from '../../schema/limits.ts'
import type { SeatPlan } from '../../schema/seat-map.ts'
import { variants } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { events, pricingCategories, tourEvents, tours } from '../../schema/tables/event.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { checkAvailability } from '../../worker/jobs/check-availability.ts'
import { Browser } from '../support/edge.ts'
import { both, buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const NOW = Date.now()
const DAY = 86_400_000
let world: World
const start = NOW + 30 * DAY

beforeAll(async () => {
  world = await buildWorld(NOW)
  const db = openDatabase(testEnv.DB)
  const [standing] = await db.select().from(events).where(eq(events.id, world.standingEvent))
  if (!standing) throw new Error('the world lacks an event')
  const other = newId('category', NOW)
  await db
    .insert(categories)
    .values({ id: other, type: 'ARTIST', slug: 'vorband', name: both('Vorband'), mainCategory: true })
  const date = async (slug: string, days: number, more: Partial<typeof events.$inferInsert> = {}) => {
    const id = newId('event', NOW)
    await db.insert(events).values({ ...standing, id, slug, happeningFromAt: start + days * DAY, ...more })
    return id
  }
  await db.update(events).set({ happeningFromAt: start }).where(eq(events.id, world.standingEvent))
  await db.update(events).set({ artistId: other }).where(eq(events.id, world.seatedEvent))
  await date('zweiter', 2)
  await date('erster', 1)
  await date('abgesagt', 3, { status: 'cancelled' })
  await date('vorbei', -60)
  await date('fremd', 4, { artistId: other })
  const tour = newId('tour', NOW)
  await db.insert(tours).values({
    id: tour,
    slug: 'gemeinsam',
    name: both('Gemeinsam'),
    description: both(''),
    artistNames: '',
    startAt: start,
  })
  for (const eventId of [world.standingEvent, await date('gemeinsam', 5, { artistId: other })]) {
    await db.insert(tourEvents).values({ tourId: tour, eventId })
  }
})

describe('an event’s page', () => {
  it('EVT-01 lists the upcoming dates of the artist and of the tour, without cancelled ones', async () => {
    type Page = { event: { otherDates: { slug: string }[] } }
    const dates = async (slug: string) => {
      const { data } = await new Visitor().run<Page>('EventPage', { slug })
      return data?.event.otherDates.map((each) => each.slug)
    }
    expect(await dates('standing')).toEqual(['erster', 'zweiter', 'gemeinsam', 'later'])
    expect(await dates('fremd')).toEqual(expect.arrayContaining(['gemeinsam']))
    expect(await dates('fremd')).not.toContain('erster')
  })
})

describe('an event’s calendar file', () => {
  const fan = new Browser()
  const read = (slug: string) => fan.open(`/api/v2/shops/stagedoor/events/${slug}/calendar.ics`)

  it('EVT-01 contains the start, the place and the address of the page', async () => {
    const answer = await read('standing')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="standing.ics"')
    const file = answer.body.replaceAll('\r\n ', '')
    expect(file).toContain(`DTSTART:${new Date(start).toISOString().replace(/[-:]|\.\d{3}/g, '')}`)
    expect(file).toContain('URL:http://localhost:8787/events/standing')
    expect(file).toContain('LOCATION:')
  })

  it('EVL-04 does not exist for an unknown event, nor for one that hides its date', async () => {
    expect((await read('nirgends')).status).toBe(404)
    await openDatabase(testEnv.DB)
      .update(events)
      .set({ meta: { hideDate: true } })
      .where(eq(events.slug, 'zweiter'))
    expect((await read('zweiter')).status).toBe(404)
  })

  it('EVT-14 does not exist for a postponed event that has no date yet', async () => {
    const change = (values: Partial<typeof events.$inferInsert>) =>
      openDatabase(testEnv.DB).update(events).set(values).where(eq(events.slug, 'zweiter'))
    await change({ meta: {}, status: 'postponed' })
    expect((await read('zweiter')).status).toBe(404)
    await change({ meta: { former_date: start } })
    expect((await read('zweiter')).status).toBe(200)
  })
})

describe('the prices of an event', () => {
  const db = openDatabase(testEnv.DB)
  type Tile = { slug: string; lowestPriceCents: number | null; priceVaries: boolean; isSoldOut: boolean }
  const tile = async () => {
    const fan = new Visitor()
    fan.isUncached = true
    const { data } = await fan.run<{ events: { nodes: Tile[] } }>('EventList', { first: 50 })
    return data?.events.nodes.find(({ slug }) => slug === 'standing')
  }
  const offers = async () =>
    /"offers":\[.*?\]/.exec((await new Browser().open('/nachtfalter/events/standing')).body)?.[0]

  const addCategory = async (number: number, hideButtons: boolean) => {
    const [known] = await db.select().from(pricingCategories).where(eq(pricingCategories.eventId, world.standingEvent))
    if (!known) throw new Error('the world lacks a pricing category')
    const id = newId('pricingCategory', NOW)
    await db.insert(pricingCategories).values({ ...known, id, number, hideButtons })
    return id
  }
  const addTicket = async (pricingCategoryId: string, priceCents: number) => {
    const [known] = await db.select().from(variants).where(eq(variants.id, world.standingVariant))
    if (!known) throw new Error('the world lacks a ticket')
    const id = newId('variant', NOW)
    await db.insert(variants).values({ ...known, id, sku: id, pricingCategoryId, priceCents })
  }

  it('EVT-02, SEO-01 follow the seats: nothing is offered while all tickets are taken, and everything once they are back', async () => {
    const plan = await (await testEnv.BUCKET.get('seat-plans/standing.json'))?.json<SeatPlan>()
    const allotments = plan?.allotments.map((area) => ({ ...area, capacity: 3 }))
    // Besides the tickets of the world: a free one, and a cheaper one of a category without seats and areas.
    const seatless = await addCategory(9, false)
    await addTicket(plan?.categories[0]?.id ?? '', 0)
    await addTicket(seatless, 500)
    const all = [...(plan?.categories ?? []), { number: 9, id: seatless }]
    await testEnv.BUCKET.put('seat-plans/small.json', JSON.stringify({ ...plan, allotments, categories: all }))
    await db
      .update(events)
      .set({ seatPlanKey: 'seat-plans/small.json', seatPlanVersion: 1 })
      .where(eq(events.id, world.standingEvent))
    await checkAvailability(testEnv, NOW)
    expect(await tile()).toMatchObject({ lowestPriceCents: 4500, isSoldOut: false })

    const fan = new Visitor()
    expect((await fan.add([{ productVariantId: world.standingVariant, amount: 3 }])).code).toBeNull()
    // A category with few tickets left is read again in the next minute.
    await checkAvailability(testEnv, NOW + MINUTE)
    expect(await tile()).toMatchObject({ lowestPriceCents: null, isSoldOut: true })
    expect(await offers()).toContain('SoldOut')

    for (const { id } of (await fan.cart()).items)
      await fan.run('RemoveItem', { itemId: id, clientMutationId: crypto.randomUUID() })
    // A sold-out event is read every two minutes.
    await checkAvailability(testEnv, NOW + 4 * MINUTE)
    expect(await tile()).toMatchObject({ lowestPriceCents: 4500, isSoldOut: false })
  })

  it('EVT-02 vary only if several prices above 0 can be bought', async () => {
    expect(await tile()).toMatchObject({ lowestPriceCents: 4500, priceVaries: false })
    const category = await addCategory(7, false)
    await addTicket(category, 0)
    await addTicket(category, 4500)
    expect((await tile())?.priceVaries).toBe(false)
    await addTicket(category, 6000)
    expect((await tile())?.priceVaries).toBe(true)
    await db.delete(variants).where(eq(variants.pricingCategoryId, category))
    await db.delete(pricingCategories).where(eq(pricingCategories.id, category))
  })

  it('EVT-02, EVT-04 ignore kinds of tickets that are not sold', async () => {
    const price = async (meta: EventMeta) => {
      await db.update(events).set({ meta }).where(eq(events.id, world.standingEvent))
      return (await tile())?.lowestPriceCents
    }
    expect(await price({ only_online_tickets: true })).toBe(4500)
    expect(await price({ only_hard_tickets: true })).toBeNull()
  })

  it('EVT-02, SEAT-01 ignore a category with hideButtons unless the page shows the seat map, and an event of such categories is not sold out', async () => {
    const set = (values: Partial<typeof events.$inferInsert>) =>
      db.update(events).set(values).where(eq(events.id, world.standingEvent))
    await addTicket(await addCategory(8, true), 900)
    const price = async (values: Partial<typeof events.$inferInsert>) => {
      await set(values)
      return (await tile())?.lowestPriceCents
    }
    expect(await price({ meta: {}, seatMapKey: 'map.json', displayMap: true })).toBe(900)
    expect(await price({ meta: { hide_map: true } })).toBe(4500)
    expect(await price({ meta: {}, displayMap: false })).toBe(4500)
    expect(await price({ seatMapKey: null, displayMap: true })).toBe(4500)
    const ofEvent = eq(pricingCategories.eventId, world.standingEvent)
    await db.update(pricingCategories).set({ hideButtons: true }).where(ofEvent)
    expect(await tile()).toMatchObject({ lowestPriceCents: null, isSoldOut: false })
  })
})
