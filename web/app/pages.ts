/**
 * The pages by route, each in its own chunk. Links prefetch a page's chunk. The first page's chunk loads before the first
 * render, so that no fallback flickers.
 */
import { type ComponentType, lazy } from 'react'
import type { Operation } from '../../schema/operation.ts'
import { matchRoute, type RouteName } from '../../schema/routes.ts'
import { runOperation } from '../data/fetch.ts'
import { currentPage } from '../data/page-state.ts'
import { operationKey, queryClient } from '../data/query.ts'
import { markScriptMissing } from '../ui/missing-script.ts'

type PageModule = { default: ComponentType }

const contact = () => import('../routes/static/contact.tsx')
const text = () => import('../routes/static/text-route.tsx')
const landing = () => import('../routes/static/landing.tsx')
const refund = () => import('../routes/refund/refund.tsx')
const faq = () => import('../routes/static/faq.tsx')

type PageName = Exclude<RouteName, 'home'> | 'main-home' | 'band-home' | 'waiting-room'

/** Main shop and band shops have different home pages. */
function pageName(route: RouteName): PageName {
  if (route !== 'home') return route
  return currentPage().isBandShop ? 'band-home' : 'main-home'
}

const LOADERS: Record<PageName, () => Promise<PageModule>> = {
  'main-home': () => import('../routes/home/home.tsx'),
  'band-home': () => import('../routes/home/band-home.tsx'),
  categories: () => import('../routes/category/categories.tsx'),
  category: () => import('../routes/category/category.tsx'),
  artists: () => import('../routes/artist/artists.tsx'),
  artist: () => import('../routes/artist/artist.tsx'),
  tour: () => import('../routes/tour/tour.tsx'),
  events: () => import('../routes/tour/events.tsx'),
  event: () => import('../routes/event/event-page.tsx'),
  product: () => import('../routes/product/product.tsx'),
  bundle: () => import('../routes/bundle/bundle.tsx'),
  search: () => import('../routes/search/search.tsx'),
  checkout: () => import('../routes/checkout/cart-step.tsx'),
  'checkout-details': () => import('../routes/checkout/details-step.tsx'),
  'checkout-payment': () => import('../routes/checkout/payment-step.tsx'),
  'checkout-confirm': () => import('../routes/checkout/confirm-step.tsx'),
  'checkout-done': () => import('../routes/checkout/done-step.tsx'),
  'checkout-add-to-order': () => import('../routes/add-to-order/add-to-order.tsx'),
  'checkout-resume': () => import('../routes/checkout/resume.tsx'),
  'pay-later': () => import('../routes/pay-later/pay-later.tsx'),
  'order-lookup': () => import('../routes/order/order-lookup.tsx'),
  order: () => import('../routes/order/order-page.tsx'),
  'order-names': () => import('../routes/order-names/order-names.tsx'),
  trace: () => import('../routes/trace/trace.tsx'),
  'check-in': () => import('../routes/check-in/check-in.tsx'),
  'ticket-cancel': () => import('../routes/ticket-service/cancel.tsx'),
  'ticket-change': () => import('../routes/ticket-service/change.tsx'),
  refund,
  'band-refund': refund,
  withdrawal: () => import('../routes/withdrawal/withdrawal.tsx'),
  reminder: () => import('../routes/reminder/reminder.tsx'),
  contact,
  imprint: contact,
  terms: () => import('../routes/static/terms.tsx'),
  'terms-advent': () => import('../routes/static/terms-advent.tsx'),
  datapolicy: () => import('../routes/static/datapolicy.tsx'),
  jobs: text,
  gamepolicy: text,
  kulturpass: text,
  nofrills: landing,
  facebookintegration: landing,
  faq,
  'faq-kiox': faq,
  'faq-package': faq,
  'faq-pick-up': faq,
  'not-found': () => import('./not-found.tsx'),
  'waiting-room': () => import('../waiting-room/waiting-room.tsx'),
}

const loads = new Map<PageName, Promise<PageModule>>()
const loaded = new Map<PageName, ComponentType>()
/** The lazy components of pages that were needed before their code had loaded. */
const lazyPages = new Map<PageName, ComponentType>()

export function loadPage(route: RouteName): Promise<PageModule> {
  return load(pageName(route))
}

/** Loads the "not found" page, which replaces a page whose subject does not exist. */
export function loadNotFound(): Promise<PageModule> {
  return load('not-found')
}

export function loadWaitingRoom(): Promise<PageModule> {
  return load('waiting-room')
}

/** Loads every page, because the server must render any of them without waiting. */
export async function loadAllPages(): Promise<void> {
  await Promise.all(Object.keys(LOADERS).map((name) => load(name as PageName)))
}

function load(name: PageName): Promise<PageModule> {
  let pending = loads.get(name)
  if (!pending) {
    pending = LOADERS[name]().then((module) => {
      loaded.set(name, module.default)
      return module
    })
    loads.set(name, pending)
    // After a failure, the next call of `load` tries again. The failed lazy component stays in `lazyPages`, so each render
    // of it throws. If it were replaced, each render would start another load. The error message offers to reload the page.
    pending.catch(() => {
      markScriptMissing()
      loads.delete(name)
    })
  }
  return pending
}

/** Returns the component of a route's page, or a lazy component that suspends until the page's code has loaded. */
export function pageComponent(route: RouteName): ComponentType {
  return loadedOrLazy(pageName(route))
}

/** The component of the "not found" page (PAGE-03). */
export function notFoundComponent(): ComponentType {
  return loadedOrLazy('not-found')
}

/** The component of the waiting screen. */
export function waitingRoomComponent(): ComponentType {
  return loadedOrLazy('waiting-room')
}

function loadedOrLazy(name: PageName): ComponentType {
  const page = loaded.get(name) ?? lazyPages.get(name) ?? lazy(() => load(name))
  if (!loaded.has(name)) lazyPages.set(name, page)
  return page
}

export const isLoaded = (route: RouteName) => loaded.has(pageName(route))

/**
 * Loads a page's code and data. `path` does not contain the shop's base path. Errors are ignored, because the page itself
 * tries again.
 */
export function prefetchPage(path: string): void {
  const [address = '/'] = path.split(/[?#]/)
  const matched = matchRoute(address)
  if (!matched || currentPage().shop.isLocked) return
  const { route, params } = matched
  loadPage(route.name).catch(() => {})
  if (!route.operation) return
  const operation: Operation<unknown, Record<string, unknown>> = { ...route.operation, kind: 'query' }
  const variables = route.variables(params)
  void queryClient().prefetchQuery({
    queryKey: operationKey(operation.hash, variables),
    // A prefetch must not show the waiting screen, unless the visitor has navigated to the page in the meantime.
    queryFn: ({ signal }) =>
      runOperation(operation, variables, { signal, showsWait: () => location.pathname.endsWith(address) }),
  })
}
