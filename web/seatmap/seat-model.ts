/**
 * A seat map prepared for painting and hit tests. It contains a flat list of seats, and the bounds and centre of each section's
 * hull. A section's seats are consecutive in the list. The model is built once per map and contains no availability.
 *
 * A search by position looks at the seats of the sections nearby, one after the other. Even a whole arena takes less than a
 * millisecond. An index would take a slow phone longer to build than all searches of a visit.
 */
import type { Locale } from '../../schema/locale.ts'
import { type Point, planText, type SeatMap, type SeatMapGraphic, type SeatMapSeat } from '../../schema/seat-map.ts'
import { inNaturalOrder } from '../ui/natural-order.ts'

export type Bounds = { x: number; y: number; width: number; height: number }

export type ModelSeat = SeatMapSeat & { section: number }

export type ModelSection = {
  index: number
  id: string
  name: string
  /** The number of the section's own pricing category, or else of its first seat's category; null if both are missing. */
  category: number | null
  hull: Point[]
  bounds: Bounds
  /** The bounds of the section's seats, which may lie outside its hull. */
  seatBounds: Bounds
  centre: Point
  /** The section's seats are `seats.slice(from, to)`. */
  from: number
  to: number
  /** The capacity of a standing area; null for a section with seats. */
  capacity: number | null
}

export type SeatModel = {
  /** The graphics, with their texts in the page's language. */
  graphics: SeatMapGraphic<string>[]
  bounds: Bounds
  spacing: number
  seats: ModelSeat[]
  sections: ModelSection[]
  readonly indexOf: ReadonlyMap<string, number>
  /** The indexes of seats with flags. */
  flagged: number[]
  /** The numbers of the pricing categories that have seats. */
  seatedCategories: ReadonlySet<number>
}

export type ModelRow = { name: string; seats: number[] }

/** `locale` is the language of the names and labels. */
export function buildSeatModel(map: SeatMap, locale: Locale): SeatModel {
  const seats: ModelSeat[] = []
  const sections: ModelSection[] = []
  const flagged: number[] = []
  const seatedCategories = new Set<number>()
  for (const [index, section] of map.sections.entries()) {
    const from = seats.length
    for (const seat of section.seats) {
      if (seat.flags) flagged.push(seats.length)
      seatedCategories.add(seat.pricing_category_id)
      seats.push({ ...seat, section: index })
    }
    const hull = section.hull_points.length > 2 ? section.hull_points : boxAround(section.seats, map.seat_spacing)
    const bounds = boundsOf(hull)
    sections.push({
      index,
      id: section.id,
      name: planText(section.name, locale),
      category: section.pricing_category_id ?? section.seats[0]?.pricing_category_id ?? null,
      hull,
      bounds,
      seatBounds: boundsOf(section.seats.map(({ x, y }): Point => [x, y])),
      centre: [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2],
      from,
      to: seats.length,
      capacity: section.seats.length === 0 ? (section.capacity ?? 0) : null,
    })
  }
  const indexOf = once(() => new Map(seats.map(({ id }, index) => [id, index])))
  return {
    graphics: map.graphics.map((graphic) => translatedGraphic(graphic, locale)),
    bounds: map.bounding_box,
    spacing: map.seat_spacing,
    seats,
    sections,
    get indexOf() {
      return indexOf()
    },
    flagged,
    seatedCategories,
  }
}

/** Calls `create` at the first call, and returns its result at every call. */
function once<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}

function translatedGraphic(graphic: SeatMapGraphic, locale: Locale): SeatMapGraphic<string> {
  if (graphic.type === 'text') return { ...graphic, text: planText(graphic.text, locale) }
  const { label, ...shape } = graphic
  return label === undefined ? shape : { ...shape, label: planText(label, locale) }
}

function boxAround(seats: SeatMapSeat[], margin: number): Point[] {
  if (seats.length === 0) return []
  const { x, y, width, height } = boundsOf(seats.map((seat): Point => [seat.x, seat.y]))
  const [left, top, right, bottom] = [x - margin, y - margin, x + width + margin, y + height + margin]
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

function boundsOf(points: Point[]): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  if (left === Infinity) return { x: 0, y: 0, width: 0, height: 0 }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The index of the nearest seat within `reach` map units of a point that `accepts` accepts, or null. */
export function seatAt(
  model: SeatModel,
  [x, y]: Point,
  reach: number,
  accepts: (index: number) => boolean = () => true,
): number | null {
  const around = { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach }
  let nearest: number | null = null
  let least = reach
  for (const index of seatsWithin(model, around)) {
    const seat = model.seats[index]
    const distance = seat ? Math.hypot(seat.x - x, seat.y - y) : Infinity
    if (distance > least || (distance === least && nearest !== null) || !accepts(index)) continue
    nearest = index
    least = distance
  }
  return nearest
}

/** The indexes of the seats within the bounds, in ascending order. */
export function seatsWithin(model: SeatModel, { x, y, width, height }: Bounds): number[] {
  const found: number[] = []
  for (const { seatBounds: box, from, to } of model.sections) {
    if (box.x > x + width || box.x + box.width < x || box.y > y + height || box.y + box.height < y) continue
    for (let index = from; index < to; index++) {
      const seat = model.seats[index]
      if (seat && seat.x >= x && seat.x <= x + width && seat.y >= y && seat.y <= y + height) found.push(index)
    }
  }
  return found
}

/** The section whose hull contains the point, or null. If several contain it, the one with the smallest bounds. */
export function sectionAt(model: SeatModel, point: Point): ModelSection | null {
  const area = ({ bounds }: ModelSection) => bounds.width * bounds.height
  return model.sections.filter((section) => isInside(section.hull, point)).sort((a, b) => area(a) - area(b))[0] ?? null
}

/** Ray casting: a point is inside if a ray from it crosses the outline an odd number of times. */
function isInside(polygon: Point[], [x, y]: Point): boolean {
  let inside = false
  let previous = polygon.at(-1)
  for (const corner of polygon) {
    if (previous) {
      const [ax, ay] = corner
      const [bx, by] = previous
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
    }
    previous = corner
  }
  return inside
}

/** A section's rows sorted by name, each with its seats sorted by number, for the list. */
export function rowsOf(model: SeatModel, section: ModelSection): ModelRow[] {
  const rows = new Map<string, number[]>()
  for (let index = section.from; index < section.to; index++) {
    const name = model.seats[index]?.row ?? ''
    const row = rows.get(name)
    if (row) row.push(index)
    else rows.set(name, [index])
  }
  const number = (index: number) => model.seats[index]?.number ?? ''
  return [...rows]
    .map(([name, seats]) => ({ name, seats: seats.sort((a, b) => inNaturalOrder(number(a), number(b))) }))
    .sort((a, b) => inNaturalOrder(a.name, b.name))
}
