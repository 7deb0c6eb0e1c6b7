/**
 * Server and browser render a page with the same components. The server does not know the visitor's cart or window, and its
 * time is the time of the rendering. The browser's first render must produce the same HTML, or else hydration fails. State
 * that differs follows in the second render.
 */
import { useSyncExternalStore } from 'react'
import { renderTime, serverTime } from './server-clock.ts'

const noSubscription = () => () => {}

/** False on the server and in the render that hydrates its HTML, then true. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
}

/** The server's time in epoch milliseconds, read once per render. During hydration it is the time of the rendering. */
export function useViewTime(): number {
  return useIsHydrated() ? serverTime() : renderTime()
}
