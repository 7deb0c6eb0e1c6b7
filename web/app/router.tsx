/**
 * The storefront's routes in the browser: the same table as the edge's. A path that no page has goes home (SHOP-11). A
 * change of page starts at its top and is heard by screen readers; going back keeps its place.
 */
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigationType } from 'react-router'
import { matchRoute, type RouteName } from '../../schema/routes.ts'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { Live } from './live.tsx'
import { LoadBoundary } from './load-boundary.tsx'
import { loadPage, pageOf, waitingRoom } from './pages.ts'

export function Pages() {
  const { pathname } = useLocation()
  const matched = matchRoute(pathname)
  return (
    // By path: another product is another page, with its own state.
    <LoadBoundary key={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        {matched ? <Page name={matched.route.name} /> : <Navigate to="/" replace />}
        <Live />
      </Suspense>
    </LoadBoundary>
  )
}

/** Instead of the pages, as if it were one of them. Loads the page's code meanwhile, for the moment of admission. */
export function WaitingRoom() {
  const [Shown] = useState(waitingRoom)
  const { pathname } = useLocation()
  useEffect(() => {
    const name = matchRoute(pathname)?.route.name
    if (name) loadPage(name).catch(() => {})
  }, [pathname])
  return (
    <LoadBoundary>
      <Suspense fallback={<PageSkeleton />}>
        <Shown />
        <Live />
      </Suspense>
    </LoadBoundary>
  )
}

function Page({ name }: { name: RouteName }) {
  // As it was at the start: code that comes meanwhile must not make it another component.
  const [Shown] = useState(() => pageOf(name))
  return <Shown />
}

/**
 * Moves to the new page's start; `main` takes the focus so that its title is read. Before the page's own effects: one
 * whose address names a place in it goes on from there (PAGE-02).
 */
export function useArrival(): void {
  const { pathname, hash } = useLocation()
  const kind = useNavigationType()
  const seen = useRef(pathname)
  useLayoutEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
    if (kind !== 'POP' && hash === '') scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname, hash, kind])
}
