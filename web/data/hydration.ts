/**
 * The edge draws a page's first view with the same components, without a visitor: no cart, no window, and the instant at
 * which it drew. The browser's first render must say exactly the same; whatever differs follows in the one after it.
 */
import { useSyncExternalStore } from 'react'
import { pageTime, serverTime } from './server-clock.ts'

const never = () => () => {}

/** False at the edge and in the render that takes its page over; true ever after. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** The server's clock as a view reads it once: epoch milliseconds, while a page is taken over those of its drawing. */
export function useViewTime(): number {
  return useIsHydrated() ? serverTime() : pageTime()
}
