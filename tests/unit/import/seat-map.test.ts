import { describe, expect, it } from 'vitest'
import { SEAT_FLAGS } from '../../../schema/seat-map.ts'
import { convexHull, inRowOrder, runsOf } from '../../../worker/import/seat-map/geometry.ts'
import { readRoom } from '../../../worker/import/seat-map/read-room.ts'
import { type Room, roomDefects } from '../../../worker/import/seat-map/room.ts'
import { type Prices, planRoom } from '../../../worker/import/seat-map/seat-plan.ts'
import { countBlocks } from '../../../worker/import/seat-map/section-blocks.ts'
import { fixture, readJson, realPlan } from './shared-data.ts'

async function roomAt(path: string): Promise<Room> {
  return roomOf(await readJson(path))
}

function roomOf(json: unknown): Room {
  const read = readRoom(json)
  if (!read.ok) throw new Error(read.messages.join('\n'))
  return read.room
}

const category = (number: number) => ({ number, id: `pca_${number}`, name: `PK ${number}`, color: '#1d4ed8' })

function prices(change: Partial<Prices> = {}): Prices {
  return {
    pricingCategories: [category(1), category(2)],
    mapping: { '*': 1 },
    areas: [],
    seatsPerObject: null,
    blocks: new Map(),
    ...change,
  }
}

/** Builds a map in this project’s format. `sections` contains the x of each seat, by section name and row name. */
function ownMap(sections: Record<string, Record<string, number[]>>) {
  return {
    sections: Object.entries(sections).map(([name, rows], sectionIndex) => ({
      id: name,
      name,
      seats: Object.entries(rows).flatMap(([row, positions], rowIndex) =>
        positions.map((x, index) => ({
          id: `${name}-${row}-${index + 1}`,
          row,
          number: String(index + 1),
          x,
          y: sectionIndex * 100 + rowIndex * 10,
          pricing_category_id: 1,
        })),
      ),
    })),
  }
}

describe('readRoom', () => {
  it('SEAT-01 reads pretix plans: zones become sections, areas become graphics, and categories have names', async () => {
    const plan = realPlan('pretix')
    const room = await roomAt(plan.path)
    roomDefects(room, true)
    const mapping = { 'Category I': 1, '*': 2 }
    const { map, plan: seatPlan, faults } = planRoom(room, prices({ mapping }))
    expect(faults).toEqual([])
    expect(seatPlan.seats).toHaveLength(plan.seats)
    expect(map?.sections.map(({ id, name }) => [id, name])).toEqual([
      ['groundfloor', 'Ground floor'],
      ['firstfloor', 'First Floor'],
    ])
    expect(map?.sections[0]?.seats[0]).toEqual({
      id: 'Groundfloor-A-1',
      row: 'A',
      number: '1',
      x: 1261.06,
      y: 478.85,
      pricing_category_id: 1,
    })
    expect(map?.graphics).toMatchObject([{ type: 'polygon', fill: '#CBEEB3' }])
    expect(map?.seat_spacing).toBeCloseTo(25, 0)
    expect(map?.pricing_categories).toEqual([1, 2].map((id) => ({ id, name: `PK ${id}`, color: '#1d4ed8' })))
  })

  it('SEAT-01 reads seats.io charts in which seats lie relative to their section, and a section’s category applies to seats without one', async () => {
    const plan = realPlan('zones')
    const room = await roomAt(plan.path)
    expect(roomDefects(room, false)).toEqual([])
    const { map, plan: seatPlan, faults } = planRoom(room, prices({ mapping: { 'Goal Stands': 1, '2': 2 } }))
    expect(faults).toEqual([])
    expect(seatPlan.seats).toHaveLength(plan.seats)
    const [first] = map?.sections ?? []
    expect(first).toMatchObject({ id: 'goal-stand-4', name: 'Goal Stand 4', pricing_category_id: 1 })
    expect(first?.seats[0]).toMatchObject({ id: 'uuid11947', row: 'A', number: '1', x: 40411.23, y: 22994.06 })
    // The chart contains the section’s outline, and the import keeps it.
    expect(first?.hull_points).toHaveLength(4)
    expect(map?.sections.at(-1)?.pricing_category_id).toBe(2)
  })

  it('SEAT-08 reads the capacity of areas and the flags of seats from seats.io charts', async () => {
    const room = await roomAt(fixture('seatsio-chart.json'))
    const { map, plan, areas, faults } = planRoom(room, prices({ mapping: { Cat1: 1, Cat2: 2 } }))
    expect(faults).toEqual([])
    expect(plan.seats).toHaveLength(32)
    expect(plan.seats.filter(([, , , , , flags]) => flags === SEAT_FLAGS.accessible)).toHaveLength(1)
    expect(areas).toEqual([
      { section: 'ga1', name: 'GA1', pricingCategory: 1, capacity: 100, block: 0 },
      { section: 'ga2', name: 'GA2', pricingCategory: 2, capacity: 100, block: 0 },
    ])
    expect(map?.sections.find(({ id }) => id === 'ga1')).toMatchObject({ seats: [], capacity: 100 })
    expect(map?.graphics).toMatchObject([{ type: 'polygon', label: 'Stage' }])
  })

  it('reads tables as rows, and notes which tables are meant to be booked as a whole', async () => {
    const room = await roomAt(fixture('seatsio-tables.json'))
    expect(room.sections[0]?.rows.map((row) => [row[0]?.row, row.length])).toEqual([
      ['T1', 6],
      ['T2', 6],
    ])
    expect(room.notes).toEqual([expect.stringContaining('1 tables are meant to be booked as a whole (such as "T2")')])
  })

  it('reads this project’s own format, and sorts seats by position', () => {
    const room = roomOf(ownMap({ Parkett: { '1': [0, 20, 10] } }))
    expect(room.sections[0]?.rows[0]?.map(({ x }) => x)).toEqual([0, 10, 20])
  })

  it('names a missing field of a known format, and rejects unknown formats', () => {
    const broken = readRoom({
      zones: [{ position: { x: 0, y: 0 }, rows: [{ position: { x: 0, y: 0 }, seats: [{}] }] }],
      categories: [],
    })
    expect(broken).toMatchObject({ ok: false })
    expect(broken.ok ? [] : broken.messages[0]).toBe(
      'read as pretix format: zones[0].rows[0].seats[0].seat_guid: expected a text, but the field is missing',
    )
    expect(readRoom({ seats: [] })).toMatchObject({
      ok: false,
      messages: [expect.stringContaining('expected a seat map')],
    })
  })
})

describe('seat map defects', () => {
  it('are reported with their number and examples, and left unchanged without --repair', async () => {
    const plan = realPlan('pretix')
    const room = await roomAt(plan.path)
    const defects = roomDefects(room, false)
    expect(defects.find(({ what }) => what === 'repeated seat ids')).toMatchObject({
      count: plan.repeated,
      examples: ['Groundfloor-A-1', 'Groundfloor-A-2', 'Groundfloor-A-3'],
    })
    expect(defects.find(({ what }) => what.startsWith('sizes'))).toMatchObject({
      count: 2,
      examples: ['zones[0].areas[0].rectangle.width = 846.8843', 'zones[0].areas[0].rectangle.height = 349.7701'],
    })
    expect(room).toEqual(await roomAt(plan.path))
  })

  it('are all repaired, except sizes, which the reader has already rounded', async () => {
    const plan = realPlan('pretix')
    const room = await roomAt(plan.path)
    roomDefects(room, true)
    const seats = room.sections.flatMap((section) =>
      section.rows.flat().map((seat) => ({ ...seat, section: section.id })),
    )
    expect(new Set(seats.map(({ id }) => id)).size).toBe(plan.seats)
    expect(new Set(seats.map(({ section, row, number }) => `${section} ${row} ${number}`)).size).toBe(plan.seats)
    expect(
      seats
        .filter(({ id }) => id.startsWith('Groundfloor-A-1'))
        .slice(0, 2)
        .map(({ id }) => id),
    ).toEqual(['Groundfloor-A-1', 'Groundfloor-A-1#1'])
    expect(roomDefects({ ...room, fractions: [] }, false)).toEqual([])
  })

  it('include rows without names and seats without numbers, which are repaired', () => {
    const map = ownMap({ Parkett: { '': [0, 10], B: [0, 10] } })
    const first = map.sections[0]?.seats[2]
    if (first) first.number = ' '
    const room = roomOf(map)
    expect(roomDefects(room, true).map(({ what, count }) => [what, count])).toEqual([
      ['rows without a name', 1],
      ['seats without a number', 1],
    ])
    expect(room.sections[0]?.rows.map((row) => row.map((seat) => `${seat.row}-${seat.number}`))).toEqual([
      ['1-1', '1-2'],
      ['B-1', 'B-2'],
    ])
  })
})

describe('seat plan of an event', () => {
  it('reports each unmapped category once, and mappings from or to unknown categories', async () => {
    const room = await roomAt(fixture('seatsio-chart.json'))
    const { faults } = planRoom(room, prices({ mapping: { Cat1: 7, Balkon: 1 } }))
    expect(faults.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
      "seatMap.categories.Cat1: expected the number of one of the event's pricing categories (1, 2)",
      'seatMap.categories.Balkon: the seat map has no category "Balkon"; expected one of Cat1, Cat2, Cat3',
      expect.stringContaining(
        '17 seats or areas of category "Cat2", which is mapped to no pricing category (such as Parkett C-1',
      ),
    ])
  })

  it('reports seats without a category, which “*” can map', () => {
    const map = ownMap({ Parkett: { A: [0, 10] } })
    const room = roomOf({
      sections: map.sections.map((section) => ({
        ...section,
        seats: section.seats.map(({ pricing_category_id: _, ...seat }) => seat),
      })),
    })
    expect(planRoom(room, prices({ mapping: {} })).faults.map(({ message }) => message)).toEqual([
      'the seat map has 2 seats or areas that have no category and need a mapping for "*" (such as Parkett A-1, Parkett A-2)',
    ])
    expect(planRoom(room, prices({ mapping: { '*': 2 } })).plan.seats.map(([, , , , number]) => number)).toEqual([2, 2])
  })

  it('SEAT-06 SEAT-07 ends a run of adjacent seats at an aisle', () => {
    const room = roomOf(ownMap({ Parkett: { A: [0, 10, 20, 45, 55], B: [0, 15, 30, 45, 60] } }))
    const { plan } = planRoom(room, prices())
    expect(plan.runs).toEqual([
      [0, 1, 2],
      [3, 4],
      [5, 6, 7, 8, 9],
    ])
  })

  it('fills blocks with sections in map order, gives a section above `seatsPerObject` its own block, and rejects more than 64 blocks', () => {
    const row = (count: number) => ({ A: Array.from({ length: count }, (_, index) => index * 10) })
    const room = roomOf(ownMap({ a: row(4), b: row(4), c: row(5), d: row(12), e: row(2), f: row(3) }))
    const { plan, blocks } = planRoom(room, prices({ seatsPerObject: 10 }))
    expect(plan.sections.map(({ id, block }) => `${id}${block}`)).toEqual(['a0', 'b0', 'c1', 'd2', 'e3', 'f3'])
    expect(countBlocks(blocks)).toBe(4)
    const many = roomOf(ownMap(Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`s${index}`, row(2)]))))
    expect(planRoom(many, prices({ seatsPerObject: 2 })).faults.map(({ message }) => message)).toEqual([
      'expected a larger number: this one needs 65 objects, but an event can have at most 64',
    ])
  })

  it('SEAT-09 keeps the block of a section, and adds new sections to the last block or to a new block', () => {
    const row = (count: number) => ({ A: Array.from({ length: count }, (_, index) => index * 10) })
    const first = planRoom(roomOf(ownMap({ a: row(10), b: row(10), c: row(10) })), prices({ seatsPerObject: 20 }))
    expect(Object.fromEntries(first.blocks)).toEqual({ a: 0, b: 0, c: 1 })
    const again = (sections: Record<string, number>, seatsPerObject: number | null) => {
      const room = roomOf(ownMap(Object.fromEntries(Object.entries(sections).map(([id, count]) => [id, row(count)]))))
      const { plan, blocks } = planRoom(room, prices({ seatsPerObject, blocks: first.blocks }))
      return [plan.sections.map(({ id, block }) => `${id}${block}`).join(' '), countBlocks(blocks)]
    }
    expect(again({ a: 11, b: 10, c: 10 }, 20)).toEqual(['a0 b0 c1', 2])
    expect(again({ box: 2, a: 10, b: 10, c: 10 }, 20)).toEqual(['box1 a0 b0 c1', 2])
    expect(again({ a: 10, b: 10, c: 10, d: 11, e: 2 }, 20)).toEqual(['a0 b0 c1 d2 e2', 3])
    expect(again({ c: 10, b: 10, a: 10, d: 30 }, null)).toEqual(['c1 b0 a0 d1', 2])
    expect(again({ a: 10, b: 10, c: 10 }, 5)).toEqual(['a0 b0 c1', 2])
    expect(again({ b: 10 }, 20)).toEqual(['b0', 2])
  })

  it('SEAT-08 can have areas without a map, and rejects areas that the map lacks or that have seats in the map', () => {
    const area = { section: 'floor', name: 'Innenraum', pricingCategory: 1, capacity: 400 }
    const { plan, map } = planRoom(null, prices({ areas: [area] }))
    expect(map).toBeNull()
    expect(plan).toMatchObject({
      seats: [],
      runs: [],
      allotments: [{ sectionId: 'floor', category: 1, capacity: 400, block: 0 }],
    })
    const seated = roomOf(ownMap({ Parkett: { A: [0, 10] } }))
    expect(
      planRoom(seated, prices({ areas: [area, { ...area, section: 'Parkett' }] })).faults.map(({ message }) => message),
    ).toEqual([
      'section "Parkett" has seats and cannot be sold by amount',
      'section "floor" is not in the seat map; expected one of Parkett',
    ])
  })

  it('has a bounding box that contains the outlines of all sections', async () => {
    const { map } = planRoom(await roomAt(fixture('seatsio-chart.json')), prices())
    const box = map?.bounding_box
    if (!map || !box) throw new Error('no map')
    for (const [x, y] of map.sections.flatMap((section) => section.hull_points)) {
      expect(x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height).toBe(true)
    }
  })
})

describe('the words of a seat map', () => {
  const words = (de: string, en: string) => ({ de, en })
  const json = {
    graphics: [
      { type: 'text', at: [0, -50], text: words('Bühne', 'Stage'), size: 20, fill: '#000' },
      { type: 'circle', center: [0, 300], radius: 9, fill: '#000', label: 'FOH' },
    ],
    sections: [
      { ...ownMap({ Rang: { 1: [0, 10] } }).sections[0], name: words('Rang', 'Circle') },
      { id: 'floor', name: words('Parterre', 'Floor'), capacity: 90, pricing_category_id: 1, hull_points: [] },
    ],
  }

  it('L10N-07 reach the map and the plan in both languages, and an area of the event may rename its section', () => {
    const areas = [{ section: 'floor', name: words('Stehplatz', 'Standing'), pricingCategory: 2, capacity: 50 }]
    const { map, plan, faults } = planRoom(roomOf(json), prices({ areas }))
    expect(faults).toEqual([])
    expect(map?.sections.map(({ name }) => name)).toEqual([words('Rang', 'Circle'), words('Parterre', 'Floor')])
    expect(map?.graphics).toEqual(json.graphics)
    expect(plan.sections.map(({ name }) => name)).toEqual([words('Rang', 'Circle'), words('Parterre', 'Floor')])
    expect(plan.allotments).toMatchObject([{ sectionId: 'floor', name: words('Stehplatz', 'Standing') }])
  })

  it('L10N-07 are refused if a language is missing', () => {
    const read = readRoom({ sections: [{ ...json.sections[0], name: { de: 'Rang' } }] })
    expect(read.ok).toBe(false)
  })

  it('SEAT-01 leaves a margin around the seats of a section without an outline', () => {
    const { map } = planRoom(roomOf(ownMap({ Rang: { 1: [0, 10, 20], 2: [0, 10, 20] } })), prices())
    const xs = map?.sections[0]?.hull_points.map(([x]) => x) ?? []
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([-6, 26])
  })
})

describe('seat map geometry', () => {
  it('keeps only the corners of a hull', () => {
    const grid = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => ({ x, y })))
    expect(convexHull(grid)).toEqual([
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ])
    expect(convexHull([{ x: 1, y: 1 }])).toEqual([[1, 1]])
  })

  it('orders a curved row along its chord', () => {
    const arc = [3, 0, 4, 1, 2].map((step) => ({ step, x: Math.cos(step / 3) * 100, y: Math.sin(step / 3) * 100 }))
    const ordered = inRowOrder(arc).map(({ step }) => step)
    expect([ordered, ordered.toReversed()]).toContainEqual([0, 1, 2, 3, 4])
  })

  it('makes one run of a single seat, and no run without seats', () => {
    expect(runsOf([{ x: 0, y: 0 }])).toEqual([[{ x: 0, y: 0 }]])
    expect(runsOf([])).toEqual([])
  })
})
