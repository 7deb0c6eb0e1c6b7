/**
 * What keeps this visitor out, told by a page of the edge or by any answer 503 (SES-03), and whether their turn has come.
 * The wait lives here, above the pages: a fan may browse on, and something of the shell goes on asking until they are let
 * in. An answer that cannot be read counts as a queue without a room.
 */
import { useSyncExternalStore } from 'react'
import type { QueuedSession } from '../../schema/queue.ts'
import { currentPage, type Wait, type WaitState } from './page-state.ts'

const listeners = new Set<() => void>()

function become(next: Partial<WaitState>): void {
  const page = currentPage()
  page.wait = { ...page.wait, ...next }
  for (const listener of listeners) listener()
}

/** What a page of the edge says at its start. */
export function waitOf(session: QueuedSession | null, keptOn: string): WaitState {
  return { wait: session && { session, keptOn, isAside: false }, calledTo: null }
}

export function startWait(session: QueuedSession | null, keptOn: string): void {
  become(waitOf(session, keptOn))
}

/** `session` as the server wrote it, instead of what was asked for. */
export function tellUnavailable(session: unknown): void {
  const isOurs = typeof session === 'object' && session !== null && 'queue' in session && 'waitingIndex' in session
  startWait(
    isOurs ? (session as QueuedSession) : { waitingIndex: 0, catalogWaitingIndex: 0, queue: null },
    location.pathname,
  )
}

/** The answer to a question of this wait. */
export function moveUp(session: QueuedSession): void {
  const { wait } = waitState()
  if (wait) become({ wait: { ...wait, session } })
}

export function setAside(isAside: boolean): void {
  const { wait } = waitState()
  if (wait) become({ wait: { ...wait, isAside } })
}

/** Takes up the wait of a fan who browses by loading pages whole. A wait of this page comes before it. */
export function resumeWait(session: QueuedSession, keptOn: string): void {
  if (!waitState().wait) become({ wait: { session, keptOn, isAside: true } })
}

/** Another page is another event's, or nobody's: if it is guarded too, its answers say so. The wait comes along. */
export function leavePage(): void {
  const { wait } = waitState()
  if (wait?.session.queue && wait.session.queue.scope !== 'catalogue') setAside(true)
}

export function letIn(): void {
  const { wait } = waitState()
  if (wait) become({ wait: null, calledTo: wait.keptOn })
}

/** The fan gives up, or has heard that it is their turn. */
export function endWait(): void {
  become({ wait: null, calledTo: null })
}

export function useWait(): WaitState {
  return useSyncExternalStore(subscribe, waitState, waitState)
}

export function waitState(): WaitState {
  return currentPage().wait
}

/** Instead of the page, over it, or beside it: what a checkout must not do without is never kept back. */
export function waitOn(routeName: string, pathname: string, wait: Wait | null): 'page' | 'over' | 'aside' | null {
  if (wait === null) return null
  const scope = wait.session.queue?.scope ?? 'catalogue'
  if (scope === 'catalogue') return isCheckout(routeName) ? 'aside' : 'page'
  // The shop's base comes first in one of the two.
  if (scope === 'event' && routeName === 'event' && wait.keptOn.endsWith(pathname)) return 'page'
  return wait.isAside ? 'aside' : 'over'
}

export function isCheckout(routeName: string): boolean {
  return routeName.startsWith('checkout') || routeName === 'pay-later'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
