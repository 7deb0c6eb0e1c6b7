/**
 * The wait in a waiting room. A page from the server or a 503 answer starts it (SES-03). It is stored outside of the pages,
 * because visitors may keep browsing while the shell polls until their admission. A 503 answer whose JSON describes no
 * waiting room starts a wait whose `queue` is null.
 */
import { useSyncExternalStore } from 'react'
import { LONGEST_PASS_MINUTES } from '../../schema/limits.ts'
import { isUnqueuedRoute } from '../../schema/routes.ts'
import type { QueuedSession } from '../../schema/waiting-room.ts'
import { createListeners } from './listeners.ts'
import { currentPage, type Wait, type WaitState } from './page-state.ts'
import { serverTime } from './server-clock.ts'

const { subscribe, notify } = createListeners()

function change(next: Partial<WaitState>): void {
  const page = currentPage()
  page.wait = { ...page.wait, ...next }
  notify()
}

/** The wait that a server-rendered page starts with. */
export function initialWait(session: QueuedSession | null, guardedPath: string): WaitState {
  return { wait: session && { session, guardedPath, isMinimised: false }, admittedTo: null, insideUntil: null }
}

export function startWait(session: QueuedSession | null, guardedPath: string): void {
  change(initialWait(session, guardedPath))
}

/** Starts the wait of a 503 answer. `session` is the part of its body that describes the waiting room. */
export function startWaitFromAnswer(session: unknown): void {
  const isSession = typeof session === 'object' && session !== null && 'queue' in session && 'waitingIndex' in session
  startWait(
    isSession ? (session as QueuedSession) : { waitingIndex: 0, catalogWaitingIndex: 0, queue: null },
    location.pathname,
  )
}

/** Stores the answer to a poll. */
export function updateWait(session: QueuedSession): void {
  const { wait } = waitState()
  if (wait) change({ wait: { ...wait, session } })
}

export function setMinimised(isMinimised: boolean): void {
  const { wait } = waitState()
  if (wait) change({ wait: { ...wait, isMinimised } })
}

/** Resumes a stored wait after a page load. If this page has started its own wait, that one stays. */
export function resumeWait(session: QueuedSession, guardedPath: string): void {
  if (!waitState().wait) change({ wait: { session, guardedPath, isMinimised: true } })
}

/**
 * Called after a navigation. A wait for the shop or an event continues minimised. A wait for the catalogue does not change,
 * because its waiting room guards every page except the checkout. If another waiting room guards the new page, that page's
 * requests start a new wait.
 */
export function leaveGuardedPage(): void {
  const { wait } = waitState()
  if (wait?.session.queue && wait.session.queue.scope !== 'catalogue') setMinimised(true)
}

export function markAdmitted(): void {
  const { wait } = waitState()
  if (!wait) return
  change({ wait: null, admittedTo: wait.guardedPath, insideUntil: serverTime() + LONGEST_PASS_MINUTES * 60_000 })
}

/** Shows the time that is left inside, after a page load. If this page makes the visitor wait, the pass has ended. */
export function resumeInside(until: number): void {
  if (!waitState().wait) change({ insideUntil: until })
}

export function forgetInside(): void {
  change({ insideUntil: null })
}

/** Ends the wait, or removes the notice that it is the visitor's turn. */
export function endWait(): void {
  change({ wait: null, admittedTo: null })
}

export function useWait(): WaitState {
  return useSyncExternalStore(subscribe, waitState, waitState)
}

export function waitState(): WaitState {
  return currentPage().wait
}

/** Where the wait appears: in place of the page, in a dialog, or in a bar. A wait never replaces a page of the checkout or after the purchase. */
export function waitViewOn(routeName: string, pathname: string, wait: Wait | null): 'page' | 'dialog' | 'bar' | null {
  if (wait === null) return null
  const scope = wait.session.queue?.scope ?? 'catalogue'
  if (scope === 'catalogue') return isUnqueuedRoute(routeName) ? 'bar' : 'page'
  // `guardedPath` may start with the shop's base path, and `pathname` never does.
  if (scope === 'event' && routeName === 'event' && wait.guardedPath.endsWith(pathname)) return 'page'
  return wait.isMinimised ? 'bar' : 'dialog'
}
