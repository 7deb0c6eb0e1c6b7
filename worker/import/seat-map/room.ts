/**
 * A room is the common result of all format readers: sections with rows of seats in one coordinate system. Its
 * categories are still those of the file and not yet the event's pricing categories. This module also counts the faults
 * of a room and, on request, repairs them.
 */
import type { PlanText, Point, SeatMapGraphic } from '../../../schema/seat-map.ts'

export type RoomSeat = {
  id: string
  row: string
  number: string
  x: number
  y: number
  /** The label of the category in the file; null if neither the seat nor its row or section has one. */
  category: string | null
  flags: number
}

export type RoomSection = {
  id: string
  name: string
  /** The name in both languages, if the file has it. */
  words?: PlanText
  /** The label of the section's category. The plan uses it only for a section without seats. */
  category: string | null
  /** The outline in the file; null if the import should calculate it from the seats. */
  hull: Point[] | null
  rows: RoomSeat[][]
  /** The capacity of a section without seats; null if the file does not contain it. */
  capacity: number | null
}

type RoomCategory = { label: string; key: string; color: string | null }

export type Room = {
  format: 'own' | 'pretix' | 'seats.io'
  categories: RoomCategory[]
  sections: RoomSection[]
  graphics: SeatMapGraphic[]
  /** The point that the seats look at; null if the file does not say it. */
  stage: Point | null
  /** The paths and values of numbers that should be integers. The reader has rounded them. */
  fractions: string[]
  /** Notes about parts of the file that the shop cannot sell or paint. */
  notes: string[]
}

export type Defect = { what: string; count: number; examples: string[] }
type Note = (what: string, example: string) => void

const EXAMPLES = 3

/**
 * Finds repeated ids and labels, rows without a name, seats without a number, and fractional sizes. With `repair`,
 * corrects the ids, names and numbers. The reader has already rounded the sizes.
 */
export function roomDefects(room: Room, repair: boolean): Defect[] {
  const found = new Map<string, Defect>()
  const note: Note = (what, example) => {
    const defect = found.get(what) ?? { what, count: 0, examples: [] }
    defect.count++
    if (defect.examples.length < EXAMPLES) defect.examples.push(example)
    found.set(what, defect)
  }
  for (const path of room.fractions) note('sizes that are not whole numbers', path)
  for (const section of room.sections) labelDefects(section, repair, note)
  const ids = new Set<string>()
  for (const seat of room.sections.flatMap((section) => section.rows.flat())) {
    let id = seat.id
    if (ids.has(id)) {
      note('repeated seat ids', id)
      for (let n = 1; ids.has(id); n++) id = `${seat.id}#${n}`
    }
    ids.add(id)
    if (repair) seat.id = id
  }
  return [...found.values()]
}

/** Every seat needs a unique combination of section, row and number, because tickets name the seat by these three. */
function labelDefects(section: RoomSection, repair: boolean, note: Note): void {
  const rowTimes = new Map<string, number>()
  const seatLabels = new Set<string>()
  for (const [index, row] of section.rows.entries()) {
    const given = row.find((seat) => seat.row !== '')?.row
    if (given === undefined) note('rows without a name', `${section.name}, row ${index + 1}`)
    const name = given ?? String(index + 1)
    const times = (rowTimes.get(name) ?? 0) + 1
    rowTimes.set(name, times)
    const numbers = new Set<string>()
    const labelled = row.map((seat, position) => {
      if (seat.number === '') note('seats without a number', `${section.name}, row ${name}, place ${position + 1}`)
      const base = seat.number === '' ? String(position + 1) : seat.number
      let number = base
      for (let n = 2; numbers.has(number); n++) number = `${base} (${n})`
      numbers.add(number)
      return { seat, number, repeated: number !== base || seatLabels.has(`${name}\n${base}`) }
    })
    const rowRepeats = labelled.some(({ number }) => seatLabels.has(`${name}\n${number}`))
    for (const { seat, number, repeated } of labelled) {
      if (repeated) note('seats that share section, row and number', `${section.name} ${name}-${seat.number}`)
      seatLabels.add(`${name}\n${number}`)
      if (!repair) continue
      seat.row = rowRepeats ? `${name} (${times})` : name
      seat.number = number
    }
  }
}

export function describeDefect({ what, count, examples }: Defect): string {
  return `${count} ${what}, such as ${examples.map((example) => `"${example}"`).join(', ')}`
}

/**
 * Makes a section's id from its name: in lower case, with only letters, digits and hyphens. Adds a number if `taken`
 * contains the id, and adds the id to `taken`.
 */
export function sectionId(name: string, taken: Set<string>): string {
  const base =
    name
      .normalize('NFKD')
      .replace(/ß/g, 'ss')
      .replace(/[^\w\s-]/g, '')
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, '-') || 'section'
  let id = base
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`
  taken.add(id)
  return id
}
