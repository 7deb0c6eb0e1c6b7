import { describe, expect, it } from 'vitest'
import {
  type AvailabilityAnswer,
  putSeatState,
  SEAT_STATE,
  seatStateAt,
  seatsToText,
} from '../../../../schema/availability.ts'
import type { Locale } from '../../../../schema/locale.ts'
import { SEAT_FLAGS } from '../../../../schema/seat-map.ts'
import { packSeatMap } from '../../../../schema/seat-map-file.ts'
import { categorySigns, inkOn } from '../../../../web/seatmap/category-signs.ts'
import { FLAGS, flagsIn, flagsOf, seatFilterMask } from '../../../../web/seatmap/seat-flags.ts'
import { buildSeatModel, seatAt, seatsWithin, sectionAt } from '../../../../web/seatmap/seat-model.ts'
import { rowsOf } from '../../../../web/seatmap/seat-rows.ts'
import { freeBySection, isOwn, isUnavailable, SEAT, seatStatuses } from '../../../../web/seatmap/seat-status.ts'
import { type Availability, mergeAvailability } from '../../../../web/seatmap/use-availability.ts'
import { arena, theatre } from './seatmap-arena.ts'

describe('seat model', () => {
  it('SEAT-01 finds a seat by id and by position, finds a section by position, and gives each section its range of seats', () => {
    const model = buildSeatModel(theatre(), 'de')
    expect(model.seats).toHaveLength(24)
    const index = model.indexOf.get('1-2-3') ?? -1
    const seat = model.seats[index]
    expect(seat).toMatchObject({ id: '1-2-3', row: '2', number: '3', pricing_category_id: 2, section: 1 })
    expect(seatAt(model, [(seat?.x ?? 0) + 3, (seat?.y ?? 0) - 2], 5)).toBe(index)
    expect(sectionAt(model, [seat?.x ?? 0, seat?.y ?? 0])?.id).toBe('s1')
    expect(model.sections.map(({ from, to }) => to - from)).toEqual([12, 12])
  })

  it('SEAT-01 finds no seat in an aisle and no section outside the map', () => {
    const model = buildSeatModel(theatre(), 'de')
    expect(seatAt(model, [58, 40], 4)).toBeNull()
    expect(sectionAt(model, [-5, -5])).toBeNull()
  })

  it('SEAT-01 uses the bounding box of the seats if a section has no outline', () => {
    const map = theatre()
    const [first] = map.sections
    if (first) first.hull_points = []
    const model = buildSeatModel(map, 'de')
    expect(sectionAt(model, [20, 40])?.id).toBe('s0')
  })

  it('SEAT-08 has a capacity for areas, and none for sections with seats', () => {
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
    const model = buildSeatModel(map, 'de')
    expect(model.sections.map(({ capacity }) => capacity)).toEqual([null, null, 400])
    expect(sectionAt(model, [90, 105])?.id).toBe('pit')
  })

  it('SEAT-11 knows sections, amounts and special seats without the list of seats, which is built once and when first read', () => {
    const map = theatre()
    const [first] = map.sections
    if (first?.seats[1]) first.seats[1].flags = SEAT_FLAGS.companion
    const file = packSeatMap(map)
    let reads = 0
    for (const { seats } of file.sections) {
      if (Array.isArray(seats)) throw new Error('the file has one object per seat')
      const { numbers } = seats
      Object.defineProperty(seats, 'numbers', {
        get() {
          reads++
          return numbers
        },
      })
    }
    const model = buildSeatModel(file, 'de')
    expect(model.seatCount).toBe(24)
    expect(model.sections.map(({ from, to, category }) => [from, to, category])).toEqual([
      [0, 12, 1],
      [12, 24, 2],
    ])
    expect(model.flagged).toEqual([{ index: 1, flags: SEAT_FLAGS.companion, category: 1 }])
    expect([...model.seatedCategories].sort()).toEqual([1, 2])
    expect(seatStatuses(model, undefined, [], new Map())).toHaveLength(24)
    expect(reads).toBe(0)
    model.prepareSeats()
    expect(model.seats.map(({ id }) => model.indexOf.get(id))).toEqual([...model.seats.keys()])
    expect(reads).toBe(file.sections.length)
  })

  it('SEAT-01 knows where the seats of each category are in a section that has several, and only there', () => {
    const map = theatre()
    const [first] = map.sections
    const last = first?.seats.at(-1)
    if (!first || !last) throw new Error('no seats')
    last.pricing_category_id = 2
    const [several, one] = buildSeatModel(packSeatMap(map), 'de').sections
    expect(several?.bands.map(({ category }) => category)).toEqual([1, 2])
    expect(several?.bands[1]?.bounds).toEqual({ x: last.x, y: last.y, width: 0, height: 0 })
    expect(several?.bands.map(({ from, to }) => to - from)).toEqual([(several?.to ?? 0) - 1, 1])
    expect(several?.bands[1]?.to).toBe(several?.to)
    expect(one?.bands).toEqual([])
  })

  it('SEAT-11 lists rows and seats in numeric order', () => {
    const model = buildSeatModel(arena(1, 12, 11), 'de')
    const [section] = model.sections
    const rows = section ? rowsOf(model, section) : []
    expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, row) => String(row + 1)))
    expect(rows[0]?.seats.map((index) => model.seats[index]?.number).slice(-3)).toEqual(['9', '10', '11'])
  })

  it('SEAT-11 finds the seat at a position among 20,000 seats by looking at few of them', () => {
    const model = buildSeatModel(arena(20, 25, 40), 'de')
    expect(model.seats).toHaveLength(20_000)
    let looks = 0
    for (const index of [0, 777, 12_345, 19_999]) {
      const seat = model.seats[index]
      const accepts = (candidate: number) => {
        looks++
        return candidate === index
      }
      expect(seatAt(model, [(seat?.x ?? 0) + 1, (seat?.y ?? 0) - 1], 5, accepts)).toBe(index)
    }
    expect(looks).toBeLessThan(100)
    expect(seatsWithin(model, model.bounds)).toHaveLength(20_000)
  })
})

describe('status of a seat', () => {
  const model = buildSeatModel(theatre(), 'de')
  const statusOf = (statuses: Uint8Array, id: string) => statuses[model.indexOf.get(id) ?? -1]
  const NONE = new Map()
  /** Returns an availability in which the seats that `states` omits are sold. */
  const availability = (states: Record<string, number>, overrides: Availability['overrides'] = new Map()) => {
    const seats = new Uint8Array(6).fill(0b10101010)
    for (const [id, state] of Object.entries(states)) putSeatState(seats, model.indexOf.get(id) ?? -1, state)
    return { seats, overrides }
  }
  const { free, held, closed } = SEAT_STATE

  it('SEAT-03 is “adding” from the click on, before the server answers', () => {
    const statuses = seatStatuses(
      model,
      availability({ '0-1-1': free, '0-1-2': free }),
      [],
      new Map([['0-1-1', 'adding']]),
    )
    expect(statusOf(statuses, '0-1-1')).toBe(SEAT.adding)
    expect(isOwn(statusOf(statuses, '0-1-1'))).toBe(true)
    expect(statusOf(statuses, '0-1-2')).toBe(SEAT.free)
    expect(statusOf(statuses, '0-1-3')).toBe(SEAT.taken)
  })

  it('SEAT-04 is not the visitor’s own during a release', () => {
    const statuses = seatStatuses(model, availability({}), ['0-1-1'], new Map([['0-1-1', 'removing']]))
    expect(isOwn(statusOf(statuses, '0-1-1'))).toBe(false)
  })

  it('SEAT-05 distinguishes held from sold, and marks both as unavailable', () => {
    const statuses = seatStatuses(model, availability({ '0-1-1': held }), [], NONE)
    expect(statusOf(statuses, '0-1-1')).toBe(SEAT.held)
    expect([statusOf(statuses, '0-1-1'), statusOf(statuses, '0-1-2')].every(isUnavailable)).toBe(true)
  })

  it('SEAT-05 prefers the cart and the overrides to the shared answer', () => {
    const until = 0
    const overrides = new Map([
      ['0-1-2', { state: 'taken', until } as const],
      ['0-1-3', { state: 'free', until } as const],
    ])
    const statuses = seatStatuses(model, availability({ '0-1-1': free, '0-1-2': free }, overrides), ['0-1-1'], NONE)
    expect(['0-1-1', '0-1-2', '0-1-3'].map((id) => statusOf(statuses, id))).toEqual([SEAT.own, SEAT.taken, SEAT.free])
  })

  it('SEAT-05 is “taken” before the first answer, and unknown ids are ignored', () => {
    const statuses = seatStatuses(model, undefined, ['elsewhere'], new Map([['lost', 'adding']]))
    expect(statuses.every((status) => status === SEAT.taken)).toBe(true)
  })

  it('SEAT-06 is “free” for a seat closed by distancing only if it is next to the visitor’s own seats', () => {
    const states = availability({ '0-1-1': held, '0-1-2': closed, '0-1-3': closed, '0-2-1': closed })
    const rules = { distance: 1, section: null }
    const beside = seatStatuses(model, states, ['0-1-1'], NONE, rules)
    expect(['0-1-2', '0-1-3', '0-2-1'].map((id) => statusOf(beside, id))).toEqual([SEAT.free, SEAT.taken, SEAT.taken])
    expect(statusOf(seatStatuses(model, states, [], NONE, rules), '0-1-2')).toBe(SEAT.taken)
  })

  it('SEAT-01 is “free” only in the forced section', () => {
    const statuses = seatStatuses(model, availability({ '0-1-1': free, '1-1-1': free }), [], NONE, {
      distance: 0,
      section: 's1',
    })
    expect(['0-1-1', '1-1-1'].map((id) => statusOf(statuses, id))).toEqual([SEAT.taken, SEAT.free])
  })

  it('SEAT-01 is counted per section if it is “free”, among all seats or only those that the filter shows', () => {
    const statuses = seatStatuses(model, availability({ '0-1-1': free, '0-1-2': free, '1-3-4': free }), [], NONE)
    expect(freeBySection(model, statuses, null)).toEqual([2, 1])
    const shown = new Uint8Array(24)
    shown[model.indexOf.get('0-1-2') ?? -1] = 1
    expect(freeBySection(model, statuses, shown)).toEqual([1, 0])
  })
})

describe('mergeAvailability', () => {
  const common = { plan: 'plan', areas: { floor: 3 }, categories: { 1: 2 } }
  const whole: AvailabilityAnswer = { ...common, version: '5', seats: seatsToText(new Uint8Array([0b10_01_00_00])) }

  it('SEAT-05 applies changes to a copy of the previous state, and returns the same object if nothing changed', () => {
    const availability = mergeAvailability(undefined, whole, 0)
    expect(mergeAvailability(availability, { ...common, version: '5', changes: [] }, 0)).toBe(availability)
    const after = mergeAvailability(availability, { ...common, version: '6', changes: [0, SEAT_STATE.sold] }, 0)
    expect([0, 1, 2, 3].map((seat) => seatStateAt(after.seats, seat))).toEqual([2, 0, 1, 2])
    expect(seatStateAt(availability.seats, 0)).toBe(SEAT_STATE.free)
  })

  it('SEAT-03 keeps an override until its time is over', () => {
    const availability = {
      ...mergeAvailability(undefined, whole, 0),
      overrides: new Map([['a', { state: 'free', until: 10 } as const]]),
    }
    const quiet: AvailabilityAnswer = { ...common, version: '5', changes: [] }
    expect(mergeAvailability(availability, quiet, 9).overrides.size).toBe(1)
    expect(mergeAvailability(availability, quiet, 10).overrides.size).toBe(0)
  })
})

describe('the words of a map', () => {
  it('L10N-07 are in the language of the page', () => {
    const map = theatre()
    const [section] = map.sections
    if (section) section.name = { de: 'Rang', en: 'Circle' }
    map.graphics = [
      { type: 'text', at: [0, 0], text: { de: 'Bühne', en: 'Stage' }, size: 10, fill: '#000' },
      { type: 'circle', center: [0, 0], radius: 5, fill: '#000', label: { de: 'Ton', en: 'Sound desk' } },
      { type: 'circle', center: [0, 0], radius: 5, fill: '#000' },
    ]
    const wordsIn = (locale: Locale) => {
      const { sections, graphics } = buildSeatModel(map, locale)
      return [sections[0]?.name, ...graphics.map((each) => (each.type === 'text' ? each.text : each.label))]
    }
    expect(wordsIn('de')).toEqual(['Rang', 'Bühne', 'Ton', undefined])
    expect(wordsIn('en')).toEqual(['Circle', 'Stage', 'Sound desk', undefined])
  })
})

describe('flags of seats', () => {
  const map = theatre()
  const flag = (id: string, flags: number) => {
    for (const section of map.sections) for (const seat of section.seats) if (seat.id === id) seat.flags = flags
  }
  flag('0-1-1', SEAT_FLAGS.accessible)
  flag('0-1-2', SEAT_FLAGS.companion)
  flag('0-1-3', SEAT_FLAGS.accessible | SEAT_FLAGS.restrictedView)
  flag('1-1-1', SEAT_FLAGS.standing)
  const model = buildSeatModel(map, 'de')
  const shownWith = (...bits: number[]) => {
    const shown = seatFilterMask(
      model,
      FLAGS.filter(({ bit }) => bits.includes(bit)),
      [],
    )
    return model.seats.filter((_, index) => shown?.[index] !== 0).map(({ id }) => id)
  }

  it('SEAT-01 are listed only if a seat of the map has them', () => {
    expect(flagsIn(model)).toEqual(FLAGS)
    expect(flagsIn(buildSeatModel(theatre(), 'de'))).toEqual([])
    expect(flagsOf({ flags: SEAT_FLAGS.accessible | SEAT_FLAGS.restrictedView }).map(({ bit }) => bit)).toEqual([1, 4])
  })

  it('SEAT-01 select accessible and companion seats, and exclude seats with restricted view and standing places', () => {
    expect(shownWith()).toHaveLength(24)
    expect(shownWith(SEAT_FLAGS.accessible)).toEqual(['0-1-1', '0-1-3'])
    expect(shownWith(SEAT_FLAGS.accessible, SEAT_FLAGS.companion)).toEqual(['0-1-1', '0-1-2', '0-1-3'])
    expect(shownWith(SEAT_FLAGS.accessible, SEAT_FLAGS.restrictedView)).toEqual(['0-1-1'])
    expect(shownWith(SEAT_FLAGS.restrictedView, SEAT_FLAGS.standing)).toHaveLength(22)
  })
})

describe('the filter of pricing categories', () => {
  const map = theatre()
  for (const seat of map.sections[0]?.seats.slice(0, 2) ?? []) seat.pricing_category_id = 7
  const model = buildSeatModel(map, 'de')
  const shown = (...categories: number[]) => {
    const mask = seatFilterMask(model, [], categories)
    return model.seats.filter((_, index) => mask?.[index] !== 0).length
  }

  it('SEAT-13 shows only the seats of the chosen categories, and all seats without a choice', () => {
    expect(shown(7)).toBe(2)
    expect(shown(7, 1, 2)).toBe(shown())
    expect(shown(99)).toBe(0)
    expect(seatFilterMask(model, [], [])).toBeNull()
  })
})

describe('signs of pricing categories', () => {
  it('SEAT-01 have different letters and shapes, and an ink that contrasts with their colour', () => {
    const signs = categorySigns([
      { number: 1, name: 'A', mapColor: '#ffd400' },
      { number: 7, name: 'B', mapColor: '#14213d' },
    ])
    expect(signs.get(1)).toMatchObject({ letter: 'A', shape: 'circle', ink: '#000000' })
    expect(signs.get(7)).toMatchObject({ letter: 'B', shape: 'square', ink: '#ffffff' })
    expect(inkOn('no colour')).toBe('#ffffff')
  })
})
