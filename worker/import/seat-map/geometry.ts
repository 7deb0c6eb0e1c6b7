/** Geometry of seat maps: hulls, distances, the order of the seats in a row, and the runs of seats between aisles. */
import type { Point } from '../../../schema/seat-map.ts'

type Placed = { x: number; y: number }

/** A gap is an aisle if it is wider than this multiple of the row's median spacing. */
const AISLE = 1.6

export function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Returns the convex hull, clockwise on the screen and without repeated points (Andrew's monotone chain algorithm). */
export function convexHull(points: Placed[]): Point[] {
  const sorted = points
    .map(({ x, y }): Point => [round(x), round(y)])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .filter((point, index, all) => index === 0 || point[0] !== all[index - 1]?.[0] || point[1] !== all[index - 1]?.[1])
  if (sorted.length < 3) return sorted
  const half = (list: Point[]): Point[] => {
    const chain: Point[] = []
    for (const point of list) {
      for (let last = chain.length - 1; last > 0; last--) {
        const a = chain[last - 1]
        const b = chain[last]
        if (!a || !b || (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0) break
        chain.pop()
      }
      chain.push(point)
    }
    chain.pop()
    return chain
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

function distance(a: Placed, b: Placed): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Returns the median; 0 for an empty list. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** Returns the distances between consecutive seats. */
export function gaps(row: Placed[]): number[] {
  const found: number[] = []
  for (const [index, seat] of row.entries()) {
    const next = row[index + 1]
    if (next) found.push(distance(seat, next))
  }
  return found
}

/** Sorts the seats of a row along the line between the two outermost seats. */
export function inRowOrder<Seat extends Placed>(row: Seat[]): Seat[] {
  const first = row[0]
  if (!first || row.length < 3) return row
  const farthest = (from: Placed) =>
    row.reduce((far, seat) => (distance(from, seat) > distance(from, far) ? seat : far), first)
  const start = farthest(first)
  const end = farthest(start)
  const along = (seat: Placed) => (seat.x - start.x) * (end.x - start.x) + (seat.y - start.y) * (end.y - start.y)
  const ordered = row.toSorted((a, b) => along(a) - along(b))
  return ordered.indexOf(first) > ordered.length / 2 ? ordered.reverse() : ordered
}

/** Splits a row at its aisles into runs of adjacent seats. */
export function runsOf<Seat extends Placed>(row: Seat[]): Seat[][] {
  const spacing = median(gaps(row))
  const runs: Seat[][] = []
  let run: Seat[] = []
  for (const seat of row) {
    const last = run.at(-1)
    if (last && distance(last, seat) > spacing * AISLE) {
      runs.push(run)
      run = []
    }
    run.push(seat)
  }
  if (run.length > 0) runs.push(run)
  return runs
}

/** Returns the corners of a rectangle that is rotated by `degrees` around `pivot`. */
export function rectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  degrees: number,
  pivot: Placed,
): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ].map(([cornerX = 0, cornerY = 0]) => turn(cornerX, cornerY, degrees, pivot))
}

/** Returns an ellipse as a polygon of 24 points. */
export function ellipse(center: Placed, radiusX: number, radiusY: number, degrees: number): Point[] {
  return Array.from({ length: 24 }, (_, step) => {
    const angle = (step / 24) * 2 * Math.PI
    return turn(center.x + radiusX * Math.cos(angle), center.y + radiusY * Math.sin(angle), degrees, center)
  })
}

export function turn(x: number, y: number, degrees: number, pivot: Placed): Point {
  const angle = (degrees * Math.PI) / 180
  const [dx, dy] = [x - pivot.x, y - pivot.y]
  return [
    round(pivot.x + dx * Math.cos(angle) - dy * Math.sin(angle)),
    round(pivot.y + dx * Math.sin(angle) + dy * Math.cos(angle)),
  ]
}
