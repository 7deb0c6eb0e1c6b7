import { useSyncExternalStore } from 'react'

/** Whether the window has the breakpoint `lg`, from which pages have two columns. Only for parts that no server renders. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const query = wideWindow()
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => wideWindow().matches,
  )
}

function wideWindow(): MediaQueryList {
  return matchMedia('(min-width: 64rem)')
}
