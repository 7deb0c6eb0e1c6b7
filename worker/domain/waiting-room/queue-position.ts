/**
 * Computes an entry's position from the published status alone, so that a poll wakes no object. Entries from before the
 * opening come first, by their rank in the lottery. Later entries follow in the order of arrival. The called entries are
 * always the first in that sequence. Between two openings, `drawThreshold` and `servedUntil` never decrease, so a called
 * entry stays called.
 */
import { arrivalsUntil } from './arrival-counts.ts'
import { ENTRY_MS, LONGEST_ENTRY_MS, type QueueEntry, type QueueStatus } from './waiting-room.ts'

const NEAREST_POLL_SECONDS = 3
const FARTHEST_POLL_SECONDS = 40
/** Visitors who came before the opening ask after the lottery, spread over a few seconds. */
const OPENING_DELAY_SECONDS = 0.5
const OPENING_SPREAD_SECONDS = 4
/** For a called visitor whom the coordinator did not answer. */
const CALLED_POLL_SECONDS = 1.5
const PAUSED_POLL_SECONDS = 15

type Served = Pick<QueueStatus, 'phase' | 'opensAt' | 'drawThreshold' | 'servedUntil'>

/**
 * `ahead` is the number of visitors before this one who still wait. `total` is the number of all visitors who wait.
 * `percentage` says how many percent of the entries before this one have been called.
 */
export type Position = { ahead: number; total: number; percentage: number }

/**
 * Returns the joining time of an entry that is issued now. The visitor first requested it at `askedAt`, but a rate limit
 * of the visitor's network refused that request. Before the opening, the result is `now`, because the time makes no
 * difference in the lottery. After the opening, the result is `askedAt`, or `opensAt` if that is later. The lottery's
 * seed is public by then, so the entry must not take part in the lottery.
 */
export function joinedAtAfterAsk(askedAt: number, opensAt: number, now: number): number {
  return Math.min(now, Math.max(askedAt, opensAt))
}

/**
 * Whether the entry is too old to be admitted. An entry is valid for `ENTRY_MS` after the opening, or after it was
 * issued if that was later, but at most for `LONGEST_ENTRY_MS` after it was issued. A visitor whose entry is too old
 * gets a new one. Before the opening, the new entry has the same chance in the lottery.
 */
export function entryIsOver({ joinedAt }: Pick<QueueEntry, 'joinedAt'>, opensAt: number, now: number): boolean {
  return now >= Math.min(joinedAt + LONGEST_ENTRY_MS, Math.max(joinedAt, opensAt) + ENTRY_MS)
}

/** Whether the entry takes part in the lottery, because the visitor came before the opening. */
export function isInLottery(
  { opensAt }: Pick<QueueStatus, 'opensAt'>,
  { joinedAt }: Pick<QueueEntry, 'joinedAt'>,
): boolean {
  return joinedAt < opensAt
}

/** Whether the entry may be exchanged for a pass now. `rank` is null while the seed is secret. */
export function isCalled(status: Served, { joinedAt }: Pick<QueueEntry, 'joinedAt'>, rank: number | null): boolean {
  if (status.phase !== 'serving') return status.phase === 'open'
  const { drawThreshold, servedUntil } = status
  if (isInLottery(status, { joinedAt })) return drawThreshold >= 1 || (rank !== null && rank < drawThreshold)
  return drawThreshold >= 1 && joinedAt <= servedUntil
}

/** Returns null before the lottery, when the position is not known yet. The numbers are interpolated estimates. */
export function positionOf(
  status: QueueStatus,
  { joinedAt }: Pick<QueueEntry, 'joinedAt'>,
  rank: number | null,
): Position | null {
  const { phase, opensAt, early, drawThreshold, servedUntil, late, entering } = status
  if (phase === 'open') return { ahead: 0, total: 0, percentage: 100 }
  const isEarly = isInLottery(status, { joinedAt })
  if (phase === 'gathering' || (isEarly && rank === null && drawThreshold < 1)) return null
  const served = drawThreshold * early + arrivalsUntil(late, opensAt, servedUntil)
  const all = early + (late.at(-1)?.count ?? 0)
  const before = isEarly ? (rank ?? 0) * early : early + arrivalsUntil(late, opensAt, joinedAt)
  const percentage = before > served ? Math.floor((100 * served) / before) : 100
  return {
    ahead: Math.max(0, Math.round(before - served)) + entering,
    total: Math.max(0, Math.round(all - served)) + entering,
    percentage,
  }
}

/** Returns the approximate number of seconds until admission at the current pace; null if unknown. */
export function waitSeconds({ phase, entering, pace, rate }: QueueStatus, position: Position | null): number | null {
  if (phase === 'open') return 0
  if (phase !== 'serving' || position === null) return null
  const uncalled = Math.max(0, position.ahead - entering)
  if (position.ahead > 0 && (rate <= 0 || (uncalled > 0 && pace <= 0))) return null
  return Math.ceil((uncalled && uncalled / pace) + (position.ahead && Math.min(position.ahead, entering) / rate))
}

/**
 * Returns in how many seconds the visitor should ask again: a few near the front, up to a minute far from it. Shortly
 * before the opening, visitors are told to ask right after it. `chance` (0 to 1) spreads visitors who came at the same
 * time. If the coordinator has answered a called visitor, the delay in its answer applies instead.
 */
export function pollAfterSeconds(status: QueueStatus, position: Position | null, now: number, chance: number): number {
  const { phase, opensAt, pace, entering } = status
  const untilOpening = (opensAt - now) / 1000
  if (phase === 'gathering' && untilOpening < FARTHEST_POLL_SECONDS) {
    return Math.max(0, untilOpening) + OPENING_DELAY_SECONDS + OPENING_SPREAD_SECONDS * chance
  }
  if (phase === 'paused') return PAUSED_POLL_SECONDS * (1 + chance)
  if (position?.ahead === 0) return CALLED_POLL_SECONDS * (1 + chance / 2)
  const uncalled = Math.max(0, (position?.ahead ?? 0) - entering)
  const wait = phase === 'gathering' ? untilOpening : uncalled / Math.max(0.1, pace)
  const seconds = Math.min(FARTHEST_POLL_SECONDS, Math.max(NEAREST_POLL_SECONDS, wait / 3))
  return seconds * (1 + chance / 2)
}
