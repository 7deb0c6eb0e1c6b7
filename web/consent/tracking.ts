/**
 * Whether the visitor allows tracking (PAGE-01). The default is no. The shop has no tracker today; a future one must check
 * this consent first.
 */
import { useSyncExternalStore } from 'react'
import { CHOICE_SECONDS, cookie, writeCookie } from '../data/browser-storage.ts'

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
  writeCookie(cookie('tracking', isAllowed ? 'in' : 'out', CHOICE_SECONDS))
  for (const listener of listeners) listener()
}
