/**
 * The URL's query as state. React Router's hook of the same name would pull its Link components into the bundle. The
 * server renders and caches a page without the query, so the query applies only after hydration.
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
