/**
 * The coordinator's view of each counter: the totals that the counter last reported, and its number of passes in use.
 * By comparing a report with this view, the coordinator adds only new arrivals, so a repeated report changes nothing. A
 * counter stops reporting a second only after the coordinator has received its total, so the coordinator may drop
 * seconds that are no longer reported.
 */
import { type BucketTotal, counterOf } from './arrival-counts.ts'
import { ACTIVE_MS, type WaitingRoomApi } from './waiting-room.ts'

/**
 * A visitor who was admitted within this time before a counter's report may be missing from it, because the first
 * heartbeat reaches the counter after the admission.
 */
const BEAT_LAG_MS = 500

export type Report = Parameters<WaitingRoomApi['report']>[0]
/** Stored in `RoomState`. `told` contains the totals of the last report. */
export type CounterView = { reportedAt: number; active: number; told: BucketTotal[] }
/** Views by the counter's index. */
export type CounterViews = Record<number, CounterView>
/**
 * Admitted entries that their counter has not reported yet. Each counts as inside until `ACTIVE_MS` after the stored
 * instant, which is usually the instant of admission.
 */
export type Newcomers = Map<string, number>

/** Returns null for a repeated or outdated report. `fresh` contains the arrivals that are new in this report. */
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

/** Returns the exchanged entries whose passes may be missing from the last report of their counter. */
export function unreportedOf(
  exchanged: readonly { entryId: string; exchangedAt: number }[],
  views: CounterViews,
): Newcomers {
  return new Map(
    exchanged
      .filter(({ entryId, exchangedAt }) => (views[counterOf(entryId)]?.reportedAt ?? 0) < exchangedAt + BEAT_LAG_MS)
      .map(({ entryId, exchangedAt }) => [entryId, exchangedAt]),
  )
}

/**
 * Returns how many visitors are inside: the passes that the counters report, plus the newcomers. A counter that has
 * reported nothing for `ACTIVE_MS` counts as empty. Also removes newcomers whose instant is `ACTIVE_MS` ago or more.
 */
export function countInside(views: CounterViews, newcomers: Newcomers, now: number): number {
  for (const [entryId, at] of newcomers) if (at <= now - ACTIVE_MS) newcomers.delete(entryId)
  let sum = newcomers.size
  for (const { reportedAt, active } of Object.values(views)) if (reportedAt > now - ACTIVE_MS) sum += active
  return sum
}
