/** Whether the visitor has a touch device: during hydration by the server's guess, afterwards by a media query. */
import { useSyncExternalStore } from 'react'
import { currentPage } from '../data/page-state.ts'

const noSubscription = () => () => {}

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

/**
 * Does not subscribe to the media query. The length of a list depends on the result and must not change while the visitor
 * reads it.
 */
export function useIsTouch(): boolean {
  return useSyncExternalStore(noSubscription, isTouch, () => currentPage().isTouch)
}
