/**
 * Whom to call next: the rest of the draw first, by rank, then by arrival. Threshold and instant never go back. The last
 * two seconds of arrivals are not all reported yet; they are called ahead of their count only where nobody known waits, by
 * the pace of the seconds before, so that an empty queue lets newcomers straight in and a rush does not.
 */
import { arrivalsUntil, instantOf, pointsOf, type Tally } from './arrivals.ts'

/** After so long every counter has told what it counted; the draw waits as long, so that its size is known. */
const SETTLE_MS = 2000
const PACE_MS = 5000

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
  const drawn = drawThreshold < 1
  if (amount <= 0 || (drawn && now < opensAt + SETTLE_MS)) return { drawThreshold, servedUntil }
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
