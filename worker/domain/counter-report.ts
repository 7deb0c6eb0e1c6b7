/**
 * What the coordinator keeps of each counter, so that a report heard twice changes nothing: the totals it told of seconds
 * not over, and how many passes it sees. A counter stops telling a second only when the coordinator has it, so what is not
 * told any more need not be kept.
 */
import type { BucketTotal } from './arrivals.ts'
import { ACTIVE_MS, type WaitingRoomApi } from './waiting-room.ts'

/** A counter tells of its passes at least once in `ACTIVE_MS`; one that is silent has none. */
const SILENT_MS = ACTIVE_MS + 60_000
/** An exchanged place's first heartbeat is with its counter after so long, and in the report that follows. */
const BEAT_LAG_MS = 500
const UNSEEN_MS = 5000

export type Report = Parameters<WaitingRoomApi['report']>[0]
export type CounterView = { reportedAt: number; active: number; told: BucketTotal[] }
/** Views by the counter's index. */
export type CounterViews = Record<number, CounterView>
/** Somebody let in, of whom no counter may have told yet. */
export type Newcomer = { at: number; counter: number }

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

export function stillUnseen(newcomers: readonly Newcomer[], views: CounterViews, now: number): Newcomer[] {
  return newcomers.filter(
    ({ at, counter }) => at > now - UNSEEN_MS && (views[counter]?.reportedAt ?? 0) < at + BEAT_LAG_MS,
  )
}

export function seenActive(views: CounterViews, now: number): number {
  let sum = 0
  for (const { reportedAt, active } of Object.values(views)) if (reportedAt > now - SILENT_MS) sum += active
  return sum
}
