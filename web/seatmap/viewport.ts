/**
 * The geometry of the map's view. Visitors see the map through an element, the map's window. A view consists of a scale `k`
 * (pixels per map unit) and the position of the map's origin in this window. The level of detail depends on the number of
 * pixels between two neighbouring seats, so that a club and an arena behave alike.
 */
import type { Point } from '../../schema/seat-map.ts'
import type { Bounds } from './seat-model.ts'

export type View = { k: number; x: number; y: number }
export type Size = { width: number; height: number }

/** The smallest distances between two neighbouring seats, in pixels, at which the map shows seats, signs and numbers. */
export const SEATS_FROM = 4
export const SIGNS_FROM = 9
export const NUMBERS_FROM = 20
/** From this distance, signs stand at the corners of seats, and below it in their middle, because they would be too small. */
export const CORNER_SIGNS_FROM = 34
/** Below this distance, a tap zooms in instead of choosing a seat, because a finger would hit the wrong one. */
export const TAP_FROM = 15
/** The distance between two neighbouring seats at the largest scale, in pixels. */
const CLOSEST = 46
/** The space around the whole map, in pixels. */
const MARGIN = 12

/** The view that shows `bounds` completely and centred, with a margin. */
export function fitView(bounds: Bounds, { width, height }: Size, closest = Infinity): View {
  const k = Math.min(
    Math.max(1, width - 2 * MARGIN) / Math.max(1, bounds.width),
    Math.max(1, height - 2 * MARGIN) / Math.max(1, bounds.height),
    closest,
  )
  return {
    k,
    x: (width - bounds.width * k) / 2 - bounds.x * k,
    y: (height - bounds.height * k) / 2 - bounds.y * k,
  }
}

/** The range of scales: from the whole map to seats that are large touch targets. */
export function scaleRange(bounds: Bounds, spacing: number, size: Size): [number, number] {
  const whole = fitView(bounds, size).k
  return [whole, Math.max(whole * 1.5, CLOSEST / spacing)]
}

/** Limits the scale to its range and keeps the map in the window. A map that is smaller than the window is centred. */
export function clampView(
  { k: wanted, x, y }: View,
  bounds: Bounds,
  [minimum, maximum]: [number, number],
  size: Size,
): View {
  const k = Math.min(maximum, Math.max(minimum, wanted))
  const margin = (MARGIN / minimum) * k
  const axis = (at: number, start: number, length: number, screen: number) => {
    const from = start * k + at - margin
    const to = (start + length) * k + at + margin
    if (to - from <= screen) return at + (screen - to - from) / 2
    return at - Math.max(0, from) + Math.max(0, screen - to)
  }
  return { k, x: axis(x, bounds.x, bounds.width, size.width), y: axis(y, bounds.y, bounds.height, size.height) }
}

export function toMap({ k, x, y }: View, [px, py]: Point): Point {
  return [(px - x) / k, (py - y) / k]
}

export function toScreen({ k, x, y }: View, [mx, my]: Point): Point {
  return [mx * k + x, my * k + y]
}

/**
 * The part of the map that the canvas shows. On each side, the canvas extends beyond the window by `overscan` times the
 * window's size.
 */
export function visibleBounds(view: View, { width, height }: Size, overscan: number): Bounds {
  const [left, top] = toMap(view, [-overscan * width, -overscan * height])
  return {
    x: left,
    y: top,
    width: (width * (1 + 2 * overscan)) / view.k,
    height: (height * (1 + 2 * overscan)) / view.k,
  }
}

/** The CSS transform that moves a canvas painted for one view to another view, until the canvas is repainted. */
export function transformBetween(painted: View, current: View): { scale: number; x: number; y: number } {
  const scale = current.k / painted.k
  return { scale, x: current.x - scale * painted.x, y: current.y - scale * painted.y }
}

/** Whether a canvas painted for one view, with `overscan` around it, still fills the window in another view. */
export function stillCovers(painted: View, current: View, { width, height }: Size, overscan: number): boolean {
  const { scale, x, y } = transformBetween(painted, current)
  const fills = (at: number, size: number) =>
    at - scale * overscan * size <= 0 && at + scale * (1 + overscan) * size >= size
  return fills(x, width) && fills(y, height)
}

export function betweenViews(from: View, to: View, part: number): View {
  // The scale changes geometrically, so that zooming looks uniform. The position follows the scale.
  const k = from.k * (to.k / from.k) ** part
  const share = Math.abs(to.k - from.k) < 1e-9 ? part : (k - from.k) / (to.k - from.k)
  return { k, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}
