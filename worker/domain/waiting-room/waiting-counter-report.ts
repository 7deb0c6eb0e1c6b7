/**
 * What the coordinator keeps of each counter, so that a report heard twice changes nothing: the totals it told of seconds
 * not over, and how many passes it sees. A counter stops telling a second only when the coordinator has it, so what is not
 * told any more need not be kept.
 */
import { type BucketTotal, counterOf } from './arrival-counts.ts'
import { ACTIVE_MS, type WaitingRoomApi } from './waiting-room.ts'

/** After a restart nobody knows which newcomers a counter has told of: those that came so long before its last report. */
const BEAT_LAG_MS = 500

export type Report = Parameters<WaitingRoomApi['report']>[0]
export type CounterView = { reportedAt: number; active: number; told: BucketTotal[] }
/** Views by the counter's index. */
export type CounterViews = Record<number, CounterView>
/** When somebody was let in of whom no counter has told yet, by the place. */
export type Newcomers = Map<string, number>

/** Null for a report that is known; `fresh` is what it adds. */
export function readReport(
  known: CounterView | undefined,
  { arrivals, active, now }: Report,
): { view: CounterView; fresh: BucketTotal[] } | null {
  if (known && now <= known.reportedAt) return null
  const before = new Map(known?.told.map(({ bucketAt, count }) => [bucketAt, count]))
  const told: BucketTotal[] = []
  const fresh: BucketTotal[] = []
  for (const { bucketAt, count } of arrivals) {
    const had = before.get(bucketAt) ?? 0
    told.push({ bucketAt, count: Math.max(had, count) })
    if (count > had) fresh.push({ bucketAt, count: count - had })
  }
  return { view: { reportedAt: now, active, told }, fresh }
}

/** Those of `admitted` whom no counter can have told of before its last report. */
export function unseenOf(admitted: readonly { placeId: string; at: number }[], views: CounterViews): Newcomers {
  return new Map(
    admitted
      .filter(({ placeId, at }) => (views[counterOf(placeId)]?.reportedAt ?? 0) < at + BEAT_LAG_MS)
      .map(({ placeId, at }) => [placeId, at]),
  )
}

/** Inside: passes told by counters, and newcomers. A counter that is silent for `ACTIVE_MS` has no passes in use. */
export function countInside(views: CounterViews, newcomers: Newcomers, now: number): number {
  for (const [placeId, at] of newcomers) if (at <= now - ACTIVE_MS) newcomers.delete(placeId)
  let sum = newcomers.size
  for (const { reportedAt, active } of Object.values(views)) if (reportedAt > now - ACTIVE_MS) sum += active
  return sum
}
