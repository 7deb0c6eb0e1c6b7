/**
 * Whether the visitor allows statistics and error reports (CONS-01). The default is no. The answer is in a cookie, so it
 * expires by itself. Every report reads the cookie again, so a withdrawal takes effect at once, also in other tabs.
 */
import { useSyncExternalStore } from 'react'
import { addressIsSecure, type CookieName } from '../../schema/browser-storage.ts'
import { ACCEPTED_DAYS, BAR_HIDDEN_DAYS, DECLINED_DAYS } from '../../schema/tracking.ts'
import { cookie, readCookie, writeCookie } from '../data/browser-storage.ts'
import { createListeners } from '../data/listeners.ts'
import { currentPage } from '../data/page-state.ts'

const DAY_SECONDS = 24 * 60 * 60
const CHANNEL = 'tracking_update'

const { subscribe, notify } = createListeners()
let channel: BroadcastChannel | null = null

/** Components also learn of an answer in another tab. */
function subscribeAllTabs(listener: () => void): () => void {
  channel ??= openChannel()
  return subscribe(listener)
}

function openChannel(): BroadcastChannel {
  const opened = new BroadcastChannel(CHANNEL)
  opened.addEventListener('message', notify)
  return opened
}

export function trackingIsAllowed(): boolean {
  return readCookie('tracking') === 'in'
}

export function useTrackingIsAllowed(): boolean {
  return useSyncExternalStore(subscribeAllTabs, trackingIsAllowed, () => false)
}

/** Whether there is anything to consent to, and the visitor has neither answered nor closed the consent bar. */
export function useNeedsAnswer(): boolean {
  return useSyncExternalStore(
    subscribeAllTabs,
    () => isConfigured() && readCookie('tracking') === null && readCookie('consent_bar') === null,
    () => false,
  )
}

function isConfigured(): boolean {
  const { analyticsUrl, errorUrl } = currentPage().trackers
  return analyticsUrl !== null || errorUrl !== null
}

export function allowTracking(isAllowed: boolean): void {
  store('tracking', isAllowed ? 'in' : 'out', isAllowed ? ACCEPTED_DAYS : DECLINED_DAYS)
}

/** Hides the consent bar without an answer, so nothing is allowed. */
export function hideConsentBar(): void {
  store('consent_bar', 'hidden', BAR_HIDDEN_DAYS)
}

function store(name: CookieName, value: string, days: number): void {
  writeCookie(cookie(name, value, days * DAY_SECONDS, { isSecure: addressIsSecure(location.origin) }))
  notify()
  channel ??= openChannel()
  channel.postMessage(null)
}
