import { describe, expect, it } from 'vitest'
import type { Point, SeatMap } from '../../../../schema/seat-map.ts'
import { seatHit } from '../../../../web/seatmap/hit-test.ts'
import { shortName, widestSpan } from '../../../../web/seatmap/label-place.ts'
import { labelBox, labelFits } from '../../../../web/seatmap/paint-labels.ts'
import { buildSeatModel } from '../../../../web/seatmap/seat-model.ts'
import { SEAT } from '../../../../web/seatmap/seat-status.ts'

const seat = (id: string, x: number, y: number) => ({ id, row: '1', number: id, x, y, pricing_category_id: 1 })
const map: SeatMap = {
  plan: 'plan',
  bounding_box: { x: 0, y: 0, width: 200, height: 100 },
  seat_spacing: 10,
  graphics: [],
  pricing_categories: [],
  sections: [
    {
      id: 'A',
      name: 'A',
      pricing_category_id: 1,
      hull_points: [],
      seats: [seat('taken', 20, 20), seat('free', 30, 20), seat('own', 40, 20)],
    },
    {
      id: 'floor',
      name: 'Floor',
      pricing_category_id: 1,
      hull_points: [
        [0, 30],
        [200, 30],
        [200, 100],
        [0, 100],
      ],
      seats: [],
      capacity: 100,
    },
  ],
}
const model = buildSeatModel(map, 'de')
const statuses = Uint8Array.of(SEAT.taken, SEAT.free, SEAT.own)
const NEAR = { k: 2, x: 0, y: 0 }

/** The id of the seat that a press at this point of the plan means. */
function hit(x: number, y: number, options: { k?: number; isTouch?: boolean; filterMask?: Uint8Array | null } = {}) {
  const { k = 2, isTouch = true, filterMask = null } = options
  const index = seatHit(model, { statuses, filterMask }, { ...NEAR, k }, [x * k, y * k], isTouch)
  return index === null ? null : model.seats[index]?.id
}

describe('the seat that a press means', () => {
  it('SEAT-13 is the seat under the finger, even if it is taken', () => {
    expect(hit(22, 21)).toBe('taken')
    expect(hit(31, 19)).toBe('free')
  })

  it('SEAT-13 is the nearest seat within 22 px that can be chosen, if the tap is beside all seats', () => {
    expect(hit(23, 12)).toBe('free')
    expect(hit(40, 9.5)).toBe('own')
    expect(hit(40, 8.5)).toBeNull()
  })

  it('SEAT-13 is nearer for a mouse, and for seats that are too small to tap', () => {
    expect(hit(30, 11, { isTouch: false })).toBeNull()
    expect(hit(30, 12, { isTouch: false })).toBe('free')
    expect(hit(30, 11, { k: 1 })).toBeNull()
  })

  it('SEAT-13 is no seat if the tap is in a standing area or the seats are not shown', () => {
    expect(hit(30, 31)).toBeNull()
    expect(hit(30, 20, { k: 0.3 })).toBeNull()
  })

  it('SEAT-13 is no seat that the filter hides', () => {
    expect(hit(30, 20, { filterMask: Uint8Array.of(0, 0, 1) })).toBe('own')
    expect(hit(20, 20, { filterMask: Uint8Array.of(0, 0, 0) })).toBeNull()
  })
})

describe('the labels of a map', () => {
  it('SEAT-13 fit only beside each other', () => {
    const placed = [{ left: 0, top: 0, right: 50, bottom: 12 }]
    expect(labelFits({ left: 40, top: 6, right: 90, bottom: 18 }, placed)).toBe(false)
    expect(labelFits({ left: 51, top: 0, right: 90, bottom: 12 }, placed)).toBe(false)
    expect(labelFits({ left: 54, top: 0, right: 90, bottom: 12 }, placed)).toBe(true)
    expect(labelFits({ left: 0, top: 16, right: 50, bottom: 28 }, placed)).toBe(true)
  })

  it('SEAT-13 reserve room for both lines, also if the number of free seats is wider than the name', () => {
    // Every letter is as wide as half the font size.
    const ruler = { font: '', measureText: (text: string) => ({ width: text.length * (sizeIn(ruler.font) / 2) }) }
    const sizeIn = (font: string) => Number(/(\d+)px/.exec(font)?.[1])
    const theme = { ink: '', muted: '', ground: '', line: '', own: '', ownInk: '', font: 'sans-serif' }
    const boxOf = (text: string, second: string | null) => {
      const label = {
        text,
        second,
        at: [100, 50] as [number, number],
        size: 10,
        weight: 700,
        colour: '',
      }
      const { left, top, right, bottom } = labelBox(ruler, label, theme)
      return [left, top, right, bottom].map((edge) => Math.round(edge * 10) / 10)
    }
    expect(boxOf('A', null)).toEqual([97.5, 44.5, 102.5, 55.5])
    expect(boxOf('A', '4500')).toEqual([90, 39, 110, 61.5])
    expect(boxOf('Balcony', '7')).toEqual([82.5, 39, 117.5, 61.5])
  })

  it('SEAT-13 have the room that the outline of their section leaves on every line, beside a notch and in an oblique section', () => {
    const floor: Point[] = [
      [0, 0],
      [100, 0],
      [100, 60],
      [0, 60],
      [0, 40],
      [30, 40],
      [30, 20],
      [0, 20],
    ]
    expect(widestSpan(floor, [30])).toEqual([30, 100])
    expect(widestSpan(floor, [10])).toEqual([0, 100])
    expect(widestSpan(floor, [10, 30, 50])).toEqual([30, 100])
    const oblique: Point[] = [
      [0, 0],
      [40, 0],
      [60, 20],
      [20, 20],
    ]
    expect(widestSpan(oblique, [10, 5, 15])).toEqual([15, 45])
    expect(widestSpan(oblique, [10, 25])).toBeNull()
  })

  it('SEAT-13 are shortened to the number of a block, if the name has one', () => {
    expect(shortName('Upper tier block 309')).toBe('309')
    expect(shortName('Block B12')).toBe('B12')
    expect(shortName('Parkett links')).toBeNull()
    expect(shortName('309')).toBeNull()
  })
})
