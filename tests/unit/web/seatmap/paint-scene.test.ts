import { beforeEach, expect, it, vi } from 'vitest'
import { SEAT_FLAGS } from '../../../../schema/seat-map.ts'
import { paintScene } from '../../../../web/seatmap/paint-scene.ts'
import { buildSeatModel } from '../../../../web/seatmap/seat-model.ts'
import { SEAT } from '../../../../web/seatmap/seat-status.ts'
import { arena } from './seatmap-arena.ts'

beforeEach(() => vi.stubGlobal('Path2D', class {}))

/** Paints a row of three seats, of which the first is for wheelchairs, and returns the texts and the number of signs. */
function paintedAt(pixels: number) {
  const map = arena(1, 1, 3)
  const seats = map.sections[0]?.seats ?? []
  // The name of the row is painted, too.
  for (const [index, seat] of seats.entries())
    Object.assign(seat, { row: 'R', flags: index === 0 ? SEAT_FLAGS.accessible : 0 })
  const model = buildSeatModel(map, 'de')
  const texts: string[] = []
  let signs = 0
  const known: Record<string, unknown> = {
    measureText: () => ({ width: 10 }),
    fillText: (text: string) => texts.push(text),
    stroke: (path?: unknown) => {
      if (path) signs++
    },
  }
  const context = new Proxy(known, { get: (all, name) => all[String(name)] ?? (() => {}), set: () => true })
  const theme = { ink: '#000', muted: '#666', ground: '#fff', line: '#999', own: '#000', ownInk: '#fff', font: 'sans' }
  const statuses = new Uint8Array(model.seatCount).fill(SEAT.free)
  const scene = { model, statuses, filterMask: null, free: [3], signs: new Map(), theme }
  const k = pixels / model.spacing
  const view = { k, x: -model.bounds.x * k, y: -model.bounds.y * k }
  const size = { width: model.bounds.width * k, height: model.bounds.height * k }
  for (const _ of paintScene(context as unknown as CanvasRenderingContext2D, scene, view, size, 1));
  return { numbers: model.seats.map(({ number }) => texts.includes(number)), signs }
}

it('SEAT-01 shows the sign of a special seat instead of its number until both are legible', () => {
  expect(paintedAt(12)).toEqual({ numbers: [false, false, false], signs: 1 })
  expect(paintedAt(24)).toEqual({ numbers: [false, true, true], signs: 1 })
  expect(paintedAt(40)).toEqual({ numbers: [true, true, true], signs: 1 })
})
