/**
 * The server's clock in the browser. Visitors' clocks may be wrong by minutes, but a presale or the end of a hold must be
 * exact. Every answer to the cart query is a sample. The one with the shortest round trip is the most exact.
 */
import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'
import { currentPage } from './page-state.ts'

const SECOND = 1000
/** After this time, any new sample replaces the best one. The laptop may have slept, or its clock may have been set. */
const STALE_MS = 10 * 60 * SECOND
/** A cached page is up to half a minute old. The other half minute is for its transfer and for loading the scripts. */
const OLDEST_PAGE_MS = 60 * SECOND

let offset = 0
let best: { trip: number; at: number } | null = null
const { subscribe, notify } = createListeners()

/** Adds a sample: the server's time in an answer, and the browser's times of request and answer, in epoch milliseconds. */
export function addClockSample(serverNow: number, askedAt: number, answeredAt: number): void {
  const trip = answeredAt - askedAt
  if (best && trip > best.trip && answeredAt - best.at < STALE_MS) return
  best = { trip, at: answeredAt }
  offset = serverNow + trip / 2 - answeredAt
  notify()
}

/**
 * Corrects the clock by the page's render time until the first sample arrives. Otherwise, visitors whose clocks are ahead
 * would briefly see a sale open too early. The browser's clock must be wrong if it is behind the render time, or more
 * than OLDEST_PAGE_MS ahead of it. While the database is unreachable, the cache serves older pages. Then even a correct
 * clock is set back to the render time until the first sample arrives.
 */
export function setClockFromPage(serverNow: number): void {
  if (best) return
  const ahead = Date.now() - serverNow
  offset = ahead < 0 || ahead > OLDEST_PAGE_MS ? -ahead : 0
}

/** Epoch milliseconds by the server's clock. */
export function serverTime(): number {
  return Date.now() + offset
}

/** When the server rendered this page, in epoch milliseconds. */
export function renderTime(): number {
  return currentPage().renderedAt
}

/** The server's time in epoch milliseconds, rounded down to a full second. The component renders again every second. */
export function useServerSecond(): number {
  return useSyncExternalStore(subscribeToSeconds, wholeSecond, renderedSecond)
}

function wholeSecond(): number {
  return Math.floor(serverTime() / SECOND) * SECOND
}

function renderedSecond(): number {
  return Math.floor(renderTime() / SECOND) * SECOND
}

function subscribeToSeconds(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(
      () => {
        listener()
        wait()
      },
      SECOND - (serverTime() % SECOND) + 2,
    )
  }
  wait()
  const unsubscribe = subscribe(listener)
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}
