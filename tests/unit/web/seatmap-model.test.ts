import { describe, expect, it } from 'vitest'
import { categorySigns, inkOn } from '../../../web/seatmap/category-signs.ts'
import { buildSeatModel, rowsOf, seatAt, seatsWithin, sectionAt } from '../../../web/seatmap/seat-model.ts'
import { freeBySection, isOwn, SEAT, seatStatuses } from '../../../web/seatmap/seat-status.ts'
import { arena, theatre } from './seatmap-arena.ts'

describe('the model of a seat map', () => {
  it('SEAT-01 keeps every seat findable by id, by place and by section', () => {
    const model = buildSeatModel(theatre())
    expect(model.seats).toHaveLength(24)
    const index = model.indexOf.get('1-2-3') ?? -1
    const seat = model.seats[index]
    expect(seat).toMatchObject({ id: '1-2-3', row: '2', number: '3', pricing_category_id: 2, section: 1 })
    expect(seatAt(model, [(seat?.x ?? 0) + 3, (seat?.y ?? 0) - 2], 5)).toBe(index)
    expect(sectionAt(model, [seat?.x ?? 0, seat?.y ?? 0])?.id).toBe('s1')
    expect(model.sections.map(({ from, to }) => to - from)).toEqual([12, 12])
  })

  it('SEAT-01 finds no seat in an aisle and no section outside', () => {
    const model = buildSeatModel(theatre())
    expect(seatAt(model, [58, 40], 4)).toBeNull()
    expect(sectionAt(model, [-5, -5])).toBeNull()
  })

  it('SEAT-01 gives a section without a hull a box around its seats', () => {
    const map = theatre()
    const [first] = map.sections
    if (first) first.hull_points = []
    const model = buildSeatModel(map)
    expect(sectionAt(model, [20, 40])?.id).toBe('s0')
  })

  it('SEAT-08 tells sections that sell by amount from those with seats', () => {
    const map = theatre()
    map.sections.push({
      id: 'pit',
      name: 'Innenraum',
      pricing_category_id: 1,
      hull_points: [
        [0, 100],
        [100, 100],
        [100, 120],
      ],
      seats: [],
      capacity: 400,
    })
    const model = buildSeatModel(map)
    expect(model.sections.map(({ capacity }) => capacity)).toEqual([null, null, 400])
    expect(sectionAt(model, [90, 105])?.id).toBe('pit')
  })

  it('SEAT-11 lists rows and seats in the order of their numbers, 2 before 10', () => {
    const model = buildSeatModel(arena(1, 12, 11))
    const [section] = model.sections
    const rows = section ? rowsOf(model, section) : []
    expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, row) => String(row + 1)))
    expect(rows[0]?.seats.map((index) => model.seats[index]?.number).slice(-3)).toEqual(['9', '10', '11'])
  })

  it('SEAT-11 answers pointing into 20,000 seats in well under a millisecond', () => {
    const model = buildSeatModel(arena(20, 25, 40))
    expect(model.seats).toHaveLength(20_000)
    const begun = performance.now()
    for (let turn = 0; turn < 1000; turn++) {
      seatAt(model, [(turn * 37) % model.bounds.width, (turn * 13) % model.bounds.height], 5)
      sectionAt(model, [(turn * 37) % model.bounds.width, 60])
    }
    expect((performance.now() - begun) / 1000).toBeLessThan(1)
    expect(seatsWithin(model, model.bounds)).toHaveLength(20_000)
  })
})

describe('what a seat is for this visitor', () => {
  const model = buildSeatModel(theatre())
  const statusOf = (statuses: Uint8Array, id: string) => statuses[model.indexOf.get(id) ?? -1]

  it('SEAT-03 shows a seat as taken on asking, before the server answered', () => {
    const statuses = seatStatuses(model, ['0-1-1', '0-1-2'], [], new Map([['0-1-1', 'adding']]))
    expect(statusOf(statuses, '0-1-1')).toBe(SEAT.adding)
    expect(isOwn(statusOf(statuses, '0-1-1'))).toBe(true)
    expect(statusOf(statuses, '0-1-2')).toBe(SEAT.free)
    expect(statusOf(statuses, '0-1-3')).toBe(SEAT.taken)
  })

  it('SEAT-04 shows a seat that is being released as no longer the visitor’s', () => {
    const statuses = seatStatuses(model, [], ['0-1-1'], new Map([['0-1-1', 'removing']]))
    expect(isOwn(statusOf(statuses, '0-1-1'))).toBe(false)
  })

  it('SEAT-05 believes the cart more than an older list of free seats', () => {
    const statuses = seatStatuses(model, ['0-1-1'], ['0-1-1'], new Map())
    expect(statusOf(statuses, '0-1-1')).toBe(SEAT.own)
  })

  it('SEAT-05 ignores ids that the map does not know', () => {
    const statuses = seatStatuses(model, ['nowhere'], ['elsewhere'], new Map([['lost', 'adding']]))
    expect(statuses.every((status) => status === SEAT.taken)).toBe(true)
  })

  it('SEAT-01 counts free seats by section', () => {
    expect(freeBySection(model, seatStatuses(model, ['0-1-1', '0-1-2', '1-3-4'], [], new Map()))).toEqual([2, 1])
  })
})

describe('signs of pricing categories', () => {
  it('SEAT-01 gives each category a letter and a shape of its own beside its colour', () => {
    const signs = categorySigns([
      { number: 1, name: 'A', mapColor: '#ffd400' },
      { number: 7, name: 'B', mapColor: '#14213d' },
    ])
    expect(signs.get(1)).toMatchObject({ letter: 'A', shape: 'circle', ink: '#000000' })
    expect(signs.get(7)).toMatchObject({ letter: 'B', shape: 'square', ink: '#ffffff' })
    expect(inkOn('no colour')).toBe('#ffffff')
  })
})
