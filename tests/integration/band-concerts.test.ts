/** Tests the concerts on a band's home page: how many it receives, the cities of its filter, and the list that a filter loads. */
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { BAND_EVENTS_SHOWN } from '../../schema/limits.ts'
import { events, venues } from '../../schema/tables/event.ts'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { buildWorld, Visitor } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const NOW = Date.now()
const CONCERTS = 25

type Concert = { slug: string; venue: { city: string } }

it('HOME-03, HOME-04 a band’s home page receives twenty concerts and one more, names the cities of all 25, and a filter loads all of them', async () => {
  const world = await buildWorld(NOW)
  const db = openDatabase(testEnv.DB)
  const [concert] = await db.select().from(events).where(eq(events.id, world.standingEvent))
  const [hall] = await db.select().from(venues)
  if (!concert || !hall) throw new Error('the world lacks a concert')
  const far = { id: newId('venue', NOW), slug: 'kuehlhaus', city: 'Flensburg' }
  await db.insert(venues).values({ ...hall, ...far })
  const { length: former } = await db.select().from(events)
  for (let index = former; index < CONCERTS; index++) {
    await db.insert(events).values({
      ...concert,
      id: newId('event', NOW),
      slug: `abend-${index + 1}`,
      happeningFromAt: concert.happeningFromAt + index * 3_600_000,
      ...(index === CONCERTS - 1 && { venueId: far.id }),
    })
  }
  await db
    .update(shops)
    .set({ meta: { show_event_filter: true } })
    .where(eq(shops.slug, 'nachtfalter'))
  const band = new Visitor('nachtfalter')
  const { data } = await band.run<{ home: { events: Concert[]; eventCities: string[] } }>('Home')
  // The page shows one concert fewer. The last one only says that there are others.
  expect(data?.home.events.length).toBe(BAND_EVENTS_SHOWN + 1)
  expect(BAND_EVENTS_SHOWN).toBe(20)
  expect(data?.home.events.map(({ venue }) => venue.city)).not.toContain('Flensburg')
  expect(data?.home.eventCities).toEqual(['Berlin', 'Flensburg'])
  const whole = await band.run<{ artist: { events: Concert[] } }>('ArtistEvents', { slug: 'nachtfalter' })
  const list = whole.data?.artist.events ?? []
  expect(list.length).toBe(CONCERTS)
  expect(list.filter(({ venue }) => venue.city === 'Flensburg').map(({ slug }) => slug)).toEqual(['abend-25'])
})
