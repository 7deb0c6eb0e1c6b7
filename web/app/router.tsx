/**
 * Renders the page of the current path, by the same table of routes as the server. A path without a route shows the
 * "not found" page (SHOP-11). After a navigation, the new page starts at its top and screen readers announce it; going
 * back restores the scroll position.
 */
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { MAIN_ID } from '../../schema/page-data.ts'
import { type Route, routeOfPath } from '../../schema/routes.ts'
import { useIsHydrated } from '../data/hydration.ts'
import { HeadingSkeleton, PageSkeleton } from '../ui/skeletons.tsx'
import { goToFragment } from './fragment.ts'
import { Live } from './live.tsx'
import { LoadBoundary } from './load-boundary.tsx'
import { loadPage, pageComponent, waitingRoomComponent } from './pages.ts'

export function Pages() {
  const { pathname } = useLocation()
  return (
    // The key gives each path its own component state, so that one product's choices do not appear on another product's page.
    <LoadBoundary key={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Page route={routeOfPath(pathname).route} />
        <Live />
      </Suspense>
    </LoadBoundary>
  )
}

/** The waiting screen in place of the page. It loads the page's code meanwhile, so that the page appears on admission. */
export function WaitingRoom() {
  const [Screen] = useState(waitingRoomComponent)
  const { pathname } = useLocation()
  useEffect(() => {
    loadPage(routeOfPath(pathname).route.name).catch(() => {})
  }, [pathname])
  return (
    <LoadBoundary>
      <Suspense fallback={<PageSkeleton />}>
        <Screen />
        <Live />
      </Suspense>
    </LoadBoundary>
  )
}

function Page({ route: { name, private: isPrivate } }: { route: Pick<Route, 'name' | 'private'> }) {
  const isHydrated = useIsHydrated()
  // `pageComponent` returns another component once the page's code has loaded. The state keeps the first one, because React
  // would remount the page for another component.
  const [Component] = useState(() => pageComponent(name))
  useFragment()
  // The server knows no visitor, so it renders only a placeholder of a private page.
  return isPrivate && !isHydrated ? <HeadingSkeleton /> : <Component />
}

/**
 * Goes to the fragment of a link (EVT-08) once the page is there. The page's code may load after the navigation, so
 * `useScrollAndFocus` alone would come too early. After a document load, and back or forward, the browser itself scrolls.
 */
function useFragment(): void {
  const { hash } = useLocation()
  const kind = useNavigationType()
  const previousHash = useRef('')
  useLayoutEffect(() => {
    if (previousHash.current === hash) return
    previousHash.current = hash
    if (kind !== 'POP') goToFragment(hash)
  }, [hash, kind])
}

/**
 * After a navigation, focuses `main`, so that screen readers start at the new page, and scrolls to the top. If the URL names
 * an element of the page, it goes to that element instead. If the visitor went back or forward, it does not scroll. It is a
 * layout effect, so it runs before the page's own effects, which may scroll further, for example to a question (PAGE-02).
 */
export function useScrollAndFocus(): void {
  const { pathname, hash } = useLocation()
  const kind = useNavigationType()
  const previousPath = useRef(pathname)
  useLayoutEffect(() => {
    if (previousPath.current === pathname) return
    previousPath.current = pathname
    if (kind !== 'POP' && goToFragment(hash)) return
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
    if (kind !== 'POP') scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname, hash, kind])
}
