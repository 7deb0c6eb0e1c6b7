/**
 * Whether the visitor allows tracking (PAGE-01). The default is no. The shop has no tracker today; a future one must check
 * this consent first.
 */
import { useSyncExternalStore } from 'react'
import { CHOICE_SECONDS, cookie, readCookie, writeCookie } from '../data/browser-storage.ts'
import { createListeners } from '../data/listeners.ts'

const { subscribe, notify } = createListeners()

export function useTrackingIsAllowed(): boolean {
  return useSyncExternalStore(subscribe, trackingIsAllowed, () => false)
}

function trackingIsAllowed(): boolean {
  return readCookie('tracking') === 'in'
}

export function allowTracking(isAllowed: boolean): void {
  writeCookie(cookie('tracking', isAllowed ? 'in' : 'out', CHOICE_SECONDS))
  notify()
}
