/**
 * Builds two files from a room and an event's prices: the `SeatMap` that the browser paints and the `SeatPlan` that
 * EventSeats objects load. It also groups new sections into blocks, in the order of the room. A block is the group of
 * an event's sections that one EventSeats object owns.
 */
import type { PlanSeat, PlanText, Point, SeatMap, SeatMapSection, SeatPlan } from '../../../schema/seat-map.ts'
import { convexHull, gaps, median, round, runsOf } from './geometry.ts'
import type { Room, RoomSection } from './room.ts'
import { seatViews } from './seat-view.ts'
import { chooseBlocks, countBlocks } from './section-blocks.ts'

const MAX_BLOCKS = 64
const EXAMPLES = 3

/** A standing area, whose tickets are sold by amount. */
type Area = { section: string; name: PlanText; pricingCategory: number; capacity: number }

export type Prices = {
  pricingCategories: { number: number; id: string; name: string; color: string }[]
  /**
   * Maps the label or key of a category in the seat map file to the number of a pricing category. "*" stands for all
   * other categories and for seats without a category.
   */
  mapping: Record<string, number>
  areas: Area[]
  seatsPerObject: number | null
  /** The blocks that earlier imports chose, by section; empty at the first import of the event. */
  blocks: ReadonlyMap<string, number>
}

/** The map without the key of its plan. The key contains a hash of the plan, so it is not known yet. */
type RoomMap = Omit<SeatMap, 'plan'>
export type PlannedArea = Area & { block: number }
export type PlannedRoom = {
  map: RoomMap | null
  plan: SeatPlan
  /** The block of each section, including sections that have left the plan. */
  blocks: ReadonlyMap<string, number>
  areas: PlannedArea[]
  /** The faults for which the import is refused. `path` names the event's field in which to correct the fault. */
  faults: { path: PropertyKey[]; message: string }[]
}

/** `room` is null for an event without a seat map. Then the event's own areas are sold, and there is no map. */
export function planRoom(room: Room | null, prices: Prices): PlannedRoom {
  const faults: PlannedRoom['faults'] = []
  const plan: SeatPlan = { format: 1, sections: [], seats: [], runs: [], allotments: [], categories: [] }
  plan.categories = prices.pricingCategories.map(({ number, id }) => ({ number, id }))
  const areas: PlannedArea[] = []
  const addArea = (area: Area, block: number) => {
    areas.push({ ...area, block })
    const { section, name, pricingCategory, capacity } = area
    plan.allotments.push({ sectionId: section, name, category: pricingCategory, capacity, block })
  }
  if (!room) {
    const blocks = chooseBlocks(
      prices.areas.map(({ section }) => ({ id: section, seatCount: 0 })),
      prices.blocks,
      null,
    )
    for (const area of prices.areas) {
      const block = blocks.get(area.section) ?? 0
      plan.sections.push({ id: area.section, name: area.name, block })
      addArea(area, block)
    }
    return { map: null, plan, blocks, areas, faults }
  }
  const numberOf = categoryNumbers(room, prices, faults)
  const spacing = spacingOf(room)
  const given = new Map(prices.areas.map((area) => [area.section, area]))
  const mapSections: SeatMapSection[] = []
  const sizes = room.sections.map((section) => ({ id: section.id, seatCount: seatCountOf(section) }))
  const blocks = chooseBlocks(sizes, prices.blocks, prices.seatsPerObject)
  for (const section of room.sections) {
    const seatCount = seatCountOf(section)
    const block = blocks.get(section.id) ?? 0
    const area = given.get(section.id) ?? given.get(section.name)
    if (area) given.delete(area.section)
    if (area && seatCount > 0)
      faults.push({ path: ['allotments'], message: `section "${area.section}" has seats and cannot be sold by amount` })
    if (seatCount > 0) {
      const index = plan.sections.push({ id: section.id, name: wordsOf(section), block }) - 1
      mapSections.push(addSeats(section, index, plan, numberOf, spacing))
      continue
    }
    const capacity = area?.capacity ?? section.capacity
    if (capacity === null) continue
    const pricingCategory = area?.pricingCategory ?? numberOf(section.category, section.name)
    plan.sections.push({ id: section.id, name: wordsOf(section), block })
    addArea({ section: section.id, name: area?.name ?? wordsOf(section), pricingCategory, capacity }, block)
    const hull_points = section.hull ?? []
    mapSections.push({
      id: section.id,
      name: wordsOf(section),
      pricing_category_id: pricingCategory,
      hull_points,
      seats: [],
      capacity,
    })
  }
  const views = seatViews(room)
  if (views) plan.views = views
  for (const name of given.keys()) {
    const message = `section "${name}" is not in the seat map; expected one of ${list(room.sections.map(({ id }) => id))}`
    faults.push({ path: ['allotments'], message })
  }
  const blockCount = countBlocks(blocks)
  if (blockCount > MAX_BLOCKS) {
    faults.push({
      path: ['seatMap', 'seatsPerObject'],
      message: `expected a larger number: this one needs ${blockCount} objects, but an event can have at most ${MAX_BLOCKS}`,
    })
  }
  const map: RoomMap = {
    bounding_box: boundingBox(mapSections, room, spacing),
    seat_spacing: spacing,
    graphics: room.graphics,
    pricing_categories: prices.pricingCategories.map(({ number, name, color }) => ({ id: number, name, color })),
    sections: mapSections,
  }
  return { map, plan, blocks, areas, faults }
}

function wordsOf({ name, words }: RoomSection): PlanText {
  return words ?? name
}

/** The distance between two adjacent seats. */
function spacingOf({ sections }: Room): number {
  return round(median(sections.flatMap(({ rows }) => rows.flatMap(gaps)).filter((gap) => gap > 0)))
}

/** The outline of seats with a margin, so that it does not cross the outermost seats. */
function hullAround(seats: { x: number; y: number }[], spacing: number): Point[] {
  const margin = spacing * 0.6
  return convexHull(
    seats.flatMap(({ x, y }) => [
      { x: x - margin, y: y - margin },
      { x: x + margin, y: y - margin },
      { x: x - margin, y: y + margin },
      { x: x + margin, y: y + margin },
    ]),
  )
}

function seatCountOf({ rows }: RoomSection): number {
  return rows.reduce((sum, row) => sum + row.length, 0)
}

function addSeats(
  section: RoomSection,
  index: number,
  plan: SeatPlan,
  numberOf: (category: string | null, example: string) => number,
  spacing: number,
): SeatMapSection {
  const seats: SeatMapSection['seats'] = []
  const used = new Set<number>()
  for (const row of section.rows) {
    const indexes = new Map<object, number>()
    for (const seat of row) {
      const category = numberOf(seat.category, `${section.name} ${seat.row}-${seat.number}`)
      used.add(category)
      const { id, row: rowName, number, x, y, flags } = seat
      const planned: PlanSeat = [id, index, rowName, number, category, flags]
      indexes.set(seat, plan.seats.push(planned) - 1)
      seats.push({ id, row: rowName, number, x, y, pricing_category_id: category, ...(flags === 0 ? {} : { flags }) })
    }
    for (const run of runsOf(row)) plan.runs.push(run.map((seat) => indexes.get(seat) ?? -1))
  }
  const [only] = used
  return {
    id: section.id,
    name: wordsOf(section),
    pricing_category_id: used.size === 1 && only !== undefined ? only : null,
    hull_points: section.hull ?? hullAround(seats, spacing),
    seats,
  }
}

/**
 * Returns a function that maps a category of the seat map to the number of one of the event's pricing categories. It reports
 * an unknown category once, and not for each of its seats.
 */
function categoryNumbers(room: Room, prices: Prices, faults: PlannedRoom['faults']) {
  const numbers = new Set(prices.pricingCategories.map(({ number }) => number))
  const keys = new Set(['*', ...room.categories.flatMap(({ label, key }) => [label, key])])
  for (const section of room.sections) {
    for (const category of [section.category, ...section.rows.flat().map((seat) => seat.category)])
      if (category) keys.add(category)
  }
  for (const [name, number] of Object.entries(prices.mapping)) {
    const path = ['seatMap', 'categories', name]
    if (!numbers.has(number))
      faults.push({
        path,
        message: `expected the number of one of the event's pricing categories (${list([...numbers])})`,
      })
    if (!keys.has(name)) {
      faults.push({
        path,
        message: `the seat map has no category "${name}"; expected one of ${list(room.categories.map(({ label }) => label))}`,
      })
    }
  }
  const resolved = new Map<string | null, number>()
  const unknown = new Map<string | null, { count: number; examples: string[]; path: PropertyKey[]; message: string }>()
  return (category: string | null, example: string): number => {
    const known = resolved.get(category)
    if (known !== undefined) return known
    const key = room.categories.find(({ label }) => label === category)?.key ?? category
    const own = room.format === 'own' && key !== null && numbers.has(Number(key)) ? Number(key) : undefined
    const number =
      (category === null ? undefined : prices.mapping[category]) ??
      (key === null ? undefined : prices.mapping[key]) ??
      own ??
      prices.mapping['*']
    if (number !== undefined) {
      resolved.set(category, number)
      return number
    }
    const first = unknown.get(category)
    if (first) {
      first.count++
      if (first.examples.length < EXAMPLES) first.examples.push(example)
    }
    const entry = first ?? { count: 1, examples: [example], path: ['seatMap', 'categories'], message: '' }
    if (!first) faults.push(entry)
    unknown.set(category, entry)
    const what =
      category === null
        ? 'that have no category and need a mapping for "*"'
        : `of category "${category}", which is mapped to no pricing category`
    entry.message = `the seat map has ${entry.count} seats or areas ${what} (such as ${entry.examples.join(', ')})`
    return 0
  }
}

function boundingBox(sections: SeatMapSection[], room: Room, margin: number): SeatMap['bounding_box'] {
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  const add = ([x, y]: Point, radius = 0) => {
    left = Math.min(left, x - radius)
    top = Math.min(top, y - radius)
    right = Math.max(right, x + radius)
    bottom = Math.max(bottom, y + radius)
  }
  for (const section of sections) {
    for (const point of section.hull_points) add(point)
    for (const seat of section.seats) add([seat.x, seat.y], margin / 2)
  }
  for (const graphic of room.graphics) {
    if (graphic.type === 'polygon') for (const point of graphic.points) add(point)
    else if (graphic.type === 'circle') add(graphic.center, graphic.radius)
    else add(graphic.at)
  }
  if (left > right) return { x: 0, y: 0, width: 0, height: 0 }
  return {
    x: round(left - margin),
    y: round(top - margin),
    width: round(right - left + 2 * margin),
    height: round(bottom - top + 2 * margin),
  }
}

function list(values: (string | number)[]): string {
  return values.length === 0 ? 'none' : values.slice(0, 12).join(', ') + (values.length > 12 ? ' …' : '')
}
