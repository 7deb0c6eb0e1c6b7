import { expect, it } from 'vitest'
import { paintLabels } from '../../../../web/seatmap/paint-labels.ts'
import { buildSeatModel } from '../../../../web/seatmap/seat-model.ts'
import { arena } from './seatmap-arena.ts'

/** Paints a block of 30 × 30 seats, of which 312 are free, at this many pixels per unit. Each letter is `advance` pixels wide. */
function paintedTexts(k: number, advance: number): string[] {
  const map = arena(1, 30, 30)
  for (const section of map.sections) section.name = '7'
  const model = buildSeatModel(map, 'de')
  const texts: string[] = []
  const known: Record<string, unknown> = {
    measureText: (text: string) => ({ width: text.length * advance }),
    fillText: (text: string) => texts.push(text),
  }
  const context = new Proxy(known, { get: (all, name) => all[String(name)] ?? (() => {}), set: () => true })
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
    free: [312],
    signs: new Map(),
    theme,
  }
  const view = { k, x: -model.bounds.x * k, y: -model.bounds.y * k }
  for (const _ of paintLabels(context as unknown as CanvasRenderingContext2D, scene, view, () => true));
  return texts.filter((text) => text !== 'Bühne')
}

it('SEAT-01 names the free seats of a block in words, and leaves them out if the words are wider than the block', () => {
  expect(paintedTexts(0.15, 40)).toEqual(['7', '312 frei'])
  expect(paintedTexts(0.15, 80)).toEqual(['7'])
})
