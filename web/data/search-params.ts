/**
 * The address's query as state. React Router's own hook of this name brings its framework's links along. The edge draws a
 * page without it, since it keeps one for all queries: it comes with the first render after that.
 */
import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useIsHydrated } from './hydration.ts'

export function useSearchParams(): [
  URLSearchParams,
  (next: Record<string, string>, how?: { replace?: boolean }) => void,
] {
  const { pathname, search } = useLocation()
  const isHydrated = useIsHydrated()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(isHydrated ? search : ''), [isHydrated, search])
  const change = useCallback(
    (next: Record<string, string>, { replace = false }: { replace?: boolean } = {}) => {
      const query = new URLSearchParams(next).toString()
      void navigate(query === '' ? pathname : `${pathname}?${query}`, { replace })
    },
    [pathname, navigate],
  )
  return [params, change]
}
