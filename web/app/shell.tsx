/** The frame of every page: a way past the navigation, header, page, footer, and what may lie over them. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { matchRoute } from '../../schema/routes.ts'
import { usePage } from '../data/page.tsx'
import { isCheckout, leavePage, useWaiting, waitOn } from '../data/unavailable.ts'
import { m } from '../i18n/messages.ts'
import { extra } from '../ui/later.tsx'
import { useScrollOffset } from '../ui/scroll-offset.ts'
import { Header } from './header.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { Pages, useArrival } from './router.tsx'

const Footer = extra(() => import('./footer.tsx'))
const WaitingScreen = extra(() => import('../queue/waiting-screen.tsx'))
const WaitingDialog = extra(() => import('../queue/waiting-dialog.tsx'))
const Extras = extra(() => import('./extras.tsx'))
const MobileCartBar = extra(() => import('../cart/mobile-cart-bar.tsx'))

export function Shell() {
  useArrival()
  useScrollOffset(usePage().meta.scroll_offset)
  const { pathname } = useLocation()
  const name = matchRoute(pathname)?.route.name ?? 'home'
  // A room before the carts leaves the pages open, and one before an event every other page.
  const waiting = useWaiting()
  const wait = waitOn(name, waiting)
  const waitedOn = useRef(pathname)
  useEffect(() => {
    if (waitedOn.current !== pathname) leavePage()
    waitedOn.current = pathname
  }, [pathname])
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
      <main id="main" tabIndex={-1} className="min-h-[60svh]">
        {waiting && wait === 'page' ? <WaitingScreen key={waiting.queue?.room} waiting={waiting} /> : <Pages />}
      </main>
      {waiting && wait === 'over' && <WaitingDialog waiting={waiting} />}
      <Footer />
      <Extras route={name} />
      {!isCheckout(name) && name !== 'event' && <MobileCartBar />}
    </>
  )
}
