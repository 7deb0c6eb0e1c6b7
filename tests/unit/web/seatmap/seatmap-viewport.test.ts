import { describe, expect, it } from 'vitest'
import {
  betweenViews,
  clampView,
  fitView,
  scaleRange,
  stillCovers,
  toMap,
  toScreen,
  transformBetween,
  visibleBounds,
} from '../../../../web/seatmap/viewport.ts'

const bounds = { x: 100, y: 50, width: 400, height: 200 }
const phone = { width: 390, height: 420 }

describe('viewport of a seat map', () => {
  it('SEAT-02 first shows the whole map in the centre', () => {
    const view = fitView(bounds, phone)
    const [left, top] = toScreen(view, [bounds.x, bounds.y])
    const [right, bottom] = toScreen(view, [bounds.x + bounds.width, bounds.y + bounds.height])
    expect(left).toBeCloseTo(390 - right)
    expect(top).toBeCloseTo(420 - bottom)
    expect(left).toBeGreaterThanOrEqual(0)
  })

  it('SEAT-02 zooms in until seats are as large as a touch target, and always to at least one and a half times the first view', () => {
    const [least, most] = scaleRange(bounds, 4, phone)
    expect(least).toBe(fitView(bounds, phone).k)
    expect(most * 4).toBeGreaterThanOrEqual(44)
    expect(scaleRange({ ...bounds, width: 10, height: 5 }, 4, phone)[1]).toBeGreaterThan(1.4 * 30)
  })

  it('SEAT-02 converts between screen and map', () => {
    const view = { k: 1.7, x: -40, y: 12 }
    const [x, y] = toMap(view, toScreen(view, [123, 45]))
    expect(x).toBeCloseTo(123)
    expect(y).toBeCloseTo(45)
  })

  it('SEAT-02 keeps the map in sight when dragged, and centred if it is smaller than the window', () => {
    const range = scaleRange(bounds, 4, phone)
    const clamped = (view: { k: number; x: number; y: number }) => clampView(view, bounds, range, phone)
    expect(clamped({ k: 0.01, x: 900, y: 900 })).toEqual(fitView(bounds, phone))
    const near = { k: range[1], x: -2000, y: -1000 }
    expect(clamped(near)).toEqual(near)
    const [right] = toScreen(clamped({ ...near, x: -1e6 }), [bounds.x + bounds.width, 0])
    expect(right).toBeGreaterThan(0)
    expect(right).toBeLessThan(phone.width)
    const [left] = toScreen(clamped({ ...near, x: 1e6 }), [bounds.x, 0])
    expect(left).toBeGreaterThan(0)
    expect(clamped({ ...near, k: 1e6 }).k).toBe(range[1])
  })

  it('SEAT-11 transforms the painted picture to the new view', () => {
    const painted = { k: 2, x: 10, y: -20 }
    const shown = { k: 3, x: -35, y: 8 }
    const { scale, x, y } = transformBetween(painted, shown)
    const [paintedX, paintedY] = toScreen(painted, [70, 30])
    const [wantedX, wantedY] = toScreen(shown, [70, 30])
    expect(paintedX * scale + x).toBeCloseTo(wantedX)
    expect(paintedY * scale + y).toBeCloseTo(wantedY)
  })

  it('SEAT-11 paints more than the window, so that a drag shows no blank edge', () => {
    const shown = visibleBounds({ k: 2, x: 0, y: 0 }, { width: 100, height: 80 }, 0.25)
    expect(shown).toEqual({ x: -12.5, y: -10, width: 75, height: 60 })
  })

  it('SEAT-11 reuses the painted picture until its edge would show', () => {
    const painted = { k: 2, x: 10, y: -20 }
    const moved = (dx: number, dy: number, k = 2) => stillCovers(painted, { k, x: 10 + dx, y: -20 + dy }, phone, 0.25)
    expect([moved(0, 0), moved(97, -105), moved(0, 0, 3)]).toEqual([true, true, true])
    expect([moved(98, 0), moved(0, -106), moved(0, 0, 1)]).toEqual([false, false, false])
  })

  it('SEAT-02 animates from one view to the other', () => {
    const from = { k: 1, x: 0, y: 0 }
    const to = { k: 4, x: -300, y: -90 }
    expect(betweenViews(from, to, 0)).toEqual(from)
    const end = betweenViews(from, to, 1)
    expect([end.k, end.x, end.y].map(Math.round)).toEqual([4, -300, -90])
    expect(betweenViews(from, { ...from, x: 50 }, 0.5).x).toBe(25)
  })
})
