/**
 * Who was called and who came. Every second's calls are a cohort; whoever has not come after a minute is written off as a
 * ghost (and may still come: there is no harm, only no turn kept). From what earlier cohorts did the room learns which
 * share comes, and calls so many more that ghosts leave no gap at the door.
 */
import type { QueueStatus } from './waiting-room.ts'

/** After so long nobody is waited for any more. */
const COME_MS = 60_000
/** Whoever comes at all has mostly come after so long: pages near the front ask every few seconds. */
const PROMPT_MS = 5_000
const TARDY_MS = 20_000
/** The share is learned from about so many of the last called. */
const MEMORY = 2000
const LEAST_SHARE = 0.05

type Called = Pick<QueueStatus, 'drawThreshold' | 'servedUntil'>

/** The calls of one step; threshold and instant are where it ended. */
export type Cohort = Called & { calledAt: number; called: number; redeemed: number }

/** `called` and `redeemed` sum up the cohorts that are over, `writtenOff` is where the last of them ended. */
export type ShowUp = { cohorts: Cohort[]; called: number; redeemed: number; writtenOff: Called }

/** Before anything is known about four of five come. */
export function newShowUp(writtenOff: Called): ShowUp {
  return { cohorts: [], called: 20, redeemed: 16, writtenOff }
}

export function addCohort(showUp: ShowUp, cohort: Cohort): ShowUp {
  const { cohorts } = showUp
  const last = cohorts.at(-1)
  if (last?.calledAt !== cohort.calledAt) return { ...showUp, cohorts: [...cohorts, cohort] }
  const { called, redeemed } = last
  const joined = { ...cohort, called: called + cohort.called, redeemed: redeemed + cohort.redeemed }
  return { ...showUp, cohorts: [...cohorts.slice(0, -1), joined] }
}

/** Writes off the cohorts whose minute is over. */
export function closeCohorts(showUp: ShowUp, now: number): ShowUp {
  const open = showUp.cohorts.filter(({ calledAt }) => calledAt > now - COME_MS)
  if (open.length === showUp.cohorts.length) return showUp
  let { called, redeemed, writtenOff } = showUp
  for (const cohort of showUp.cohorts.slice(0, showUp.cohorts.length - open.length)) {
    called += cohort.called
    redeemed += Math.min(cohort.redeemed, cohort.called)
    writtenOff = { drawThreshold: cohort.drawThreshold, servedUntil: cohort.servedUntil }
  }
  const fading = Math.min(1, MEMORY / called)
  return { cohorts: open, called: called * fading, redeemed: redeemed * fading, writtenOff }
}

/** Which share of the called comes: cohorts that are over, and those whose prompt ones have had their time. */
export function showUpShare({ cohorts, called, redeemed }: ShowUp, now: number): number {
  let [all, came] = [called, redeemed]
  for (const cohort of cohorts) {
    if (cohort.calledAt > now - TARDY_MS) continue
    all += cohort.called
    came += Math.min(cohort.redeemed, cohort.called)
  }
  return Math.max(LEAST_SHARE, came / all)
}

/** How many of the called are still to be expected at the door. */
export function expectedComers(showUp: ShowUp, now: number): number {
  const share = showUpShare(showUp, now)
  let sum = 0
  for (const { calledAt, called, redeemed } of showUp.cohorts) {
    const patience = Math.min(1, (TARDY_MS - (now - calledAt)) / (TARDY_MS - PROMPT_MS))
    sum += Math.max(0, patience) * Math.max(0, called * share - redeemed)
  }
  return sum
}

/** When the place was called, null for one that was written off already. The caller knows that it is called. */
export function calledAtOf(showUp: ShowUp, covers: (called: Called) => boolean): number | null {
  if (covers(showUp.writtenOff)) return null
  return showUp.cohorts.find(covers)?.calledAt ?? null
}

export function noteCame(showUp: ShowUp, calledAt: number): ShowUp {
  const cohorts = showUp.cohorts.map((cohort) =>
    cohort.calledAt === calledAt ? { ...cohort, redeemed: cohort.redeemed + 1 } : cohort,
  )
  return { ...showUp, cohorts }
}
