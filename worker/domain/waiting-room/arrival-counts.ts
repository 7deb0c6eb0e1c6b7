/**
 * Counts arrivals over time. A counter counts them per second. Each of its reports contains the totals of all open seconds.
 * Ten seconds after the end of a second, the counter closes it. An arrival for a closed second counts for the oldest open
 * second.
 *
 * The coordinator stores one number for all arrivals before the opening. It stores later arrivals as stretches of time with
 * a count each, and merges old stretches when there are too many. The counts affect the displayed positions and how many
 * visitors are called at a time. They do not affect the order of admission.
 */
import { COUNTERS, type QueueEntry, type QueueStatus } from './waiting-room.ts'

export const BUCKET_MS = 1000
/** How long a second stays open after its end. In this time, a counter repeats its total, in case reports were lost. */
const RETOLD_MS = 10_000
const MAX_STRETCHES = 512
const PUBLISHED_POINTS = 12

/** Arrivals of the second that begins at `bucketAt`. */
export type BucketTotal = { bucketAt: number; count: number }
type Point = QueueStatus['late'][number]

/** Returns the index of the counter that takes this entry's arrival and its pass's heartbeats. */
export function counterOf(entryId: string): number {
  // FNV-1a spreads evenly and gives the same result everywhere.
  let hash = 0x811c9dc5
  for (let index = 0; index < entryId.length; index++) hash = Math.imul(hash ^ entryId.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % COUNTERS
}

/** Returns the name of the entry's counter object. */
export function counterName({ room, id }: Pick<QueueEntry, 'room' | 'id'>): string {
  return `${room}/${counterOf(id)}`
}

/** The arrivals at one counter that the coordinator may not have received yet. */
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

  /** Closes old seconds, so that they take no more arrivals. Returns the start of the first open second. */
  close(now: number): number {
    const edge = now - RETOLD_MS
    this.openFrom = Math.max(this.openFrom, edge - (edge % BUCKET_MS))
    return this.openFrom
  }

  /** Drops the seconds before `instant`. The coordinator has received their totals. */
  forgetBefore(instant: number): void {
    for (const bucketAt of this.buckets.keys()) if (bucketAt < instant) this.buckets.delete(bucketAt)
  }
}

/**
 * The coordinator's counts. `early` is the number of arrivals before the opening. `passed` is the number of arrivals between
 * the opening and `from`. `stretches` contains the later arrivals: contiguous stretches of time, with a count each.
 */
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

/** Merges the stretches of the older half in pairs. */
function coarser(stretches: readonly Point[]): Point[] {
  const half = 2 * Math.floor(stretches.length / 4)
  const merged: Point[] = []
  for (let index = 0; index < half; index += 2) {
    const [first, second] = stretches.slice(index, index + 2)
    if (first && second) merged.push({ until: second.until, count: first.count + second.count })
  }
  return [...merged, ...stretches.slice(half)]
}

/** Adds to `passed` the counts of the stretches that end at or before `servedUntil`, and removes these stretches. */
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

/** Returns the cumulative number of late arrivals at `from` and at the end of each stretch. */
export function pointsOf({ passed, from, stretches }: Tally): Point[] {
  const points = [{ until: from, count: passed }]
  let count = passed
  for (const stretch of stretches) {
    count += stretch.count
    points.push({ until: stretch.until, count })
  }
  return points
}

/** Selects a few points, with about the same number of arrivals between neighbouring points. */
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

/** Returns the number of late arrivals from the opening until the instant, interpolated between points. */
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

/**
 * Returns the instant by which `count` late visitors had arrived, or the instant of the last point if fewer have
 * arrived.
 */
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
