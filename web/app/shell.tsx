/**
 * The frame of every page: skip link, header, page, footer, and the layers above them. The frame of the checkout is bare, so
 * that nothing leads a buyer away by accident. So is the frame of a protected shop without its code (SHOP-07).
 */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { MAIN_ID } from '../../schema/page-data.ts'
import { isCheckoutRoute, routeOfPath } from '../../schema/routes.ts'
import { usePage } from '../data/page.tsx'
import { leaveGuardedPage, useWait, waitViewOn } from '../data/waiting.ts'
import { m } from '../i18n/messages.ts'
import { optionalPart } from '../ui/client-only.tsx'
import { useScrollOffset } from '../ui/scroll-offset.ts'
import { Header } from './header.tsx'
import { loadFrameParts } from './load-frame-parts.ts'
import { OfflineBar } from './offline-bar.tsx'
import { Pages, useScrollAndFocus, WaitingRoom } from './router.tsx'

const Footer = optionalPart(async () => ({ default: (await loadFrameParts()).Footer }))
const CheckoutFooter = optionalPart(() => import('./checkout-footer.tsx'))
const WaitingDialog = optionalPart(() => import('../waiting-room/waiting-dialog.tsx'))
const QueueBar = optionalPart(() => import('../waiting-room/queue-bar.tsx'))
const Extras = optionalPart(async () => ({ default: (await loadFrameParts()).Extras }))
const MobileCartBar = optionalPart(async () => ({ default: (await loadFrameParts()).MobileCartBar }))

export function Shell() {
  useScrollAndFocus()
  const page = usePage()
  useScrollOffset(page.meta.scroll_offset)
  const { pathname } = useLocation()
  const { name } = routeOfPath(pathname).route
  // Without the code of a protected shop, the header and the footer would lead nowhere, and there is no cart.
  const isBare = isCheckoutRoute(name) || page.shop.isLocked
  // Only a waiting room of the catalogue guards all pages except the checkout. A room of the shop guards only adding items
  // to the cart, and a room of an event guards the event's page and tickets. The other pages stay open.
  const { wait, admittedTo, insideUntil } = useWait()
  const view = waitViewOn(name, pathname, wait)
  const previousPath = useRef(pathname)
  useEffect(() => {
    if (previousPath.current !== pathname) leaveGuardedPage()
    previousPath.current = pathname
  }, [pathname])
  const previousView = useRef(view)
  useEffect(() => {
    // When the page replaces the waiting screen, screen readers must start at the page, as after a navigation.
    if (previousView.current === 'page' && view === null)
      document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
    previousView.current = view
  }, [view])
  return (
    <>
      <a href={`#${MAIN_ID}`} className="skip-link">
        {m.shell_skip()}
      </a>
      <div id="consent" />
      <Header isBare={isBare} />
      <OfflineBar />
      <main id={MAIN_ID} tabIndex={-1} className={isBare ? 'min-h-[calc(100svh-9.5rem)]' : 'min-h-[60svh]'}>
        {view === 'page' ? <WaitingRoom /> : <Pages />}
      </main>
      {wait && view === 'dialog' && <WaitingDialog session={wait.session} />}
      {(view === 'bar' || admittedTo !== null || insideUntil !== null) && <QueueBar isMinimised={view === 'bar'} />}
      {isBare ? <CheckoutFooter /> : <Footer />}
      <Extras route={name} />
      {!isBare && name !== 'event' && <MobileCartBar />}
    </>
  )
}
