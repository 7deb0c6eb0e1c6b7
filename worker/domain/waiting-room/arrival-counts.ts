/**
 * How many visitors arrived when. A counter counts arrivals by the second and repeats its totals until the coordinator has
 * them. It drops a second once it is over and reported; an arrival that comes in later counts for the oldest remaining
 * second. The coordinator has one number for arrivals before the opening and stretches of time for later ones, which it
 * merges as their number grows. Counts only blur displayed positions: the order itself is in the signed entries.
 */
import { COUNTERS, type QueueEntry, type QueueStatus } from './waiting-room.ts'

export const BUCKET_MS = 1000
/** How long a counter keeps repeating a second after its end, because the coordinator may have lost the last reports. */
const RETOLD_MS = 10_000
const MAX_STRETCHES = 512
const PUBLISHED_POINTS = 12

/** Arrivals of the second that begins at `bucketAt`. */
export type BucketTotal = { bucketAt: number; count: number }
type Point = QueueStatus['late'][number]

/** The index of the counter that takes this entry's arrival and its pass's heartbeats. */
export function counterOf(entryId: string): number {
  // FNV-1a spreads evenly and gives the same result everywhere.
  let hash = 0x811c9dc5
  for (let index = 0; index < entryId.length; index++) hash = Math.imul(hash ^ entryId.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % COUNTERS
}

/** The name of the counter object. */
export function counterName({ room, id }: Pick<QueueEntry, 'room' | 'id'>): string {
  return `${room}/${counterOf(id)}`
}

/** One counter's arrivals that the coordinator may not have yet. */
export class ArrivalCount {
  private readonly buckets: Map<number, number>
  private openFrom = 0

  constructor(buckets: readonly BucketTotal[]) {
    this.buckets = new Map(buckets.map(({ bucketAt, count }) => [bucketAt, count]))
  }

  add(joinedAt: number): void {
    const bucketAt = Math.max(this.openFrom, joinedAt - (joinedAt % BUCKET_MS))
    this.buckets.set(bucketAt, (this.buckets.get(bucketAt) ?? 0) + 1)
  }

  get isEmpty(): boolean {
    return this.buckets.size === 0
  }

  totals(): BucketTotal[] {
    return [...this.buckets].map(([bucketAt, count]) => ({ bucketAt, count }))
  }

  /** Closes seconds that ended long ago, so they take no more arrivals. Returns the start of the first open second. */
  close(now: number): number {
    const edge = now - RETOLD_MS
    this.openFrom = Math.max(this.openFrom, edge - (edge % BUCKET_MS))
    return this.openFrom
  }

  /** The coordinator has everything before `instant`. */
  forgetBefore(instant: number): void {
    for (const bucketAt of this.buckets.keys()) if (bucketAt < instant) this.buckets.delete(bucketAt)
  }
}

/** The coordinator's counts: `passed` visitors arrived from the opening until `from`; `stretches` are contiguous from there. */
export type Tally = { early: number; passed: number; from: number; stretches: Point[] }

export function emptyTally(opensAt: number, early: number): Tally {
  return { early, passed: 0, from: opensAt, stretches: [] }
}

/** `opensAt` must be a whole second, so that a bucket lies entirely before or after it. */
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
  return { ...tally, stretches: stretches.length > MAX_STRETCHES ? coarser(stretches) : stretches }
}

/** Merges neighbouring stretches of the older half. */
function coarser(stretches: readonly Point[]): Point[] {
  const half = 2 * Math.floor(stretches.length / 4)
  const merged: Point[] = []
  for (let index = 0; index < half; index += 2) {
    const [first, second] = stretches.slice(index, index + 2)
    if (first && second) merged.push({ until: second.until, count: first.count + second.count })
  }
  return [...merged, ...stretches.slice(half)]
}

/** Merges stretches that end at `servedUntil` or before into one number. */
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

/** Cumulative counts of late arrivals at the end of each stretch. */
export function pointsOf({ passed, from, stretches }: Tally): Point[] {
  const points = [{ until: from, count: passed }]
  let count = passed
  for (const stretch of stretches) {
    count += stretch.count
    points.push({ until: stretch.until, count })
  }
  return points
}

/** Selects a few points with about the same number of visitors between each two. */
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

/** Number of late arrivals from the opening until the instant, interpolated between points. */
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

/** The instant by which `count` late visitors had arrived; the last point's if fewer did. */
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
