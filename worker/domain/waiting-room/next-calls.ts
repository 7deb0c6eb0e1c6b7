/**
 * Whom to call next: the rest of the draw first, by rank, then by arrival. Threshold and instant never go back. The last
 * two seconds of arrivals are not all reported yet; they are called ahead of their count only where nobody known waits, by
 * the pace of the seconds before, so that an empty queue lets newcomers straight in and a rush does not.
 */
import { arrivalsUntil, instantOf, pointsOf, type Tally } from './arrival-counts.ts'

/** After so long every counter has told what it counted. */
const SETTLE_MS = 2000
/** Until then the size of the lottery is known only roughly, and no more than this part of it is called. */
const UNSETTLED_SHARE = 0.25
const PACE_MS = 5000

/** So many seconds of admissions stand in the admission line, and no more people than the coordinator can answer. */
const LINE_SECONDS = 20
const MOST_IN_LINE = 800
/** As many may turn out to come at once, where all whom the room has called come. */
const MOST_AT_ONCE = 1_500

export type Line = { opensAt: number; drawThreshold: number; servedUntil: number; tally: Tally }

/** How many of the line were called so far. */
export function calledOf({ opensAt, drawThreshold, servedUntil, tally }: Line): number {
  return tally.early * drawThreshold + arrivalsUntil(pointsOf(tally), opensAt, servedUntil)
}

/** How many wait, as far as known. */
export function waitingOf({ opensAt, drawThreshold, servedUntil, tally }: Line): number {
  const points = pointsOf(tally)
  const late = (points.at(-1)?.count ?? 0) - arrivalsUntil(points, opensAt, servedUntil)
  return tally.early * (1 - drawThreshold) + late
}

/** Calls `amount` more, a fraction being the part of a person that adds up over the seconds. */
export function callNext(line: Line, amount: number, now: number): Pick<Line, 'drawThreshold' | 'servedUntil'> {
  const { opensAt, drawThreshold, servedUntil, tally } = line
  if (amount <= 0) return { drawThreshold, servedUntil }
  if (drawThreshold < 1 && now < opensAt + SETTLE_MS) {
    const called = Math.min(amount, Math.max(0, tally.early * (UNSETTLED_SHARE - drawThreshold)))
    return { drawThreshold: called > 0 ? drawThreshold + called / tally.early : drawThreshold, servedUntil }
  }
  const inDraw = tally.early * (1 - drawThreshold)
  if (amount < inDraw) return { drawThreshold: drawThreshold + amount / tally.early, servedUntil }
  return { drawThreshold: 1, servedUntil: Math.max(servedUntil, lateUntil(line, amount - inDraw, now)) }
}

function lateUntil({ opensAt, servedUntil, tally }: Line, amount: number, now: number): number {
  const points = pointsOf(tally)
  const settled = now - SETTLE_MS
  const wanted = arrivalsUntil(points, opensAt, servedUntil) + amount
  const known = arrivalsUntil(points, opensAt, settled)
  if (wanted < known) return instantOf(points, opensAt, wanted)
  const perMs = (known - arrivalsUntil(points, opensAt, settled - PACE_MS)) / PACE_MS
  const ahead = perMs > 0 ? (wanted - known) / perMs : SETTLE_MS
  const reported = wanted < (points.at(-1)?.count ?? 0) ? instantOf(points, opensAt, wanted) : now
  return Math.floor(Math.min(now, reported, settled + ahead))
}

/**
 * How many more entries to call, so that the admission line stays filled. `room` is free inside, `present` are in the line,
 * `notYetDue` were called and have not had the time to come; a `share` of them comes, hardly more than `upper`. In a full
 * shop the line needs only as many as leave it.
 */
export function amountToCall(known: {
  room: number
  perSecond: number
  measured: number
  present: number
  notYetDue: number
  share: number
  upper: number
}): number {
  const { room, perSecond, measured, present, notYetDue, share, upper } = known
  const flow = Math.min(perSecond, Math.max(measured, perSecond / 10))
  const wanted = Math.min(MOST_IN_LINE, LINE_SECONDS * perSecond, Math.max(0, room) + LINE_SECONDS * flow)
  const missing = (wanted - present - notYetDue * share) / share
  return Math.min(missing, MOST_AT_ONCE / upper - notYetDue)
}
