/**
 * Parts that a page can start without: updates of the document's head, the consent bar, the snow, the newsletter popup and
 * links with a voucher. No snow falls over the prices and forms of the checkout. The component also resumes a wait that the
 * browser has stored, starts statistics and error reports, and delays links while commands of the cart are waiting.
 */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isCheckoutRoute, type RouteName } from '../../schema/routes.ts'
import { VOUCHER_CODE_PARAM } from '../../schema/rules/voucher.ts'
import { useNeedsAnswer } from '../consent/tracking.ts'
import { useVisitReports } from '../consent/use-visit-reports.ts'
import { usePage } from '../data/page.tsx'
import { countPageView } from '../newsletter/popup-memory.ts'
import { optionalPart } from '../ui/client-only.tsx'
import { Snow } from '../ui/snow.tsx'
import { resumeStoredWait } from '../waiting-room/stored-wait.ts'
import { DocumentHead } from './document-head.tsx'
import { useLeavingLinks } from './leaving-links.ts'
import { useSnowFalls } from './snow-switch.ts'

const ConsentBar = optionalPart(() => import('../consent/consent-bar.tsx'))
const NewsletterPopup = optionalPart(() => import('../newsletter/newsletter-popup.tsx'))
const VoucherLink = optionalPart(() => import('../cart/voucher-link.tsx'))

export default function Extras({ route }: { route: RouteName }) {
  const { meta, shop } = usePage()
  const { pathname, search } = useLocation()
  const asksForConsent = useNeedsAnswer() && !isCheckoutRoute(route)
  useVisitReports(route, pathname)
  const snowFalls = useSnowFalls()
  // The component stays after it has removed the code from the address, because it shows the result.
  const hasVoucherLink = useRef(false)
  hasVoucherLink.current ||= new URLSearchParams(search).has(VOUCHER_CODE_PARAM)
  useLeavingLinks()
  useEffect(() => (shop.isLocked ? undefined : resumeStoredWait(shop.slug)), [shop.slug, shop.isLocked])
  const offersNewsletter = Boolean(meta.newsletter_popup && meta.newsletter_url)
  const countedPath = useRef<string | null>(null)
  useEffect(() => {
    if (!offersNewsletter || countedPath.current === pathname) return
    countedPath.current = pathname
    countPageView()
  }, [offersNewsletter, pathname])
  return (
    <>
      <DocumentHead />
      {/* The checkout has no bar, because it would cover the order button. Until the visitor answers, nothing is sent. */}
      {asksForConsent && <ConsentBar />}
      {hasVoucherLink.current && !shop.isLocked && <VoucherLink />}
      {meta.snow && snowFalls && !isCheckoutRoute(route) && (
        <Snow isCategoryPage={route === 'category' || route === 'categories'} />
      )}
      {route === 'home' && offersNewsletter && <NewsletterPopup />}
    </>
  )
}
