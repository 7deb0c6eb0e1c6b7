/**
 * Whether the visitor allows tracking (PAGE-01). The default is no. The shop has no tracker today; a future one must check
 * this consent first.
 */
import { useSyncExternalStore } from 'react'
import { writeCookie } from '../data/browser-storage.ts'

const COOKIE_SECONDS = 365 * 24 * 60 * 60

const listeners = new Set<() => void>()

export function useTrackingIsAllowed(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    trackingIsAllowed,
    () => false,
  )
}

function trackingIsAllowed(): boolean {
  return /(?:^|;\s*)tracking=in(?:;|$)/.test(document.cookie)
}

export function allowTracking(isAllowed: boolean): void {
  writeCookie(`tracking=${isAllowed ? 'in' : 'out'}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`)
  for (const listener of listeners) listener()
}
