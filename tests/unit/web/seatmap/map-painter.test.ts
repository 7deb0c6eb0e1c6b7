import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPainter } from '../../../../web/seatmap/map-painter.ts'
import { buildSeatModel } from '../../../../web/seatmap/seat-model.ts'
import { SEAT } from '../../../../web/seatmap/seat-status.ts'
import { arena } from './seatmap-arena.ts'

/** Each path that is filled takes one millisecond, so that a picture of the hall takes several frames. */
let spent = 0
/** The steps that painted the visible canvas, and those that painted the second canvas. */
let visible: string[] = []
let hidden: string[] = []

function fakeCanvas(done: () => string[]) {
  const canvas = { width: 300, height: 150, style: {} as Record<string, string>, dataset: {} as Record<string, string> }
  const known: Record<string, unknown> = {
    measureText: (text: string) => ({ width: text.length * 60 }),
    fill: () => {
      spent++
      done().push('fill')
    },
    stroke: () => done().push('stroke'),
    drawImage: () => done().push('copy'),
  }
  const context = new Proxy(known, { get: (all, name) => all[String(name)] ?? (() => {}), set: () => true })
  return { ...canvas, getContext: () => context } as unknown as HTMLCanvasElement
}

const element = {
  clientWidth: 390,
  clientHeight: 400,
  style: {},
  tabIndex: -1,
  addEventListener() {},
  getBoundingClientRect: () => ({ left: 0, top: 0 }),
} as unknown as HTMLElement

const model = buildSeatModel(arena(2, 20, 40), 'de')
const state = {
  statuses: new Uint8Array(model.seats.length).fill(SEAT.free),
  filterMask: null,
  free: [800, 800],
  signs: new Map(),
}

function openMap() {
  const canvas = fakeCanvas(() => visible)
  const painter = createPainter(element, canvas, model, {
    onGesture() {},
    isSeat: () => false,
    zoomsByWheel: () => false,
  })
  // The first view is set before the first picture.
  vi.runAllTimers()
  painter.update(state)
  visible = []
  return { painter, canvas }
}

/** A ring is the only thing that is stroked in the visible canvas, apart from the first picture. */
function rings(): number {
  return visible.filter((step) => step === 'stroke').length
}

beforeEach(() => {
  vi.useFakeTimers()
  spent = 0
  hidden = []
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + spent)
  vi.stubGlobal('devicePixelRatio', 2)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('getComputedStyle', () => ({ color: '#000', fontFamily: 'sans', getPropertyValue: () => '' }))
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 16))
  vi.stubGlobal('cancelAnimationFrame', (frame: ReturnType<typeof setTimeout>) => clearTimeout(frame))
  vi.stubGlobal('Path2D', class {})
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('document', {
    createElement: () => fakeCanvas(() => hidden),
    fonts: { addEventListener() {}, removeEventListener() {} },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the painter of the seat map', () => {
  it('SEAT-01 paints the first picture at once, without the second canvas', () => {
    const { canvas } = openMap()
    expect(spent).toBeGreaterThan(60)
    expect(canvas.dataset.view).toBeDefined()
    expect(canvas.width).toBe(390 * 1.5 * 2)
    expect(hidden).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('SEAT-01 paints a later picture in slices of several frames, and shows it only when it is complete', () => {
    const { painter } = openMap()
    painter.update(state)
    const first = spent
    let frames = 0
    while (!visible.includes('copy')) {
      expect(visible).toEqual([])
      const before = spent
      vi.advanceTimersByTime(16)
      expect(spent - before).toBeLessThan(9)
      frames++
    }
    expect(frames).toBeGreaterThan(5)
    expect(spent - first).toBeGreaterThan(50)
    expect(visible).toEqual(['copy'])
  })

  it('SEAT-02 stops a repaint when the map moves, and paints the new view after the movement', () => {
    const { painter, canvas } = openMap()
    painter.update(state)
    painter.control.zoomBy(2)
    const stopped = spent
    vi.advanceTimersByTime(80)
    expect(spent).toBe(stopped)
    expect(visible).toEqual([])
    const { view } = canvas.dataset
    vi.runAllTimers()
    expect(visible).toEqual(['copy'])
    expect(canvas.dataset.view).not.toBe(view)
    expect(canvas.dataset.view).toBe(
      [painter.control.view().k, painter.control.view().x, painter.control.view().y]
        .map((value) => value.toFixed(4))
        .join(' '),
    )
  })

  it('SEAT-03 marks a pressed seat at once, also during a repaint, whose picture has the mark too', () => {
    const { painter } = openMap()
    painter.update(state)
    painter.press(3)
    expect(visible).toEqual(['stroke'])
    while (!visible.includes('copy')) vi.advanceTimersByTime(16)
    expect(visible).toEqual(['stroke', 'copy', 'stroke'])
  })

  it('SEAT-03 removes the mark if the press changes nothing, and with the new state otherwise', () => {
    const { painter } = openMap()
    painter.press(3)
    expect(hidden).toEqual(['copy'])
    expect(rings()).toBe(1)
    vi.advanceTimersByTime(700)
    expect(visible).toEqual(['stroke', 'copy'])

    visible = []
    painter.press(4)
    painter.update(state)
    while (!visible.includes('copy')) vi.advanceTimersByTime(16)
    expect(visible).toEqual(['stroke', 'copy'])
  })

  it('SEAT-02 moves the mark of the mouse without a repaint', () => {
    const { painter } = openMap()
    const before = spent
    painter.hover(1)
    expect(visible).toEqual(['copy', 'stroke'])
    painter.hover(null)
    expect(visible).toEqual(['copy', 'stroke', 'copy'])
    expect(spent).toBe(before)
  })

  it('SEAT-02 paints anew at once when the screen has another density', () => {
    const { painter, canvas } = openMap()
    const before = spent
    vi.stubGlobal('devicePixelRatio', 1)
    painter.hover(1)
    expect(canvas.width).toBe(390 * 1.5)
    expect(spent - before).toBeGreaterThan(60)
    expect(rings()).toBeGreaterThan(0)
  })

  it('SEAT-01 paints nothing after it is destroyed', () => {
    const { painter } = openMap()
    painter.update(state)
    painter.press(3)
    painter.destroy()
    const before = spent
    visible = []
    vi.runAllTimers()
    expect(spent).toBe(before)
    expect(visible).toEqual([])
  })
})
