/** Tests how often the job reads the availability of an event. */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../schema/limits.ts'
import { eventAvailability, events } from '../../schema/tables/event.ts'
import { checkAvailability } from '../../worker/jobs/check-availability.ts'
import { db } from '../support/payment-helpers.ts'
import { seatPlan } from '../support/seat-plan-builder.ts'
import { buildWorld, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const NOW = Date.now()
const SECOND = 1000
let world: World
beforeAll(async () => {
  world = await buildWorld(NOW)
})

let planVersion = 1

/** Gives the event these numbers of tickets in the categories 1, 2 …, and returns the pause after the next check. */
async function pauseWith(capacities: number[], presaleAt = NOW - 100 * HOUR): Promise<number> {
  const allotments = capacities.map((capacity, index) => ({
    sectionId: `area-${index}`,
    category: index + 1,
    capacity: Math.max(capacity, 0),
  }))
  const plan = seatPlan({ allotments: allotments.filter((_, index) => (capacities[index] ?? -1) >= 0) })
  const categories = allotments.map(({ category: number }) => ({ number, id: `category-${number}` }))
  const seatPlanKey = `seat-plans/${crypto.randomUUID()}.json`
  await testEnv.BUCKET.put(seatPlanKey, JSON.stringify({ ...plan, categories }))
  const isEvent = eq(events.id, world.standingEvent)
  await db.update(events).set({ seatPlanKey, seatPlanVersion: ++planVersion, presaleAt }).where(isEvent)
  await db.delete(eventAvailability)
  await checkAvailability(testEnv, NOW)
  const known = await db.select().from(eventAvailability).where(eq(eventAvailability.eventId, world.standingEvent))
  // The job counts the pause from the end of its own read, which takes some milliseconds.
  return Math.floor(((known[0]?.nextCheckAt ?? 0) - NOW) / (10 * SECOND)) * 10 * SECOND
}

const NO_AREA = -1

it.each([
  ['twice a minute while a category has few tickets left', [1000, 200], 30 * SECOND],
  ['every ten minutes if each category has many tickets left', [1000, 201], 10 * MINUTE],
  ['every ten minutes if a category is sold out and the others have many tickets left', [1000, 0], 10 * MINUTE],
  ['every ten minutes if a category has neither seats nor areas', [1000, NO_AREA], 10 * MINUTE],
  ['every two minutes if no ticket is left', [0, NO_AREA], 2 * MINUTE],
])('EVT-02 the job reads the availability of an event %s', async (_when, capacities, pause) => {
  expect(await pauseWith(capacities)).toBe(pause)
})

it('EVT-02 the job reads the availability of an event twice a minute in the first hour of its sale', async () => {
  expect(await pauseWith([0], NOW - HOUR + MINUTE)).toBe(30 * SECOND)
  expect(await pauseWith([1000], NOW - HOUR + MINUTE)).toBe(30 * SECOND)
  expect(await pauseWith([1000], NOW - HOUR)).toBe(10 * MINUTE)
})
