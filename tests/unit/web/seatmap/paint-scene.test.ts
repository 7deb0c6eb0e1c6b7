import { beforeEach, expect, it, vi } from 'vitest'
import { SEAT_FLAGS } from '../../../../schema/seat-map.ts'
import { paintScene } from '../../../../web/seatmap/paint-scene.ts'
import { buildSeatModel } from '../../../../web/seatmap/seat-model.ts'
import { SEAT } from '../../../../web/seatmap/seat-status.ts'
import { arena } from './seatmap-arena.ts'

beforeEach(() => vi.stubGlobal('Path2D', class {}))

/**
 * Paints a row of three seats, of which the first is for wheelchairs, and returns the texts, the number of signs, the
 * horizontal centres of all circles in pixels, and whether the painter has read the model's list of seats.
 */
function paintedAt(pixels: number, own: number[] = []) {
  const map = arena(1, 1, 3)
  const seats = map.sections[0]?.seats ?? []
  // The name of the row is painted, too.
  for (const [index, seat] of seats.entries())
    Object.assign(seat, { row: 'R', flags: index === 0 ? SEAT_FLAGS.accessible : 0 })
  const model = buildSeatModel(map, 'de')
  const texts: string[] = []
  const circles: number[] = []
  let signs = 0
  const known: Record<string, unknown> = {
    measureText: () => ({ width: 10 }),
    fillText: (text: string) => texts.push(text),
    arc: (x: number) => circles.push(x),
    stroke: (path?: unknown) => {
      if (path) signs++
    },
  }
  const context = new Proxy(known, { get: (all, name) => all[String(name)] ?? (() => {}), set: () => true })
  const theme = { ink: '#000', muted: '#666', ground: '#fff', line: '#999', own: '#000', ownInk: '#fff', font: 'sans' }
  const statuses = new Uint8Array(model.seatCount).fill(SEAT.free)
  for (const index of own) statuses[index] = SEAT.own
  const scene = { model, statuses, filterMask: null, free: [3], signs: new Map(), theme }
  const k = pixels / model.spacing
  const view = { k, x: -model.bounds.x * k, y: -model.bounds.y * k }
  const size = { width: model.bounds.width * k, height: model.bounds.height * k }
  const seatsRead = vi.spyOn(model, 'seats', 'get')
  for (const _ of paintScene(context as unknown as CanvasRenderingContext2D, scene, view, size, 1));
  const readsSeats = seatsRead.mock.calls.length > 0
  const middles = own.map((index) => ((model.seats[index]?.x ?? 0) - model.bounds.x) * k)
  return { numbers: model.seats.map(({ number }) => texts.includes(number)), signs, circles, middles, readsSeats }
}

it('SEAT-01 shows the sign of a special seat instead of its number until both are legible', () => {
  expect(paintedAt(12)).toMatchObject({ numbers: [false, false, false], signs: 1 })
  expect(paintedAt(24)).toMatchObject({ numbers: [false, true, true], signs: 1 })
  expect(paintedAt(40)).toMatchObject({ numbers: [true, true, true], signs: 1 })
})

it('SEAT-02 marks a section with own seats while seats are too small to be painted', () => {
  const { circles, middles } = paintedAt(1, [0, 2])
  const [first = 0, last = 0] = middles
  // The mark and its rim.
  expect(circles).toEqual([(first + last) / 2, (first + last) / 2])
  expect(paintedAt(1).circles).toEqual([])
  expect(paintedAt(12, [0]).circles).not.toContain(paintedAt(12, [0]).middles[0])
})

it('SEAT-01 paints the sections without the list of their seats, unless a seat is the visitor’s own', () => {
  expect(paintedAt(1).readsSeats).toBe(false)
  expect(paintedAt(1, [1]).readsSeats).toBe(true)
  expect(paintedAt(12).readsSeats).toBe(true)
})
