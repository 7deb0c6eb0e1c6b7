/**
 * The file of a `SeatMap`. It contains the seats of a section as one list per field, and not as one object per seat. On a slow
 * phone, the plan of an arena is then parsed in a fifth of the time.
 */
import type { SeatMap, SeatMapSeat, SeatMapSection } from './seat-map.ts'

/** Each value, followed by the number of its repetitions: `['1', 12, '2', 14]` are twelve seats in row 1 and 14 in row 2. */
type Runs<Value> = (Value | number)[]

export type SeatLists = {
  ids: string[]
  numbers: string[]
  rows: Runs<string>
  categories: Runs<number>
  flags: Runs<number>
  /** The coordinates x and y of each seat in turn. */
  points: number[]
}

/** A seat with the index of its section. */
export type SeatOfSection = SeatMapSeat & { section: number }

type PackedSection = Omit<SeatMapSection, 'seats'> & { seats: SeatLists }

/** Files of earlier versions contain one object per seat. They stay in the bucket until the next import. */
export type SeatMapFile = Omit<SeatMap, 'sections'> & { sections: (PackedSection | SeatMapSection)[] }

export function packSeatMap({ sections, ...map }: SeatMap): SeatMapFile {
  return { ...map, sections: sections.map((section) => ({ ...section, seats: pack(section.seats) })) }
}

/** The lists of a section's seats, also if the file contains objects. */
export function seatListsOf({ seats }: PackedSection | SeatMapSection): SeatLists {
  return Array.isArray(seats) ? pack(seats) : seats
}

function pack(seats: SeatMapSeat[]): SeatLists {
  return {
    ids: seats.map(({ id }) => id),
    numbers: seats.map(({ number }) => number),
    rows: runsOf(seats.map(({ row }) => row)),
    categories: runsOf(seats.map(({ pricing_category_id }) => pricing_category_id)),
    flags: runsOf(seats.map(({ flags = 0 }) => flags)),
    points: seats.flatMap(({ x, y }) => [x, y]),
  }
}

/** `section` is the index of the seats' section, which each seat of the result contains. */
export function unpackSeats({ ids, numbers, points, ...lists }: SeatLists, section: number): SeatOfSection[] {
  const rows = valuesOf(lists.rows)
  const categories = valuesOf(lists.categories)
  const flags = valuesOf(lists.flags)
  return ids.map((id, index) => ({
    id,
    row: rows[index] ?? '',
    number: numbers[index] ?? '',
    x: points[2 * index] ?? 0,
    y: points[2 * index + 1] ?? 0,
    pricing_category_id: categories[index] ?? 0,
    flags: flags[index] ?? 0,
    section,
  }))
}

/** A seat with flags, by its index in the section. */
export type FlaggedSeat = { index: number; flags: number; category: number }

export function flaggedSeats({ flags, categories }: SeatLists): FlaggedSeat[] {
  const flagged: FlaggedSeat[] = []
  let next = 0
  let [run, endOfRun] = [0, categories[1] ?? 0]
  for (let position = 0; position < flags.length; position += 2) {
    const bits = flags[position] ?? 0
    const first = next
    next += flags[position + 1] ?? 0
    // Most runs have no flags. Their seats are not visited one by one.
    if (bits === 0) continue
    for (let index = first; index < next; index++) {
      while (index >= endOfRun && run + 2 < categories.length) {
        run += 2
        endOfRun += categories[run + 1] ?? 0
      }
      flagged.push({ index, flags: bits, category: categories[run] ?? 0 })
    }
  }
  return flagged
}

/** The numbers of the pricing categories that the seats have. */
export function categoriesOf({ categories }: SeatLists): number[] {
  return categories.filter((_, position) => position % 2 === 0)
}

function runsOf<Value>(values: Value[]): Runs<Value> {
  const runs: [Value, number][] = []
  for (const value of values) {
    const last = runs.at(-1)
    if (last && last[0] === value) last[1]++
    else runs.push([value, 1])
  }
  return runs.flat()
}

function valuesOf<Value extends string | number>(runs: Runs<Value>): Value[] {
  const values: Value[] = []
  for (let position = 0; position < runs.length; position += 2) {
    const count = Number(runs[position + 1])
    for (let added = 0; added < count; added++) values.push(runs[position] as Value)
  }
  return values
}
