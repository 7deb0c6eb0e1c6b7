/**
 * The rules of consent, statistics and logged actions (CONS-01, LOG-01). Statistics and error reports need the visitor's
 * consent. The log of actions needs none, because it stores nothing about a visitor.
 */
import { routeOfPath } from './routes.ts'

/** How long a browser stores the answer of a visitor who allows tracking, or refuses it. */
export const ACCEPTED_DAYS = 356
export const DECLINED_DAYS = 10
/** How long the consent bar stays hidden after a visitor has closed it without an answer. */
export const BAR_HIDDEN_DAYS = 7

/** The actions that browsers log. The list is closed, so that no personal data can get into the log. */
const ACTIVITIES = [
  'cart_opened',
  'items_added',
  'checkout_cart',
  'checkout_details',
  'checkout_payment',
  'checkout_confirm',
  'order_placed',
  'payment_received',
  'payment_failed',
] as const

export type Activity = (typeof ACTIVITIES)[number]

export function isActivity(action: string): action is Activity {
  return (ACTIVITIES as readonly string[]).includes(action)
}

/** A report to the analytics service: a page view, or an action on a page. It contains nothing about the visitor. */
export type VisitReport = { kind: 'page' | Activity; shop: string; locale: string; page: string }

/**
 * A page's path for reports, without the shop's base path. Of all parameters, only the slugs of the catalogue stay. Orders,
 * references, tickets and search words appear as the names of the route's parameters. The path contains no query string.
 */
export function reportedPath(path: string): string {
  const { route, params } = routeOfPath(path)
  const parts = route.pattern.split('/').filter((part) => !part.endsWith('?'))
  return parts.map((part) => (part === ':slug' ? encodeURIComponent(params.slug ?? '') : part)).join('/') || '/'
}
