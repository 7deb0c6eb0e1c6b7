/** The frame of every page: a way past the navigation, header, page, footer, and what may lie over them. */
import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { matchRoute } from '../../schema/routes.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { useScrollOffset } from '../ui/scroll-offset.ts'
import { Header } from './header.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { Pages, useArrival } from './router.tsx'
import { WaitingBar } from './waiting-bar.tsx'

const Footer = lazy(() => import('./footer.tsx'))
const MobileCartBar = lazy(() => import('../cart/mobile-cart-bar.tsx'))

export function Shell() {
  useArrival()
  useScrollOffset(usePage().meta.scroll_offset)
  const { pathname } = useLocation()
  const name = matchRoute(pathname)?.route.name ?? 'home'
  const isCheckout = name.startsWith('checkout') || name === 'pay-later'
  useEffect(() => {
    document.documentElement.dataset.route = name
  }, [name])
  return (
    <>
      <a href="#main" className="skip-link">
        {m.shell_skip()}
      </a>
      <Header />
      <OfflineBar />
      <WaitingBar />
      <main id="main" tabIndex={-1} className="min-h-[60svh]">
        <Pages />
      </main>
      <Suspense fallback={null}>
        <Footer />
      </Suspense>
      {!isCheckout && name !== 'event' && (
        <Suspense fallback={null}>
          <MobileCartBar />
        </Suspense>
      )}
    </>
  )
}
