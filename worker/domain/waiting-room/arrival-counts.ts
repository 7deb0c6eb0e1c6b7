/**
 * Who came when, in numbers. A counter keeps its arrivals by the second and tells its totals again until the coordinator
 * has them; a second is forgotten only once it is over and told, and a straggler after that counts for the oldest second
 * still kept. The coordinator keeps one number for those before the opening and stretches of time for the others, which it
 * makes coarser as they grow many. Counts blur a position at worst: the order itself stands in the signed places.
 */
import { COUNTERS, type Place, type QueueStatus } from './waiting-room.ts'

export const BUCKET_MS = 1000
/** How long a counter tells a second again after it is over: the coordinator may have lost its last few. */
const RETOLD_MS = 10_000
const MOST_STRETCHES = 512
const PUBLISHED_POINTS = 12

/** Arrivals of the second that begins at `bucketAt`. */
export type BucketTotal = { bucketAt: number; count: number }
type Point = QueueStatus['late'][number]

/** The counter that takes this place's arrival and its pass's heartbeats. */
export function counterOf(placeId: string): number {
  // FNV-1a: spreads evenly and is the same everywhere.
  let hash = 0x811c9dc5
  for (let index = 0; index < placeId.length; index++) hash = Math.imul(hash ^ placeId.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % COUNTERS
}

/** The counter object's name. */
export function counterName({ room, id }: Pick<Place, 'room' | 'id'>): string {
  return `${room}/${counterOf(id)}`
}

/** One counter's arrivals that the coordinator may not have yet. */
export class ArrivalCount {
  private readonly buckets: Map<number, number>
  private keptFrom = 0

  constructor(buckets: readonly BucketTotal[]) {
    this.buckets = new Map(buckets.map(({ bucketAt, count }) => [bucketAt, count]))
  }

  add(joinedAt: number): void {
    const bucketAt = Math.max(this.keptFrom, joinedAt - (joinedAt % BUCKET_MS))
    this.buckets.set(bucketAt, (this.buckets.get(bucketAt) ?? 0) + 1)
  }

  get isEmpty(): boolean {
    return this.buckets.size === 0
  }

  totals(): BucketTotal[] {
    return [...this.buckets].map(([bucketAt, count]) => ({ bucketAt, count }))
  }

  /** Ends the seconds long over: from here on they get no more stragglers. Answers with where the kept ones begin. */
  close(now: number): number {
    const edge = now - RETOLD_MS
    this.keptFrom = Math.max(this.keptFrom, edge - (edge % BUCKET_MS))
    return this.keptFrom
  }

  /** What began before was told and has arrived. */
  forgetBefore(instant: number): void {
    for (const bucketAt of this.buckets.keys()) if (bucketAt < instant) this.buckets.delete(bucketAt)
  }
}

/** The coordinator's view: `passed` came from the opening until `from`; `stretches` follow on each other from there. */
export type Tally = { early: number; passed: number; from: number; stretches: Point[] }

export function emptyTally(opensAt: number, early: number): Tally {
  return { early, passed: 0, from: opensAt, stretches: [] }
}

/** `opensAt` lies on a whole second, so a bucket is early or late as a whole. */
export function addArrivals(tally: Tally, { bucketAt, count }: BucketTotal, opensAt: number): Tally {
  if (bucketAt < opensAt) return { ...tally, early: tally.early + count }
  if (bucketAt < tally.from) return { ...tally, passed: tally.passed + count }
  const stretches = [...tally.stretches]
  const index = stretches.findLastIndex(({ until }) => until <= bucketAt) + 1
  const within = stretches[index]
  if (within) stretches[index] = { until: within.until, count: within.count + count }
  else {
    if (bucketAt > (stretches.at(-1)?.until ?? tally.from)) stretches.push({ until: bucketAt, count: 0 })
    stretches.push({ until: bucketAt + BUCKET_MS, count })
  }
  return { ...tally, stretches: stretches.length > MOST_STRETCHES ? coarser(stretches) : stretches }
}

/** Neighbours of the older half become one. */
function coarser(stretches: readonly Point[]): Point[] {
  const half = 2 * Math.floor(stretches.length / 4)
  const merged: Point[] = []
  for (let index = 0; index < half; index += 2) {
    const [first, second] = stretches.slice(index, index + 2)
    if (first && second) merged.push({ until: second.until, count: first.count + second.count })
  }
  return [...merged, ...stretches.slice(half)]
}

/** Stretches that end before the instant become one number. */
export function passTally(tally: Tally, servedUntil: number): Tally {
  let { passed, from } = tally
  const stretches = tally.stretches.filter(({ until, count }) => {
    if (until > servedUntil) return true
    passed += count
    from = until
    return false
  })
  return stretches.length === tally.stretches.length ? tally : { ...tally, passed, from, stretches }
}

/** Running totals of late arrivals, at the end of each stretch. */
export function pointsOf({ passed, from, stretches }: Tally): Point[] {
  const points = [{ until: from, count: passed }]
  let count = passed
  for (const stretch of stretches) {
    count += stretch.count
    points.push({ until: stretch.until, count })
  }
  return points
}

/** Few of the points, about as many people between each and the next. */
export function publishedPoints(points: readonly Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length <= PUBLISHED_POINTS) return [...points]
  const step = (last.count - first.count) / (PUBLISHED_POINTS - 1)
  const chosen = [first]
  for (const point of points.slice(1, -1)) {
    if (chosen.length < PUBLISHED_POINTS - 1 && point.count >= first.count + step * chosen.length) chosen.push(point)
  }
  return [...chosen, last]
}

/** Late arrivals from the opening until the instant, people between two points being spread evenly. */
export function arrivalsUntil(points: readonly Point[], opensAt: number, instant: number): number {
  let before: Point = { until: opensAt, count: 0 }
  for (const point of points) {
    if (instant < point.until) {
      const share = Math.max(0, instant - before.until) / (point.until - before.until)
      return before.count + share * (point.count - before.count)
    }
    before = point
  }
  return before.count
}

/** The instant until which `count` late arrivals came; the last point's where there are not so many. */
export function instantOf(points: readonly Point[], opensAt: number, count: number): number {
  let before: Point = { until: opensAt, count: 0 }
  for (const point of points) {
    if (count < point.count) {
      const share = Math.max(0, count - before.count) / (point.count - before.count)
      return Math.floor(before.until + share * (point.until - before.until))
    }
    before = point
  }
  return before.until
}
