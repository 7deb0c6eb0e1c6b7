/**
 * A seat map prepared for painting and hit tests. It contains a flat list of seats, and the bounds and centre of each section's
 * hull. A section's seats are consecutive in the list. The model is built once per map and contains no availability.
 *
 * The list of seats is built when it is first read: the first picture of a large map shows only its sections, and a slow phone
 * needs a tenth of a second to build 20,000 seats.
 *
 * A search by position looks at the seats of the sections nearby, one after the other. Even a whole arena takes less than a
 * millisecond. An index would take a slow phone longer to build than all searches of a visit.
 */
import type { Locale } from '../../schema/locale.ts'
import { type Point, planText, type SeatMapGraphic } from '../../schema/seat-map.ts'
import {
  categoriesOf,
  type FlaggedSeat,
  flaggedSeats,
  type SeatLists,
  type SeatMapFile,
  type SeatOfSection,
  seatListsOf,
  unpackSeats,
} from '../../schema/seat-map-file.ts'

export type Bounds = { x: number; y: number; width: number; height: number }

export type ModelSeat = SeatOfSection

/** Consecutive seats of a section with the same pricing category: `seats.slice(from, to)`. */
type Band = { category: number; bounds: Bounds; from: number; to: number }

export type ModelSection = {
  index: number
  id: string
  name: string
  /** The number of the section's own pricing category, or else of its first seat's category; null if both are missing. */
  category: number | null
  /** The numbers of the pricing categories of its seats, or of the standing area. */
  categories: readonly number[]
  /** The bands of the section; empty if all its seats have the same category. */
  bands: readonly Band[]
  hull: Point[]
  bounds: Bounds
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
  seatCount: number
  readonly seats: readonly ModelSeat[]
  sections: ModelSection[]
  /** The bounds of each section's seats, which may lie outside its hull. */
  readonly seatBounds: readonly Bounds[]
  readonly indexOf: ReadonlyMap<string, number>
  /** Builds the list of seats, so that no tap waits for it. */
  prepareSeats: () => void
  /** The seats with flags, by their index in `seats`. */
  flagged: FlaggedSeat[]
  /** The numbers of the pricing categories that have seats. */
  seatedCategories: ReadonlySet<number>
}

/** `locale` is the language of the names and labels. */
export function buildSeatModel(map: SeatMapFile, locale: Locale): SeatModel {
  const lists: SeatLists[] = []
  const sections: ModelSection[] = []
  const flagged: FlaggedSeat[] = []
  let seatCount = 0
  for (const [index, section] of map.sections.entries()) {
    const seats = seatListsOf(section)
    lists.push(seats)
    const from = seatCount
    seatCount += seats.ids.length
    for (const seat of flaggedSeats(seats)) flagged.push({ ...seat, index: from + seat.index })
    const hull = section.hull_points.length > 2 ? section.hull_points : boxAround(seats.points, map.seat_spacing)
    const bounds = boundsOf(hull.flat())
    const categories = new Set(seats.ids.length > 0 ? categoriesOf(seats) : [section.pricing_category_id ?? []].flat())
    sections.push({
      index,
      id: section.id,
      name: planText(section.name, locale),
      category: section.pricing_category_id ?? categoriesOf(seats)[0] ?? null,
      categories: [...categories],
      bands: categories.size > 1 ? bandsOf(seats, from) : [],
      hull,
      bounds,
      centre: [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2],
      from,
      to: seatCount,
      capacity: seats.ids.length === 0 ? (section.capacity ?? 0) : null,
    })
  }
  const seats = once(() => lists.flatMap(unpackSeats))
  const seatBounds = once(() => lists.map(({ points }) => boundsOf(points)))
  const indexOf = once(() => new Map(seats().map(({ id }, index) => [id, index])))
  return {
    graphics: map.graphics.map((graphic) => translatedGraphic(graphic, locale)),
    bounds: map.bounding_box,
    spacing: map.seat_spacing,
    seatCount,
    get seats() {
      return seats()
    },
    sections,
    get seatBounds() {
      return seatBounds()
    },
    get indexOf() {
      return indexOf()
    },
    prepareSeats: seats,
    flagged,
    seatedCategories: new Set(lists.flatMap(categoriesOf)),
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

/** `points` are the coordinates x and y of each seat in turn. */
function boxAround(points: number[], margin: number): Point[] {
  if (points.length === 0) return []
  const { x, y, width, height } = boundsOf(points)
  const [left, top, right, bottom] = [x - margin, y - margin, x + width + margin, y + height + margin]
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** `first` is the index of the section's first seat. */
function bandsOf({ categories, points }: SeatLists, first: number): Band[] {
  let to = 0
  return categories.flatMap((category, position) => {
    if (position % 2 > 0) return []
    const from = to
    to += categories[position + 1] ?? 0
    return { category, bounds: boundsOf(points.slice(2 * from, 2 * to)), from: first + from, to: first + to }
  })
}

/** `points` are the coordinates x and y of each point in turn. */
function boundsOf(points: number[]): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let position = 0; position + 1 < points.length; position += 2) {
    const [x = 0, y = 0] = [points[position], points[position + 1]]
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
  const { seats, seatBounds } = model
  const found: number[] = []
  for (const { index: section, from, to } of model.sections) {
    const box = seatBounds[section]
    if (!box || box.x > x + width || box.x + box.width < x || box.y > y + height || box.y + box.height < y) continue
    for (let index = from; index < to; index++) {
      const seat = seats[index]
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
