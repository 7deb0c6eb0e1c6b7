import { describe, expect, it } from 'vitest'
import type { SeatMap } from '../../../../schema/seat-map.ts'
import {
  flaggedSeats,
  packSeatMap,
  type SeatMapFile,
  seatListsOf,
  unpackSeats,
} from '../../../../schema/seat-map-file.ts'
import { arena } from './seatmap-arena.ts'

/** The seats of each section, as a browser reads them from the file. */
function seatsIn(file: SeatMapFile) {
  return overTheWire(file).sections.map((section, index) => unpackSeats(seatListsOf(section), index))
}

function seatsOf({ sections }: SeatMap) {
  return sections.map(({ seats }, section) => seats.map((seat) => ({ flags: 0, ...seat, section })))
}

function overTheWire(file: SeatMapFile): SeatMapFile {
  return JSON.parse(JSON.stringify(file)) as SeatMapFile
}

describe('the file of a seat map', () => {
  it('SEAT-01 keeps every field of every seat, of sections without seats, and of seats that repeat others', () => {
    const map = arena(3, 4, 9)
    const [first, second] = map.sections
    if (!first || !second) throw new Error('the arena has too few sections')
    first.seats = first.seats.map((seat, index) => ({ ...seat, flags: index % 5 === 0 ? 5 : 0, number: '7', y: 3.25 }))
    map.sections.push({ ...second, id: 'standing', seats: [], capacity: 40 })
    const { sections, ...common } = overTheWire(packSeatMap(map))
    expect(common).toEqual({ ...map, sections: undefined })
    expect(sections.map(({ seats, ...section }) => section)).toEqual(
      map.sections.map(({ seats, ...section }) => section),
    )
    expect(seatsIn(packSeatMap(map))).toEqual(seatsOf(map))
  })

  it('SEAT-01 lists the seats with flags, each with its own category', () => {
    const map = arena(1, 4, 9)
    const seats = (map.sections[0]?.seats ?? []).map((seat, index) => ({
      ...seat,
      flags: [0, 0, 1, 1, 0, 5, 0][index % 7] ?? 0,
      pricing_category_id: 1 + Math.floor(index / 3),
    }))
    const [section] = packSeatMap({ ...map, sections: map.sections.map((each) => ({ ...each, seats })) }).sections
    if (!section) throw new Error('the arena has no section')
    const expected = seats.flatMap(({ flags, pricing_category_id }, index) =>
      flags === 0 ? [] : [{ index, flags, category: pricing_category_id }],
    )
    expect(expected.length).toBeGreaterThan(10)
    expect(flaggedSeats(seatListsOf(section))).toEqual(expected)
  })

  it('SEAT-01 may still contain one object per seat, as earlier versions wrote it', () => {
    const map = arena(2, 3, 4)
    expect(seatsIn(map)).toEqual(seatsOf(map))
  })

  it('SEAT-01 is less than half as long as a list of seats', () => {
    const map = arena(20, 20, 50)
    expect(JSON.stringify(packSeatMap(map)).length).toBeLessThan(JSON.stringify(map).length / 2)
  })
})
