/**
 * Starts the reports of a page (CONS-01, LOG-01): logs the step of the checkout that the visitor has reached, reports page
 * views, and reports errors. The code for error reports loads with the first error.
 */
import { useEffect } from 'react'
import type { RouteName } from '../../schema/routes.ts'
import type { Activity } from '../../schema/tracking.ts'
import { currentPage } from '../data/page-state.ts'
import { activities, faults, logActivity } from '../data/reports.ts'
import { sendActivity } from './activity.ts'
import { useTrackingIsAllowed } from './tracking.ts'
import { reportVisit } from './visit-report.ts'

const STEPS: Partial<Record<RouteName, Activity>> = {
  checkout: 'checkout_cart',
  'checkout-details': 'checkout_details',
  'checkout-payment': 'checkout_payment',
  'checkout-confirm': 'checkout_confirm',
}

/** `path` is the page's path without the shop's base path. */
export function useVisitReports(route: RouteName, path: string): void {
  const isAllowed = useTrackingIsAllowed()
  // When the visitor gives consent, this reports the view of the current page.
  useEffect(() => {
    if (isAllowed) reportVisit('page', path)
  }, [isAllowed, path])
  useEffect(() => {
    const outcome = paymentOutcome(route)
    const action = outcome ?? STEPS[route]
    if (action) logActivity(action)
  }, [route])
  useEffect(() => {
    activities.connect(sendActivity)
    if (currentPage().trackers.errorUrl === null) return
    faults.connect((fault) => {
      // Without a connection, the code does not load, and the report could not be sent either.
      import('./error-report.ts').then(({ reportError }) => reportError(fault)).catch(() => {})
    })
  }, [])
}

/** The providers' pages return to these pages with these flags. */
function paymentOutcome(route: RouteName): Activity | null {
  const flags = new URLSearchParams(location.search)
  if (route === 'pay-later' && flags.has('payment_error')) return 'payment_failed'
  if (route !== 'checkout-done' || !flags.has('payment_received')) return null
  return flags.get('redirect_status') === 'failed' ? null : 'payment_received'
}
