/**
 * Builds the seat map and the seat plan of an event from its pricing categories, its areas and its seat map file. It
 * also chooses the EventSeats object of each section, and finds the seats that the new plan removes.
 */
import { ownedKey } from '../../../schema/owner-mark.ts'
import { type PlanText, planText, SEAT_FLAGS, type SeatMap, type SeatPlan } from '../../../schema/seat-map.ts'
import { packSeatMap } from '../../../schema/seat-map-file.ts'
import { type Build, json, reportFault } from '../build.ts'
import type { Entry, EventValue } from '../catalogue.ts'
import type { CurrentEvent } from '../current.ts'
import { contentName, entityId } from '../ids.ts'
import type { Room } from '../seat-map/room.ts'
import { type PlannedArea, planRoom } from '../seat-map/seat-plan.ts'
import { allWithdrawals, type Withdrawal, withdrawals } from '../seat-map/withdrawal.ts'
import type { Row } from '../target.ts'

export type EventEntry = Entry<EventValue>
export type Rooms = { load(entry: EventEntry): Promise<Room | null> }

type PlannedSeats = {
  mapKey: string | null
  mapRatio: number | null
  planKey: string
  planVersion: number
  blocks: ReadonlyMap<string, number>
  areas: PlannedArea[]
  accessibleSections: PlanText[]
  withdrawn: Withdrawal[]
}

export async function planSeats(build: Build, entry: EventEntry, eventId: string, rooms: Rooms): Promise<PlannedSeats> {
  const { value, origin } = entry
  const room = await rooms.load(entry)
  // If the seat map could not be read, a fault has already been reported, and the areas cannot be checked.
  if (value.seatMap && !room)
    return {
      mapKey: null,
      mapRatio: null,
      planKey: '',
      planVersion: 0,
      blocks: new Map(),
      areas: [],
      accessibleSections: [],
      withdrawn: [],
    }
  const stored = build.current.events.get(eventId)
  const storedPlan = storedPlanReader(build, stored)
  const planned = planRoom(room, {
    pricingCategories: (value.pricingCategories ?? []).map(({ number, name, color }) => ({
      number,
      id: entityId('pricingCategory', value.slug, String(number)),
      name: name.de,
      color,
    })),
    mapping: value.seatMap?.categories ?? {},
    areas: value.allotments ?? [],
    seatsPerObject: value.seatMap?.seatsPerObject ?? null,
    blocks: stored ? await blocksBefore(stored, storedPlan) : new Map(),
  })
  for (const { path, message } of planned.faults) reportFault(build, origin, path, message)
  const forced = value.meta?.force_section
  if (forced !== undefined && !planned.plan.sections.some(({ id }) => id === forced)) {
    const sections = planned.plan.sections.map(({ id }) => id).join(', ')
    reportFault(
      build,
      origin,
      ['meta', 'force_section'],
      `expected the id of a section: ${sections || 'there is none'}`,
    )
  }
  const keep = (folder: string, content: unknown, artistId: string | null) => {
    const bytes = Buffer.from(JSON.stringify(content))
    const key = `${folder}/${ownedKey(contentName(bytes), artistId)}.json`
    build.objects.set(key, bytes)
    return key
  }
  const planKey = keep('seat-plans', planned.plan, null)
  const owner = entityId('category', 'ARTIST', value.artist)
  const mapKey = planned.map ? keep('seat-maps', packSeatMap({ ...planned.map, plan: planKey }), owner) : null
  const { blocks, areas, plan } = planned
  const seats = {
    mapKey,
    mapRatio: planned.map && mapRatio(planned.map),
    planKey,
    blocks,
    areas,
    accessibleSections: sectionsWith(plan, SEAT_FLAGS.accessible),
  }
  if (stored?.seatPlanKey === planKey)
    return { ...seats, planVersion: stored.seatPlanVersion, withdrawn: stored.withdrawn }
  const before = await storedPlan()
  const withdrawn = before ? withdrawals(before, plan) : []
  if (before && withdrawn.length > 0) {
    const path = [value.seatMap ? 'seatMap' : 'allotments']
    build.shrunkEvents.push({ id: eventId, origin, path, before, after: plan, withdrawn })
  }
  return {
    ...seats,
    planVersion: build.current.version + 1,
    withdrawn: allWithdrawals(stored?.withdrawn ?? [], withdrawn, plan),
  }
}

/** Returns the width of the whole map divided by its height, to three decimals; null for a map without extent. */
function mapRatio({ bounding_box: { width, height } }: Pick<SeatMap, 'bounding_box'>): number | null {
  return width > 0 && height > 0 ? Math.round((1000 * width) / height) / 1000 : null
}

/** Returns the names of the sections that have seats with this flag, in the plan's order and without repetition. */
function sectionsWith(plan: SeatPlan, flag: number): PlanText[] {
  const sections = new Set(plan.seats.flatMap(([, section, , , , flags]) => ((flags & flag) === 0 ? [] : section)))
  const names = plan.sections.flatMap(({ name }, index) => (sections.has(index) ? name : []))
  return [...new Map(names.map((name) => [planText(name, 'de'), name])).values()]
}

type ReadPlan = () => Promise<SeatPlan | null>

/**
 * Returns a function that reads the event's stored plan, at most once. The plan is null before the first import of the
 * event. The function throws if the plan is missing in the bucket.
 */
function storedPlanReader({ bucket }: Build, stored: CurrentEvent | undefined): ReadPlan {
  let reading: Promise<SeatPlan | null> | null = null
  return () => {
    reading ??= readPlan(bucket, stored?.seatPlanKey ?? null)
    return reading
  }
}

async function readPlan(bucket: Build['bucket'], key: string | null): Promise<SeatPlan | null> {
  if (key === null) return null
  const json = await bucket.read(key)
  if (json === null) throw new Error(`the bucket has no ${key}, the seat plan of an event that was imported before`)
  return JSON.parse(Buffer.from(json).toString()) as SeatPlan
}

/** Returns the stored blocks. For an event that was imported before blocks were stored, returns those of its plan. */
async function blocksBefore({ blocks }: CurrentEvent, readStored: ReadPlan): Promise<ReadonlyMap<string, number>> {
  if (blocks.size > 0) return blocks
  return new Map((await readStored())?.sections.map(({ id, block }) => [id, block]))
}

export function allotmentRows(value: EventValue, eventId: string, areas: PlannedArea[]): Row[] {
  return areas.map((area) => {
    const written = value.allotments?.find(({ section }) => section === area.section)
    return {
      event_id: eventId,
      section_id: area.section,
      name: json(written?.name ?? { de: planText(area.name, 'de'), en: planText(area.name, 'en') }),
      pricing_category_id: entityId('pricingCategory', value.slug, String(area.pricingCategory)),
      capacity: area.capacity,
      block: area.block,
    }
  })
}
