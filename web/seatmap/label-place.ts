/** Where the name of a section has room, and how it is shortened if the room is narrow. */
import type { Point } from '../../schema/seat-map.ts'
import type { ModelSection } from './seat-model.ts'

type Span = [left: number, right: number]

/**
 * Returns the widest horizontal span at the first height of `ys` that is inside the outline at the other heights too, or its
 * part that is; null if there is none. Outlines are often oblique or have a notch, so their bounds are wider than the room for
 * a text.
 */
export function widestSpan(outline: readonly Point[], ys: readonly number[]): Span | null {
  let best: Span | null = null
  for (const y of ys) {
    const within: Span | null = best
    const spans: Span[] = spansAt(outline, y).flatMap((span) => {
      const common = overlap(span, within)
      return common ? [common] : []
    })
    const widest = spans.sort((a, b) => b[1] - b[0] - (a[1] - a[0]))[0]
    if (!widest) return null
    best = widest
  }
  return best
}

function overlap([left, right]: Span, within: Span | null): Span | null {
  const span: Span = within ? [Math.max(left, within[0]), Math.min(right, within[1])] : [left, right]
  return span[0] < span[1] ? span : null
}

/** Between the first and the second crossing of its edges, a horizontal line is inside an outline, and so on. */
function spansAt(outline: readonly Point[], y: number): Span[] {
  const crossings: number[] = []
  let previous = outline.at(-1)
  for (const corner of outline) {
    if (previous) {
      const [ax, ay] = corner
      const [bx, by] = previous
      if (ay > y !== by > y) crossings.push(ax + ((bx - ax) * (y - ay)) / (by - ay))
    }
    previous = corner
  }
  crossings.sort((a, b) => a - b)
  const spans: Span[] = []
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    spans.push([crossings[index] ?? 0, crossings[index + 1] ?? 0])
  }
  return spans
}

/** The last word of a name if it has a digit: "309" of "Upper tier block 309"; null if it has none, or is the whole name. */
export function shortName(name: string): string | null {
  const last = name.split(' ').at(-1) ?? ''
  return last !== name && /\d/.test(last) ? last : null
}

/**
 * Equal for sections that visitors see as siblings: their names differ only in the last word ("Parkett links" and "Parkett
 * rechts"), or are one word ("101" and "102") and their category is the same.
 */
export function siblingKey({ name, category, capacity }: Pick<ModelSection, 'name' | 'category' | 'capacity'>): string {
  return `${capacity === null} ${name.replace(/\S+$/, '') || category}`
}
