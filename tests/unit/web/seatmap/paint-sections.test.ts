import { describe, expect, it } from 'vitest'
import { categorySigns } from '../../../../web/seatmap/category-signs.ts'
import { paintHull } from '../../../../web/seatmap/paint-sections.ts'
import { seatFilterMask } from '../../../../web/seatmap/seat-flags.ts'
import { buildSeatModel } from '../../../../web/seatmap/seat-model.ts'
import { freeBySection, SEAT } from '../../../../web/seatmap/seat-status.ts'
import { arena } from './seatmap-arena.ts'

const MUTED = '#666'

/**
 * Paints a section that shows no seats, and whose rows have the categories 1 and 2. Returns two values for each band: whether it
 * has the colour of its category, and its opacity.
 */
function paintedBands({ chosen = [], gone = [] }: { chosen?: number[]; gone?: number[] }) {
  const map = arena(1, 2, 3)
  // The map has another section before this one, so the seats of this one do not begin at index 0.
  const [second] = map.sections
  if (!second) throw new Error('no section')
  for (const seat of second.seats ?? []) seat.pricing_category_id = Number(seat.row)
  const model = buildSeatModel({ ...map, sections: [...arena(1, 1, 5).sections, second] }, 'de')
  const statuses = Uint8Array.from(model.seats, ({ pricing_category_id }) =>
    gone.includes(pricing_category_id) ? SEAT.taken : SEAT.free,
  )
  const filterMask = seatFilterMask(model, [], chosen)
  const signs = categorySigns([
    { number: 1, name: 'Parkett', mapColor: '#c8553d' },
    { number: 2, name: 'Rang', mapColor: '#2a6f97' },
  ])
  const filled: { colour: unknown; alpha: unknown }[] = []
  const context: Record<string, unknown> = {
    fillRect: () => filled.push({ colour: context.fillStyle, alpha: context.globalAlpha }),
  }
  for (const name of ['beginPath', 'moveTo', 'lineTo', 'closePath', 'save', 'clip', 'fill', 'restore', 'stroke'])
    context[name] = () => {}
  const theme = { ink: '#000', muted: MUTED, ground: '#fff', line: '#999', own: '#000', ownInk: '#fff', font: 'sans' }
  const scene = { model, statuses, filterMask, free: freeBySection(model, statuses, filterMask), signs, theme }
  const section = model.sections[1]
  if (!section) throw new Error('no section')
  paintHull(context as unknown as CanvasRenderingContext2D, scene, section, false, 1)
  return filled.map(({ colour, alpha }, index) => [colour === signs.get(index + 1)?.colour, alpha])
}

const [OPEN, DIMMED] = [
  [true, 0.85],
  [false, 0.16],
]

describe('the bands of a section that shows no seats', () => {
  it('SEAT-13 have the colours of their categories without a filter', () => {
    expect(paintedBands({})).toEqual([OPEN, OPEN])
  })

  it('SEAT-13 are dimmed if the legend filters another category', () => {
    expect(paintedBands({ chosen: [1] })).toEqual([OPEN, DIMMED])
    expect(paintedBands({ chosen: [2] })).toEqual([DIMMED, OPEN])
    expect(paintedBands({ chosen: [1, 2] })).toEqual([OPEN, OPEN])
  })

  it('SEAT-13 are dimmed if no seat of their category is free', () => {
    expect(paintedBands({ gone: [1] })).toEqual([DIMMED, OPEN])
    expect(paintedBands({ gone: [2], chosen: [2] })).toEqual([DIMMED, DIMMED])
  })
})
