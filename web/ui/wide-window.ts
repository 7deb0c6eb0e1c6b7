import { useSyncExternalStore } from 'react'

let wideQuery: MediaQueryList | undefined

/** Whether the window has the breakpoint `lg`, from which pages have two columns. Only for parts that no server renders. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wideWindow().matches)
}

function subscribe(notify: () => void): () => void {
  wideWindow().addEventListener('change', notify)
  return () => wideWindow().removeEventListener('change', notify)
}

/** `matchMedia` evaluates the query at each call, so the page calls it once. */
function wideWindow(): MediaQueryList {
  wideQuery ??= matchMedia('(min-width: 64rem)')
  return wideQuery
}
