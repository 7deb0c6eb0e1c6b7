/**
 * What the coordinator remembers of each counter, so that a repeated report changes nothing: the last totals of seconds
 * that are not closed yet, and the number of passes in use. A counter stops reporting a second only when the coordinator
 * has it, so the coordinator may forget seconds that are no longer reported.
 */
import { type BucketTotal, counterOf } from './arrival-counts.ts'
import { ACTIVE_MS, type WaitingRoomApi } from './waiting-room.ts'

/** After a restart, arrivals admitted within this time before a counter's last report may be missing from that report. */
const BEAT_LAG_MS = 500

export type Report = Parameters<WaitingRoomApi['report']>[0]
/** Stored in `RoomState`. `told` are the totals of the last report. */
export type CounterView = { reportedAt: number; active: number; told: BucketTotal[] }
/** Views by the counter's index. */
export type CounterViews = Record<number, CounterView>
/** Entries admitted since the last report of their counter, with the instant of admission. */
export type Newcomers = Map<string, number>

/** Returns null for a repeated report. `fresh` are the additional arrivals. */
export function readReport(
  last: CounterView | undefined,
  { arrivals, active, now }: Report,
): { view: CounterView; fresh: BucketTotal[] } | null {
  if (last && now <= last.reportedAt) return null
  const before = new Map(last?.told.map(({ bucketAt, count }) => [bucketAt, count]))
  const told: BucketTotal[] = []
  const fresh: BucketTotal[] = []
  for (const { bucketAt, count } of arrivals) {
    const had = before.get(bucketAt) ?? 0
    told.push({ bucketAt, count: Math.max(had, count) })
    if (count > had) fresh.push({ bucketAt, count: count - had })
  }
  return { view: { reportedAt: now, active, told }, fresh }
}

/** The `admitted` entries that their counter cannot have included in its last report. */
export function unseenOf(admitted: readonly { entryId: string; at: number }[], views: CounterViews): Newcomers {
  return new Map(
    admitted
      .filter(({ entryId, at }) => (views[counterOf(entryId)]?.reportedAt ?? 0) < at + BEAT_LAG_MS)
      .map(({ entryId, at }) => [entryId, at]),
  )
}

/** Passes inside: those that counters report plus newcomers. A counter silent for `ACTIVE_MS` has no passes in use. */
export function countInside(views: CounterViews, newcomers: Newcomers, now: number): number {
  for (const [entryId, at] of newcomers) if (at <= now - ACTIVE_MS) newcomers.delete(entryId)
  let sum = newcomers.size
  for (const { reportedAt, active } of Object.values(views)) if (reportedAt > now - ACTIVE_MS) sum += active
  return sum
}
