/** Whether fingers look at this: by the edge's guess while its page is taken over, by what the device says ever after. */
import { useSyncExternalStore } from 'react'
import { currentPage } from '../data/page-state.ts'

const never = () => () => {}

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

/** A device that is both keeps to what it was when asked first: a list must not lose rows under a hand. */
export function useIsTouch(): boolean {
  return useSyncExternalStore(never, isTouch, () => currentPage().isTouch)
}
