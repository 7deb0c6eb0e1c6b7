/**
 * Decides whom to call next: first the rest of the lottery by rank, then later arrivals by time. A call never decreases
 * `drawThreshold` or `servedUntil`.
 *
 * Counters may not have reported all arrivals of the last two seconds yet. For these seconds, the room assumes the pace
 * of the five seconds before. It calls visitors who arrived in these seconds only as far as both this pace and the
 * reports allow. So a visitor is called at once if nobody waits, but a sudden crowd is not.
 */
import { arrivalsUntil, instantOf, pointsOf, type Tally } from './arrival-counts.ts'

/** After this time, every counter has reported its arrivals. */
const SETTLE_MS = 2000
/**
 * Until `SETTLE_MS` after the opening, the number of entries in the lottery is only an estimate. At most this share of
 * them is called.
 */
const UNSETTLED_SHARE = 0.25
const PACE_MS = 5000

/** The admission line should have enough visitors for this many seconds, but no more than the coordinator can answer. */
const LINE_SECONDS = 20
const MAX_IN_LINE = 800
/** Limits how many visitors come at the same time, even if nearly all called visitors come. */
const MAX_AT_ONCE = 1_500

export type WaitingLine = { opensAt: number; drawThreshold: number; servedUntil: number; tally: Tally }

/** Returns how many visitors of the line have been called. */
export function calledOf({ opensAt, drawThreshold, servedUntil, tally }: WaitingLine): number {
  return tally.early * drawThreshold + arrivalsUntil(pointsOf(tally), opensAt, servedUntil)
}

/** Returns how many visitors of the line have not been called, according to the reports so far. */
export function waitingOf({ opensAt, drawThreshold, servedUntil, tally }: WaitingLine): number {
  const points = pointsOf(tally)
  const late = (points.at(-1)?.count ?? 0) - arrivalsUntil(points, opensAt, servedUntil)
  return tally.early * (1 - drawThreshold) + late
}

/** Calls `amount` more visitors. `amount` may be a fraction: fractions add up over several calls. */
export function callNext(
  line: WaitingLine,
  amount: number,
  now: number,
): Pick<WaitingLine, 'drawThreshold' | 'servedUntil'> {
  const { opensAt, drawThreshold, servedUntil, tally } = line
  if (amount <= 0) return { drawThreshold, servedUntil }
  if (drawThreshold < 1 && now < opensAt + SETTLE_MS) {
    const called = Math.min(amount, Math.max(0, tally.early * (UNSETTLED_SHARE - drawThreshold)))
    return { drawThreshold: called > 0 ? drawThreshold + called / tally.early : drawThreshold, servedUntil }
  }
  const inLottery = tally.early * (1 - drawThreshold)
  if (amount < inLottery) return { drawThreshold: drawThreshold + amount / tally.early, servedUntil }
  return { drawThreshold: 1, servedUntil: Math.max(servedUntil, lateUntil(line, amount - inLottery, now)) }
}

function lateUntil({ opensAt, servedUntil, tally }: WaitingLine, amount: number, now: number): number {
  const points = pointsOf(tally)
  const settled = now - SETTLE_MS
  const wanted = arrivalsUntil(points, opensAt, servedUntil) + amount
  const reportedBySettled = arrivalsUntil(points, opensAt, settled)
  if (wanted < reportedBySettled) return instantOf(points, opensAt, wanted)
  const perMs = (reportedBySettled - arrivalsUntil(points, opensAt, settled - PACE_MS)) / PACE_MS
  const ahead = perMs > 0 ? (wanted - reportedBySettled) / perMs : SETTLE_MS
  const reported = wanted < (points.at(-1)?.count ?? 0) ? instantOf(points, opensAt, wanted) : now
  return Math.floor(Math.min(now, reported, settled + ahead))
}

/**
 * Returns how many more entries to call so that the admission line stays filled. If the shop is full, the line needs
 * only as many visitors as leave the shop.
 */
export function amountToCall(counts: {
  /** The target number of visitors inside minus the actual number. */
  freeSlots: number
  perSecond: number
  /** Admissions per second, as a moving average. */
  measuredRate: number
  /** Visitors in the admission line. */
  present: number
  /** Called visitors who have not had time to come. */
  notYetDue: number
  /** Estimated share of called visitors who come. */
  share: number
  /** Upper bound of `share`. */
  upper: number
}): number {
  const { freeSlots, perSecond, measuredRate, present, notYetDue, share, upper } = counts
  const flow = Math.min(perSecond, Math.max(measuredRate, perSecond / 10))
  const wanted = Math.min(MAX_IN_LINE, LINE_SECONDS * perSecond, Math.max(0, freeSlots) + LINE_SECONDS * flow)
  const missing = (wanted - present - notYetDue * share) / share
  return Math.min(missing, MAX_AT_ONCE / upper - notYetDue)
}
