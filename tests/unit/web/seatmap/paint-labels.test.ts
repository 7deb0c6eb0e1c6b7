import { expect, it } from 'vitest'
import { categorySigns } from '../../../../web/seatmap/category-signs.ts'
import { siblingKey } from '../../../../web/seatmap/label-place.ts'
import { paintLabels } from '../../../../web/seatmap/paint-labels.ts'
import { buildSeatModel } from '../../../../web/seatmap/seat-model.ts'
import { arena } from './seatmap-arena.ts'

type Painted = { text: string; font: string }
type BlockChanges = { name: string; width?: number }

/**
 * Paints blocks of 30 × 30 seats, of which 312 are free, at this many pixels per unit. Each letter is `advance` hundredths of
 * the font size wide. `width` is a block's part of the usual width.
 */
function painted(blocks: BlockChanges[], k: number, advance: number, isSigned = false): Painted[] {
  const map = arena(blocks.length, 30, 30)
  for (const [index, section] of map.sections.entries()) {
    const { name, width = 1 } = blocks[index] ?? { name: '' }
    section.name = name
    const [left = 0] = section.hull_points[0] ?? []
    section.hull_points = section.hull_points.map(([x, y]) => [left + (x - left) * width, y])
  }
  const model = buildSeatModel(map, 'de')
  const texts: Painted[] = []
  const known: Record<string, unknown> = {
    font: '',
    measureText: (text: string) => ({ width: text.length * advance }),
    fillText: (text: string) => texts.push({ text, font: String(known.font) }),
  }
  const context = new Proxy(known, {
    get: (all, name) => all[String(name)] ?? (() => {}),
    set: (all, name, value) => Reflect.set(all, name, value),
  })
  const theme = {
    ink: '#000',
    muted: '#666',
    ground: '#fff',
    line: '#999',
    own: '#000',
    ownInk: '#fff',
    font: `${advance}`,
  }
  const scene = {
    model,
    statuses: new Uint8Array(model.seatCount),
    filterMask: null,
    free: blocks.map(() => 312),
    signs: categorySigns(
      isSigned ? map.pricing_categories.map(({ id, name, color }) => ({ number: id, name, mapColor: color })) : [],
    ),
    theme,
  }
  const view = { k, x: -model.bounds.x * k, y: -model.bounds.y * k }
  for (const _ of paintLabels(context as unknown as CanvasRenderingContext2D, scene, view, () => true));
  return texts.filter(({ text }) => text !== 'Bühne')
}

const textsOf = (all: Painted[]) => all.map(({ text }) => text)
const paintedTexts = (k: number, advance: number) => textsOf(painted([{ name: '7' }], k, advance))

it('SEAT-01 names the free seats of a block in words, and leaves them out if the words are wider than the block', () => {
  expect(paintedTexts(0.15, 40)).toEqual(['7', '312 frei'])
  expect(paintedTexts(0.15, 80)).toEqual(['7'])
})

it('SEAT-13 shows the same parts of the names of sibling blocks at one size, also if only one of them is narrow', () => {
  const wide = painted([{ name: 'Rang links' }, { name: 'Rang Mitte' }], 0.35, 40, true)
  expect(textsOf(wide)).toEqual(['A · Rang links', '312 frei', 'B · Rang Mitte', '312 frei'])
  const narrow = painted([{ name: 'Rang links', width: 0.5 }, { name: 'Rang Mitte' }], 0.35, 40, true)
  expect(textsOf(narrow).sort()).toEqual(['312 frei', '312 frei', 'Rang Mitte', 'Rang links'])
  expect(new Set(narrow.filter(({ text }) => text.startsWith('Rang')).map(({ font }) => font)).size).toBe(1)
})

it('SEAT-13 shortens the names of all sibling blocks or of none, and leaves all out if one has no room', () => {
  const blocks = (width: number) => [
    { name: 'Oberrang Block 301', width },
    { name: 'Oberrang Block 302' },
    { name: 'Foyer' },
  ]
  expect(textsOf(painted(blocks(0.35), 0.2, 40)).sort()).toEqual(['301', '302', '312 frei', 'Foyer'])
  expect(textsOf(painted(blocks(0.1), 0.2, 40)).sort()).toEqual(['312 frei', 'Foyer'])
})

it('SEAT-13 takes sections for siblings if their names differ in the last word, or are one word and their category is the same', () => {
  const key = (name: string, category = 1, capacity: number | null = null) => siblingKey({ name, category, capacity })
  expect(key('Parkett links')).toBe(key('Parkett rechts', 2))
  expect(key('Parkett links')).not.toBe(key('Rang links'))
  expect(key('Parkett links')).not.toBe(key('Parkett rechts', 1, 300))
  expect(key('101')).toBe(key('102'))
  expect(key('101')).not.toBe(key('201', 2))
  expect(key('Foyer')).not.toBe(key('Saal', 2))
})
