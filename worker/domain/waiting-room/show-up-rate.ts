/**
 * Who was called and who came. The calls of a second are a cohort. From what recent cohorts did the room learns which share
 * comes, within the seconds that a page takes to ask, and calls so many more that entries without a visitor leave no gap.
 * It begins with a low share: people who are called too early only wait in order, and a gap could not be filled again.
 */

import type { QueueStatus } from './waiting-room.ts'

/** Pages near the front ask every few seconds, by a status of two seconds ago. */
const FIRST_COME_MS = 500
const ALL_COME_MS = 7_000
/** After so long nobody is waited for any more. */
const COHORT_MS = 30_000
/** The share is learned from about so many of the last called. */
const MEMORY = 2000
const FIRST_SHARE = 0.2
const FIRST_CALLED = 20
const LEAST_SHARE = 0.005

type Called = Pick<QueueStatus, 'drawThreshold' | 'servedUntil'>

/** The calls of one step; threshold and instant are where it ended. */
export type Cohort = Called & { calledAt: number; called: number; came: number }

/** `called` and `came` sum up the cohorts that are over, `writtenOff` is where the last of them ended. */
export type ShowUp = { cohorts: Cohort[]; called: number; came: number; writtenOff: Called }

export function newShowUp(writtenOff: Called): ShowUp {
  return { cohorts: [], called: FIRST_CALLED, came: FIRST_CALLED * FIRST_SHARE, writtenOff }
}

/** Ends all cohorts: nobody of them is expected any more, and the share that came stays known. */
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

/** Which part of those who come at all has come `age` milliseconds after the call. */
function dueAfter(age: number): number {
  return Math.min(1, Math.max(0, (age - FIRST_COME_MS) / (ALL_COME_MS - FIRST_COME_MS)))
}

/** `upper` is the share that can hardly be exceeded, by how many have been called so far. */
export function showUpShare({ cohorts, called, came }: ShowUp, now: number): { share: number; upper: number } {
  let [due, arrived] = [called, came]
  for (const cohort of cohorts) {
    due += cohort.called * dueAfter(now - cohort.calledAt)
    arrived += cohort.came
  }
  const share = Math.min(1, Math.max(LEAST_SHARE, arrived / due))
  const known = Math.max(0, due - FIRST_CALLED)
  const upper = known < 1 ? 1 : Math.min(1, share + 2 * Math.sqrt((share * (1 - share) + 1 / known) / known))
  return { share, upper }
}

/** How many of the called have not had the time to come. */
export function notYetDue({ cohorts }: ShowUp, now: number): number {
  return cohorts.reduce((sum, { calledAt, called }) => sum + called * (1 - dueAfter(now - calledAt)), 0)
}

/** A called visitor asks for the first time. `covers` tells whether the visitor was called by then. */
export function noteCame(showUp: ShowUp, covers: (called: Called) => boolean): ShowUp {
  if (covers(showUp.writtenOff)) return showUp
  const index = showUp.cohorts.findIndex(covers)
  const cohorts = showUp.cohorts.map((cohort, at) => (at === index ? { ...cohort, came: cohort.came + 1 } : cohort))
  return { ...showUp, cohorts }
}
