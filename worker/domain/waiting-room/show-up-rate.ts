/**
 * Measures the share of called visitors who show up. The calls of one step form a cohort. From recent cohorts, the room
 * learns the share of called visitors who ask for admission within `COHORT_MS`. It calls correspondingly more entries,
 * so that abandoned entries leave no slot unused. At first, it assumes a low share and so calls rather too many
 * visitors. These merely wait in the admission line, while an unused slot is lost.
 */

import type { QueueStatus } from './waiting-room.ts'

/** The first visitors of a cohort show up after this time. */
const FIRST_COME_MS = 500
/**
 * Nearly all visitors who show up do so within this time: pages near the front ask every few seconds, and the status
 * that they see is up to two seconds old.
 */
const ALL_COME_MS = 7_000
/** After this time, a cohort is closed. If its visitors come later, they no longer count. */
const COHORT_MS = 30_000
/** The share is learned from about this many of the last called visitors. */
const MEMORY = 2000
const FIRST_SHARE = 0.2
const FIRST_CALLED = 20
const MIN_SHARE = 0.005

type Called = Pick<QueueStatus, 'drawThreshold' | 'servedUntil'>

/** The calls of one step. `drawThreshold` and `servedUntil` are the values at the end of the step. */
export type Cohort = Called & { calledAt: number; called: number; came: number }

/**
 * `called` and `came` are sums over the closed cohorts, in which older cohorts count less. `writtenOff` contains the
 * thresholds of the last closed cohort. Stored in `RoomState`.
 */
export type ShowUp = { cohorts: Cohort[]; called: number; came: number; writtenOff: Called }

export function newShowUp(writtenOff: Called): ShowUp {
  return { cohorts: [], called: FIRST_CALLED, came: FIRST_CALLED * FIRST_SHARE, writtenOff }
}

/** Closes all cohorts, so that none of their visitors is expected any more. The learned share remains. */
export function endCohorts(showUp: ShowUp, now: number): ShowUp {
  return closeCohorts(showUp, now + COHORT_MS)
}

export function addCohort(showUp: ShowUp, cohort: Cohort): ShowUp {
  return { ...showUp, cohorts: [...showUp.cohorts, cohort] }
}

export function closeCohorts(showUp: ShowUp, now: number): ShowUp {
  const open = showUp.cohorts.filter(({ calledAt }) => calledAt > now - COHORT_MS)
  if (open.length === showUp.cohorts.length) return showUp
  let { called, came, writtenOff } = showUp
  for (const cohort of showUp.cohorts.slice(0, showUp.cohorts.length - open.length)) {
    called += cohort.called
    came += Math.min(cohort.came, cohort.called)
    writtenOff = { drawThreshold: cohort.drawThreshold, servedUntil: cohort.servedUntil }
  }
  const fading = Math.min(1, MEMORY / called)
  return { cohorts: open, called: called * fading, came: came * fading, writtenOff }
}

/**
 * Returns the expected share of visitors who have shown up `age` milliseconds after the call, among those who show up at
 * all.
 */
function dueAfter(age: number): number {
  return Math.min(1, Math.max(0, (age - FIRST_COME_MS) / (ALL_COME_MS - FIRST_COME_MS)))
}

/** `upper` is an upper confidence bound of the share: the fewer visitors have been called, the higher it is. */
export function showUpShare({ cohorts, called, came }: ShowUp, now: number): { share: number; upper: number } {
  let [due, arrived] = [called, came]
  for (const cohort of cohorts) {
    due += cohort.called * dueAfter(now - cohort.calledAt)
    arrived += cohort.came
  }
  const share = Math.min(1, Math.max(MIN_SHARE, arrived / due))
  const sample = Math.max(0, due - FIRST_CALLED)
  const upper = sample < 1 ? 1 : Math.min(1, share + 2 * Math.sqrt((share * (1 - share) + 1 / sample) / sample))
  return { share, upper }
}

/** Estimates how many called visitors have not had time to come. */
export function notYetDue({ cohorts }: ShowUp, now: number): number {
  return cohorts.reduce((sum, { calledAt, called }) => sum + called * (1 - dueAfter(now - calledAt)), 0)
}

/**
 * Counts a called visitor who asks for the first time. `covers` returns whether the given thresholds include the
 * visitor.
 */
export function recordShowUp(showUp: ShowUp, covers: (called: Called) => boolean): ShowUp {
  if (covers(showUp.writtenOff)) return showUp
  const index = showUp.cohorts.findIndex(covers)
  const cohorts = showUp.cohorts.map((cohort, at) => (at === index ? { ...cohort, came: cohort.came + 1 } : cohort))
  return { ...showUp, cohorts }
}
