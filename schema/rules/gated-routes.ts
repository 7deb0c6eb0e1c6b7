/**
 * The pages that a protected shop shows only to visitors with its code (SHOP-07): the catalogue, the cart and the sale. The
 * other pages concern what a fan has already bought, or the law requires them. The directive `@needsNoCode` marks the operations
 * that those pages send. This list is apart from the routes, because the browser does not need it.
 */
import { type RouteName, routeOfPath } from '../routes.ts'

const IS_GATED: Record<RouteName, boolean> = {
  home: true,
  categories: true,
  category: true,
  artists: true,
  artist: true,
  tour: true,
  events: true,
  event: true,
  product: true,
  bundle: true,
  search: true,
  checkout: true,
  'checkout-details': true,
  'checkout-payment': true,
  'checkout-confirm': true,
  'checkout-done': false,
  'pay-later': false,
  order: false,
  'order-lookup': false,
  'order-names': false,
  trace: false,
  'checkout-resume': true,
  'checkout-add-to-order': true,
  'check-in': false,
  'ticket-cancel': false,
  'ticket-change': false,
  refund: false,
  'band-refund': false,
  withdrawal: false,
  reminder: false,
  contact: false,
  imprint: false,
  terms: false,
  'terms-advent': false,
  datapolicy: false,
  jobs: true,
  gamepolicy: false,
  kulturpass: true,
  nofrills: true,
  facebookintegration: true,
  faq: false,
  'faq-kiox': false,
  'faq-package': false,
  'faq-pick-up': false,
  'not-found': true,
}

export function isGatedRoute(name: RouteName): boolean {
  return IS_GATED[name]
}

/** Whether the page at this path needs the code. The path does not contain the shop's base path. */
export function isGatedPath(path: string): boolean {
  return isGatedRoute(routeOfPath(path).route.name)
}
