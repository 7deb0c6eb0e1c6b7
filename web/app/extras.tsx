/**
 * Parts that a page can start without: updates of the document's head, the consent bar, the snow and the newsletter popup.
 * No snow falls over the prices and forms of the checkout. The component also resumes a wait that the browser has stored, and
 * starts statistics and error reports.
 */
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { isCheckoutRoute, type RouteName } from '../../schema/routes.ts'
import { useNeedsAnswer } from '../consent/tracking.ts'
import { useVisitReports } from '../consent/use-visit-reports.ts'
import { usePage } from '../data/page.tsx'
import { optionalPart } from '../ui/client-only.tsx'
import { Snow } from '../ui/snow.tsx'
import { resumeStoredWait } from '../waiting-room/stored-wait.ts'
import { DocumentHead } from './document-head.tsx'
import { useSnowFalls } from './snow-switch.ts'

const ConsentBar = optionalPart(() => import('../consent/consent-bar.tsx'))
const NewsletterPopup = optionalPart(() => import('../newsletter/newsletter-popup.tsx'))

export default function Extras({ route }: { route: RouteName }) {
  const { meta, shop } = usePage()
  const { pathname } = useLocation()
  const asksForConsent = useNeedsAnswer() && !isCheckoutRoute(route)
  useVisitReports(route, pathname)
  const snowFalls = useSnowFalls()
  useEffect(() => resumeStoredWait(shop.slug), [shop.slug])
  return (
    <>
      <DocumentHead />
      {/* The checkout has no bar, because it would cover the order button. Until the visitor answers, nothing is sent. */}
      {asksForConsent && <ConsentBar />}
      {meta.snow && snowFalls && !isCheckoutRoute(route) && (
        <Snow isCategoryPage={route === 'category' || route === 'categories'} />
      )}
      {route === 'home' && meta.newsletter_popup && meta.newsletter_url && <NewsletterPopup />}
    </>
  )
}
