/**
 * The storefront's routes, for the server and the browser. Patterns do not contain the leading slug of a band shop, so
 * callers of `matchRoute` remove the slug first. The content of a `private` route depends on the visitor. Therefore it
 * is never cached, and search engines do not index it.
 */
import {
  ArtistPageDocument,
  ArtistsDocument,
  BundlePageDocument,
  CategoriesDocument,
  CategoryPageDocument,
  EventPageDocument,
  HomeDocument,
  ProductPageDocument,
  SearchDocument,
  TicketsPageDocument,
  TourPageDocument,
} from './generated/operations.ts'
import { CATEGORY_PAGE_SIZE } from './limits.ts'

export type RouteParams = Record<string, string>

export type Route = {
  name: RouteName
  /** `:name` matches one segment of the path. The last segment may be optional, written `:name?`. */
  pattern: string
  /** If set, the last segment must be one of these, so that another one answers 404. */
  lastSegments?: readonly string[]
  /** The query whose answer the page needs before it renders; null if it needs none. */
  operation: { name: string; hash: string } | null
  variables: (params: RouteParams) => Record<string, unknown>
  private: boolean
  /**
   * The page's address contains a secret, or the page shows what only its owner may see. No cache stores the page, and no
   * other site learns its address as a referrer.
   */
  secret: boolean
}

const ROUTE_NAMES = [
  'home',
  'categories',
  'category',
  'artists',
  'artist',
  'tour',
  'events',
  'event',
  'product',
  'bundle',
  'search',
  'checkout',
  'checkout-details',
  'checkout-payment',
  'checkout-confirm',
  'checkout-done',
  'pay-later',
  'order',
  'order-lookup',
  'order-names',
  'trace',
  'checkout-resume',
  'checkout-add-to-order',
  'check-in',
  'ticket-cancel',
  'ticket-change',
  'refund',
  'band-refund',
  'withdrawal',
  'reminder',
  'contact',
  'imprint',
  'terms',
  'terms-advent',
  'datapolicy',
  'jobs',
  'gamepolicy',
  'kulturpass',
  'nofrills',
  'facebookintegration',
  'faq',
  'faq-kiox',
  'faq-package',
  'faq-pick-up',
  'not-found',
] as const
export type RouteName = (typeof ROUTE_NAMES)[number]

const none = () => ({})
const bySlug = (params: RouteParams) => ({ slug: params.slug ?? '' })

function page(
  name: RouteName,
  pattern: string,
  operation: Route['operation'] = null,
  variables: Route['variables'] = none,
): Route {
  return { name, pattern, operation, variables, private: false, secret: false }
}

function visitorPage(name: RouteName, pattern: string): Route {
  return { name, pattern, operation: null, variables: none, private: true, secret: false }
}

function secretPage(name: RouteName, pattern: string): Route {
  return { ...visitorPage(name, pattern), secret: true }
}

/** PAGE-02: a page of the FAQ. A test compares the numbers of its questions with its texts. */
function faqPage(name: RouteName, first: number, last: number): Route {
  const lastSegments = Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
  return { ...page(name, `/${name}/:id?`), lastSegments }
}

export const ROUTES: Route[] = [
  page('home', '/', HomeDocument),
  page('categories', '/categories', CategoriesDocument),
  page('category', '/categories/:slug', CategoryPageDocument, (params) => ({
    slug: params.slug ?? '',
    first: CATEGORY_PAGE_SIZE,
  })),
  page('artists', '/artists', ArtistsDocument),
  page('artist', '/artists/:slug', ArtistPageDocument, bySlug),
  page('tour', '/tours/:slug', TourPageDocument, bySlug),
  page('events', '/events', TicketsPageDocument),
  page('event', '/events/:slug/:item?', EventPageDocument, bySlug),
  page('product', '/products/:slug', ProductPageDocument, bySlug),
  page('bundle', '/bundle/:slug', BundlePageDocument, bySlug),
  page('search', '/search/:query', SearchDocument, (params) => ({ terms: params.query ?? '' })),
  visitorPage('checkout', '/checkout'),
  visitorPage('checkout-details', '/checkout/details'),
  visitorPage('checkout-payment', '/checkout/payment'),
  visitorPage('checkout-confirm', '/checkout/confirm'),
  visitorPage('checkout-done', '/checkout/done/:order/:reference'),
  visitorPage('pay-later', '/checkout/payment/:order/:reference'),
  secretPage('order', '/order/:order'),
  secretPage('order-lookup', '/order'),
  secretPage('order-names', '/order/:order/names'),
  secretPage('trace', '/trace'),
  visitorPage('checkout-resume', '/checkout/resume'),
  visitorPage('checkout-add-to-order', '/checkout/add-to-order'),
  secretPage('check-in', '/checkin'),
  visitorPage('ticket-cancel', '/ticketservice/cancel'),
  visitorPage('ticket-change', '/ticketservice/change'),
  secretPage('refund', '/refund/request'),
  secretPage('band-refund', '/request'),
  secretPage('withdrawal', '/withdrawal'),
  secretPage('reminder', '/reminder'),
  page('contact', '/contact'),
  page('imprint', '/imprint'),
  page('terms', '/terms'),
  page('terms-advent', '/terms/advent'),
  page('datapolicy', '/datapolicy'),
  page('jobs', '/jobs'),
  page('gamepolicy', '/gamepolicy'),
  page('kulturpass', '/kulturpass'),
  page('nofrills', '/nofrills'),
  page('facebookintegration', '/facebookintegration'),
  faqPage('faq', 1, 8),
  faqPage('faq-kiox', 0, 9),
  faqPage('faq-package', 1, 6),
  faqPage('faq-pick-up', 1, 5),
]

/** The page that answers a path that no route matches (SHOP-11). Its own path, too, matches no route. */
export const NOT_FOUND: Route = page('not-found', '/404')

/** True for the pages on which a visitor orders or pays. No waiting room guards these pages. */
export function isCheckoutRoute(name: string): boolean {
  return name.startsWith('checkout') || name === 'pay-later'
}

/**
 * True for the pages that fans open from a mail or need after the purchase, perhaps at the door of a venue. No waiting room
 * guards them.
 */
function isAfterSaleRoute(name: string): boolean {
  return [
    'order',
    'order-names',
    'trace',
    'check-in',
    'ticket-cancel',
    'ticket-change',
    'refund',
    'band-refund',
    'withdrawal',
    'reminder',
  ].includes(name)
}

/** True for the pages that stay open while a waiting room guards the shop's catalogue. */
export function isUnqueuedRoute(name: string): boolean {
  return isCheckoutRoute(name) || isAfterSaleRoute(name) || name === NOT_FOUND.name
}

/**
 * Whether two pages of a shop belong to different documents. The pages of the checkout have their own Content Security Policy
 * for the scripts of payment providers, and the page that uploads photos has one for the storage. A policy applies to a whole
 * document, so links into and out of these pages load a new document. The paths do not contain the shop's base path.
 */
export function needsNewDocument(from: string, to: string): boolean {
  return policyOfPath(from) !== policyOfPath(to)
}

/** True for the page from which the browser uploads photos directly to the storage. */
export function isUploadRoute(name: string): boolean {
  return name === 'ticket-cancel'
}

function policyOfPath(path: string): 'checkout' | 'upload' | 'shop' {
  if (/^\/checkout(?![^/?#])/.test(path)) return 'checkout'
  return /^\/ticketservice\/cancel(?![^/?#])/.test(path) ? 'upload' : 'shop'
}

type SplitRoute = { route: Route; parts: string[]; required: number }

/**
 * The routes by the first segment of their pattern, which is never a parameter. Matching must be fast, because the
 * server matches the path of every page request, and the browser matches the path of each link on a page.
 */
const routesOfSegment = new Map<string, SplitRoute[]>()
for (const route of ROUTES) {
  const parts = segmentsOf(route.pattern)
  const [first = ''] = parts
  const split = { route, parts, required: parts.filter((part) => !part.endsWith('?')).length }
  routesOfSegment.set(first, [...(routesOfSegment.get(first) ?? []), split])
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

/** Finds the route of a path and decodes its parameters. A path with a malformed percent encoding matches no route. */
export function matchRoute(path: string): { route: Route; params: RouteParams } | null {
  const segments = segmentsOf(path)
  for (const { route, parts, required } of routesOfSegment.get(segments[0] ?? '') ?? []) {
    if (segments.length < required || segments.length > parts.length) continue
    const { lastSegments } = route
    if (lastSegments && segments.length > required && !lastSegments.includes(segments.at(-1) ?? '')) continue
    const params = matchParts(parts, segments)
    if (params) return { route, params }
  }
  return null
}

/** Like `matchRoute`, but a path without a route gets the "not found" page. */
export function routeOfPath(path: string): { route: Route; params: RouteParams } {
  return matchRoute(path) ?? { route: NOT_FOUND, params: {} }
}

function matchParts(parts: string[], segments: string[]): RouteParams | null {
  const params: RouteParams = {}
  for (const [index, part] of parts.entries()) {
    const segment = segments[index]
    if (segment === undefined) continue
    if (part.startsWith(':')) {
      try {
        params[part.slice(1).replace('?', '')] = decodeURIComponent(segment)
      } catch {
        return null
      }
    } else if (part !== segment) return null
  }
  return params
}
