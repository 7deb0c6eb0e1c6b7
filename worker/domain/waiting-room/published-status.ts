import { arrivalsUntil, pointsOf, publishedPoints } from './arrival-counts.ts'
import type { RoomState } from './room-state.ts'
import { notYetDue, showUpShare } from './show-up-rate.ts'
import type { QueuePhase, QueueStatus } from './waiting-room.ts'

/** `inLine` is the number of called visitors who wait for a slot, `active` the number of visitors inside. */
type Occupancy = { phase: QueuePhase; inLine: number; active: number }

/**
 * Returns the status of a room. It is the same for all visitors, so the edge can cache it. `queueView` derives a
 * visitor's position and wait from it.
 */
export function publishedStatus(state: RoomState, { phase, inLine, active }: Occupancy): QueueStatus {
  const { room, opensAt, drawThreshold, servedUntil, tally, controls, draw, measured, pace, showUp, clock } = state
  const points = pointsOf(tally)
  const served = { until: servedUntil, count: Math.round(arrivalsUntil(points, opensAt, servedUntil)) }
  const late = publishedPoints([served, ...points.filter(({ until }) => until > servedUntil)])
  return {
    room,
    phase,
    opensAt,
    drawThreshold,
    servedUntil,
    early: tally.early,
    late,
    entering: Math.round(inLine + notYetDue(showUp, clock) * showUpShare(showUp, clock).share),
    rate: Math.round(measured * 10) / 10,
    pace: Math.round(pace * 10) / 10,
    active,
    targetActive: controls?.targetActive ?? 0,
    seedHash: draw?.seedHash ?? '',
    seed: draw && clock >= opensAt ? draw.seed : null,
    at: clock,
  }
}
