/**
 * The storefront's routes, for server and browser: a pattern, and the operation whose answer the page needs to start.
 * Patterns do not contain a band shop's leading slug; callers of `matchRoute` remove it first. The content of a `private`
 * route depends on the visitor, so it is never cached or indexed.
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
  /** `:name` matches one segment. A last segment `:name?` is optional. */
  pattern: string
  operation: { name: string; hash: string } | null
  variables: (params: RouteParams) => Record<string, unknown>
  private: boolean
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
  'checkout-resume',
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
  return { name, pattern, operation, variables, private: false }
}

function visitorPage(name: RouteName, pattern: string): Route {
  return { name, pattern, operation: null, variables: none, private: true }
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
  visitorPage('checkout-resume', '/checkout/resume'),
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
  page('faq', '/faq/:id?'),
  page('faq-kiox', '/faq-kiox/:id?'),
  page('faq-package', '/faq-package/:id?'),
  page('faq-pick-up', '/faq-pick-up/:id?'),
]

type SplitRoute = { route: Route; parts: string[]; required: number }

/** Patterns by their first segment, which is never a parameter. Every request matches a path, and so does every link of a page. */
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

/** Finds the route of a path and decodes its parameters. A path with a malformed escape matches no route. */
export function matchRoute(path: string): { route: Route; params: RouteParams } | null {
  const segments = segmentsOf(path)
  for (const { route, parts, required } of routesOfSegment.get(segments[0] ?? '') ?? []) {
    if (segments.length < required || segments.length > parts.length) continue
    const params = matchParts(parts, segments)
    if (params) return { route, params }
  }
  return null
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
