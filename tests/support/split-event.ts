/**
 * Builds an event whose sections are split among three seat objects. It has rows of 3, 6 and 5 seats, and areas for 4 and 6
 * people.
 */
import { eq, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import type { SeatPlan } from '../../schema/seat-map.ts'
import { variants } from '../../schema/tables/catalogue.ts'
import { events, pricingCategories } from '../../schema/tables/event.ts'
import { catalogueState } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { forgetCatalogueState } from '../../worker/services/catalogue-state.ts'
import { seatPlan } from './seat-plan-builder.ts'
import type { World } from './shop-world.ts'
import { testEnv } from './test-env.ts'

const PLAN = 'seat-plans/split.json'

export type SplitEvent = { id: string; seat: string; standing: string }

/** Builds the event's plan. `blocks` moves sections to other objects. A section with block -1 is removed. */
export function splitPlan(blocks: Partial<Record<'A' | 'B' | 'C' | 'north' | 'south', number>> = {}): SeatPlan {
  const row = (seats: number) => [{ row: '1', seats }]
  const sections = [
    { id: 'A', block: blocks.A ?? 0, rows: row(3) },
    { id: 'B', block: blocks.B ?? 1, rows: row(6) },
    { id: 'C', block: blocks.C ?? 2, rows: row(5) },
  ]
  const allotments = [
    { sectionId: 'north', capacity: 4, block: blocks.north ?? 0 },
    { sectionId: 'south', capacity: 6, block: blocks.south ?? 2 },
  ]
  return seatPlan({
    sections: sections.filter(({ block }) => block >= 0),
    allotments: allotments.filter(({ block }) => block >= 0),
  })
}

export async function storeSplitPlan(): Promise<void> {
  await testEnv.BUCKET.put(PLAN, JSON.stringify(splitPlan()))
}

export async function addSplitEvent(world: World, cartLimit: number): Promise<SplitEvent> {
  const db = openDatabase(testEnv.DB)
  const now = Date.now()
  const [template] = await db.select().from(events).where(eq(events.id, world.seatedEvent))
  if (!template) throw new Error('the test shop lacks the seated event')
  const event = { id: newId('event', now), seat: newId('variant', now), standing: newId('variant', now) }
  await db
    .insert(events)
    .values({ ...template, id: event.id, slug: event.id, seatPlanKey: PLAN, blockCount: 3, cartLimit })
  for (const [number, id] of [event.seat, event.standing].entries()) {
    const category = { id: newId('pricingCategory', now), eventId: event.id, number: number + 1 }
    const name = { de: 'Rang', en: 'Circle' }
    await db.insert(pricingCategories).values({ ...category, name, mapColor: '#1d4ed8' })
    const ticket = { eventId: event.id, pricingCategoryId: category.id, sku: id, description: name, physical: false }
    await db.insert(variants).values({ ...ticket, id, priceCents: 4500 })
  }
  return event
}

/** Publishes another plan as an import would, but without its checks. */
export async function publishPlan({ id }: SplitEvent, plan: SeatPlan): Promise<void> {
  const db = openDatabase(testEnv.DB)
  const key = `seat-plans/${crypto.randomUUID()}.json`
  await testEnv.BUCKET.put(key, JSON.stringify(plan))
  await db.update(catalogueState).set({ version: sql`version + 1` })
  const [state] = await db.select().from(catalogueState)
  await db
    .update(events)
    .set({ seatPlanKey: key, seatPlanVersion: state?.version ?? 0 })
    .where(eq(events.id, id))
  forgetCatalogueState(Date.now())
}
