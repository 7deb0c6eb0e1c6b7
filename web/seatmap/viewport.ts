/**
 * The arithmetic of looking at a map: a view is a scale (pixels a map unit) and where the map's origin lies on screen.
 * How much is drawn depends on how many pixels lie between two seats, so a club and an arena behave alike.
 */
import type { Point } from '../../schema/seat-map.ts'
import type { Bounds } from './seat-model.ts'

export type View = { k: number; x: number; y: number }
export type Size = { width: number; height: number }

/** Pixels between two seats from which single seats, their signs and their numbers are drawn. */
export const SEATS_FROM = 4
export const SIGNS_FROM = 9
export const NUMBERS_FROM = 20
/** A finger is surer than the eye: below this a tap looks closer instead of taking a seat. */
export const TAP_FROM = 15
const CLOSEST = 46
const MARGIN = 12

/** The whole map, or one part of it, centred with a margin. */
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

/** From the whole map to seats as large as a thumb's target. */
export function scaleRange(bounds: Bounds, spacing: number, size: Size): [number, number] {
  const whole = fitView(bounds, size).k
  return [whole, Math.max(whole * 1.5, CLOSEST / spacing)]
}

/** The nearest view that is allowed: neither too near nor too far, the map in sight and, where it is smaller, centred. */
export function keptView({ k: wanted, x, y }: View, bounds: Bounds, [least, most]: [number, number], size: Size): View {
  const k = Math.min(most, Math.max(least, wanted))
  const margin = (MARGIN / least) * k
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

/** The part of the map that a screen of this size shows, with `overscan` of its size more on every side. */
export function shownBounds(view: View, { width, height }: Size, overscan: number): Bounds {
  const [left, top] = toMap(view, [-overscan * width, -overscan * height])
  return {
    x: left,
    y: top,
    width: (width * (1 + 2 * overscan)) / view.k,
    height: (height * (1 + 2 * overscan)) / view.k,
  }
}

/** The CSS transform that makes what was drawn for one view look as it should in another, until it is drawn anew. */
export function transformBetween(drawn: View, shown: View): { scale: number; x: number; y: number } {
  const scale = shown.k / drawn.k
  return { scale, x: shown.x - scale * drawn.x, y: shown.y - scale * drawn.y }
}

/** Whether what was drawn for one view, with `overscan` around it, still fills the window in another. */
export function stillCovers(drawn: View, shown: View, { width, height }: Size, overscan: number): boolean {
  const { scale, x, y } = transformBetween(drawn, shown)
  const fills = (at: number, size: number) =>
    at - scale * overscan * size <= 0 && at + scale * (1 + overscan) * size >= size
  return fills(x, width) && fills(y, height)
}

export function betweenViews(from: View, to: View, part: number): View {
  // The scale moves geometrically, so that every step looks equally large; the centre follows the scale.
  const k = from.k * (to.k / from.k) ** part
  const share = Math.abs(to.k - from.k) < 1e-9 ? part : (k - from.k) / (to.k - from.k)
  return { k, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}
