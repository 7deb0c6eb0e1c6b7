/** The frame of every page: skip link, header, page, footer, and the layers above them. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { matchRoute } from '../../schema/routes.ts'
import { usePage } from '../data/page.tsx'
import { isCheckout, leavePage, useWait, waitOn } from '../data/waiting.ts'
import { m } from '../i18n/messages.ts'
import { optionalPart } from '../ui/client-only.tsx'
import { useScrollOffset } from '../ui/scroll-offset.ts'
import { Header } from './header.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { Pages, useScrollAndFocus, WaitingRoom } from './router.tsx'

const Footer = optionalPart(() => import('./footer.tsx'))
const WaitingDialog = optionalPart(() => import('../waiting-room/waiting-dialog.tsx'))
const QueueBar = optionalPart(() => import('../waiting-room/queue-bar.tsx'))
const Extras = optionalPart(() => import('./extras.tsx'))
const MobileCartBar = optionalPart(() => import('../cart/mobile-cart-bar.tsx'))

export function Shell() {
  useScrollAndFocus()
  useScrollOffset(usePage().meta.scroll_offset)
  const { pathname } = useLocation()
  const name = matchRoute(pathname)?.route.name ?? 'home'
  // A room before the carts leaves the pages open, and one before an event every other page.
  const { wait, calledTo } = useWait()
  const place = waitOn(name, pathname, wait)
  const waitedOn = useRef(pathname)
  useEffect(() => {
    if (waitedOn.current !== pathname) leavePage()
    waitedOn.current = pathname
  }, [pathname])
  const placeBefore = useRef(place)
  useEffect(() => {
    // The page takes the waiting room's place as on an arrival: screen readers begin at its start.
    if (placeBefore.current === 'page' && place === null)
      document.getElementById('main')?.focus({ preventScroll: true })
    placeBefore.current = place
  }, [place])
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
        {place === 'page' ? <WaitingRoom /> : <Pages />}
      </main>
      {wait && place === 'over' && <WaitingDialog session={wait.session} />}
      {(place === 'aside' || calledTo !== null) && <QueueBar isAside={place === 'aside'} />}
      <Footer />
      <Extras route={name} />
      {!isCheckout(name) && name !== 'event' && <MobileCartBar />}
    </>
  )
}
