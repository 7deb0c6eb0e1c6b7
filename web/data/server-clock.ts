/**
 * The server's clock in the browser. Visitors' clocks may be wrong by minutes, but a presale or the end of a hold must be
 * exact. Every answer with the server's time is a sample; the one with the shortest round trip is the most exact.
 */
import { useSyncExternalStore } from 'react'
import { currentPage } from './page-state.ts'

const SECOND = 1000
/** After this time, any new sample replaces the best one, because laptops sleep and clocks are set. */
const STALE_MS = 10 * 60 * SECOND
/** Pages are cached for half a minute; the rest is for the way and for the scripts. */
const OLDEST_PAGE_MS = 60 * SECOND

let offset = 0
let best: { trip: number; at: number } | null = null
const listeners = new Set<() => void>()

/** `serverNow` was true some time between the two instants, which are this browser's (epoch milliseconds). */
export function noteServerNow(serverNow: number, askedAt: number, answeredAt: number): void {
  const trip = answeredAt - askedAt
  if (best && trip > best.trip && answeredAt - best.at < STALE_MS) return
  best = { trip, at: answeredAt }
  offset = serverNow + trip / 2 - answeredAt
  for (const listener of listeners) listener()
}

/**
 * Until an answer tells the time, the page's instant stands in for it where this clock cannot be right: it is behind a page,
 * which never comes from the future, or ahead of it by more than a page's age. Else a sale would look open for a moment to
 * fans whose clocks are ahead. Where the database is out of reach, pages are older: then the time is behind for a moment.
 */
export function notePageNow(serverNow: number): void {
  if (best) return
  const ahead = Date.now() - serverNow
  offset = ahead < 0 || ahead > OLDEST_PAGE_MS ? -ahead : 0
}

/** Epoch milliseconds by the server's clock. */
export function serverTime(): number {
  return Date.now() + offset
}

/** When the server rendered this page, epoch milliseconds. */
export function pageTime(): number {
  return currentPage().renderedAt
}

/** The server's time in whole seconds. The component renders again every second. */
export function useServerSecond(): number {
  return useSyncExternalStore(subscribeToSeconds, wholeSecond, renderedSecond)
}

function wholeSecond(): number {
  return Math.floor(serverTime() / SECOND) * SECOND
}

function renderedSecond(): number {
  return Math.floor(pageTime() / SECOND) * SECOND
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
  listeners.add(listener)
  return () => {
    clearTimeout(timer)
    listeners.delete(listener)
  }
}
