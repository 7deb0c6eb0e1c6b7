/**
 * Where a place stands, from the published status alone, so that edge and page answer polls without asking an object. The
 * order is: those before the opening by their rank in the draw, then the others by arrival. Called are always the first of
 * that order, and since threshold and instant only grow, nobody is ever overtaken.
 */
import { arrivalsUntil } from './arrivals.ts'
import type { Place, QueueStatus } from './waiting-room.ts'

const DOOR_POLL_SECONDS = 1
const NEAREST_POLL_SECONDS = 3
const FARTHEST_POLL_SECONDS = 40
/** Who gathered asks when the draw has taken place, but not all at once. */
const OPENING_SPREAD_SECONDS = 4

type Served = Pick<QueueStatus, 'phase' | 'opensAt' | 'drawThreshold' | 'servedUntil'>

/** `ahead` and `total` count people who are not called yet; `percentage` is how much of this place's way is behind it. */
export type Position = { ahead: number; total: number; percentage: number }

/** True where the place may be exchanged for a pass now. `rank` is null as long as the seed is secret. */
export function isCalled(status: Served, { joinedAt }: Pick<Place, 'joinedAt'>, rank: number | null): boolean {
  if (status.phase !== 'serving') return status.phase === 'open'
  const { opensAt, drawThreshold, servedUntil } = status
  if (joinedAt < opensAt) return drawThreshold >= 1 || (rank !== null && rank < drawThreshold)
  return drawThreshold >= 1 && joinedAt <= servedUntil
}

/** Null where nobody can know: before the draw. Numbers are estimates, within a second's arrivals. */
export function positionOf(
  status: QueueStatus,
  { joinedAt }: Pick<Place, 'joinedAt'>,
  rank: number | null,
): Position | null {
  const { phase, opensAt, early, drawThreshold, servedUntil, late } = status
  if (phase === 'open') return { ahead: 0, total: 0, percentage: 100 }
  const isEarly = joinedAt < opensAt
  if (phase === 'gathering' || (isEarly && rank === null && drawThreshold < 1)) return null
  const served = drawThreshold * early + arrivalsUntil(late, opensAt, servedUntil)
  const all = early + (late.at(-1)?.count ?? 0)
  const before = isEarly ? (rank ?? 0) * early : early + arrivalsUntil(late, opensAt, joinedAt)
  const percentage = before > served ? Math.floor((100 * served) / before) : 100
  return {
    ahead: Math.max(0, Math.round(before - served)),
    total: Math.max(0, Math.round(all - served)),
    percentage,
  }
}

/** About how long the place waits at the pace of the last seconds; null where nobody can know. */
export function waitSeconds({ phase, rate }: QueueStatus, position: Position | null): number | null {
  if (phase !== 'serving' || position === null || (position.ahead > 0 && rate <= 0)) return null
  return Math.ceil(position.ahead / Math.max(rate, 0.1))
}

/**
 * Seconds until the place asks again: one at the door while there is room, a few near it, up to a minute far from it, and right after the
 * opening for those who gathered. `chance` from 0 to 1 spreads those who came together.
 */
export function pollAfterSeconds(status: QueueStatus, position: Position | null, now: number, chance: number): number {
  const { phase, opensAt, rate, active, targetActive } = status
  const untilOpening = (opensAt - now) / 1000
  if (phase === 'gathering' && untilOpening < FARTHEST_POLL_SECONDS) {
    return Math.max(0, untilOpening) + NEAREST_POLL_SECONDS + OPENING_SPREAD_SECONDS * chance
  }
  if (position?.ahead === 0 && active < targetActive) return DOOR_POLL_SECONDS * (1 + chance / 2)
  const wait = phase === 'gathering' ? untilOpening : (position?.ahead ?? 0) / Math.max(0.1, rate)
  const seconds = Math.min(FARTHEST_POLL_SECONDS, Math.max(NEAREST_POLL_SECONDS, wait / 3))
  return seconds * (1 + chance / 2)
}
