/**
 * Determines the context of a request: the language, the visitor from the signed
 * cookies or the visit header, and the catalogue's state and shops from the cache tiers. If the catalogue cannot be
 * read (SHOP-06), visitors are redirected to the root of the site, which shows a plain fallback shop.
 */
import { DEFAULT_LOCALE, type Locale } from '../../schema/locale.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { ShopContext, Visitor } from '../context.ts'
import { openDatabase, openReplica } from '../db/database.ts'
import { rangeOf } from '../db/range.ts'
import { Reads } from '../db/reads.ts'
import { mainShopOf } from '../domain/catalogue/shop-host.ts'
import { NO_LOAD } from '../domain/waiting-room/admission-rate.ts'
import { coloOf, type EdgeRequest } from '../services/cache/edge-tiers.ts'
import { type CatalogueState, readCatalogueState, readShopsOf } from '../services/catalogue-state.ts'
import { networksOf } from '../services/client-network.ts'
import { log, reasonOf } from '../services/log.ts'
import { hasOpened, isUnlocked, tryCode } from './access.ts'
import { botCheckOf } from './bot-check-cookie.ts'
import type { Edge, EdgeContext } from './edge-context.ts'
import { wantedLocale } from './locale.ts'
import { readPresaleCookie, writePresaleCookie } from './presale-cookie.ts'
import { readCartCookie, writeCartCookie } from './session.ts'
import { cartOfVisit, clearVisitCookie, newVisit, readVisitCookie, sentVisit, writeVisitCookie } from './visit.ts'

/**
 * The shop that is shown without catalogue data: in German by default, without merging of orders, without a payment
 * blacklist and without `meta` (SHOP-06).
 */
const FALLBACK_SHOP: ShopRow = {
  id: 'shp_fallback',
  slug: 'stagedoor',
  name: 'Stagedoor',
  domain: null,
  defaultLocale: DEFAULT_LOCALE,
  isBand: false,
  hasCustomDomain: false,
  artistId: null,
  orderMergingAllowed: false,
  paymentBlacklist: [],
  meta: {},
}

/** The state while the catalogue cannot be read. */
const EMPTY_STATE: CatalogueState = {
  version: 0,
  at: 0,
  formerVersion: 0,
  formerAt: 0,
  rooms: [],
  bookmark: null,
}

/** The shop of a request, and the prefix of its paths: '' or '/slug'. */
export type ShopPath = { shop: ShopRow; basePath: string }

/** The parts of a request that the cache tiers need. */
export function edgeRequestOf({ env, executionCtx, req }: EdgeContext): EdgeRequest {
  return { env, colo: coloOf(req.raw), waitUntil: (work) => executionCtx.waitUntil(work) }
}

/** Reads the state once per request, because both the check of the host and the request's handler need it. */
export function readEdge(http: EdgeContext): Promise<Edge> {
  const edge = http.get('edge') ?? loadEdge(http)
  http.set('edge', edge)
  return edge
}

async function loadEdge(http: EdgeContext): Promise<Edge> {
  // Declared outside of the try block, because active rooms stay in effect if only the shops cannot be read.
  let catalogue = EMPTY_STATE
  try {
    const request = edgeRequestOf(http)
    catalogue = await readCatalogueState(request)
    const { shops, redirects, artists, version } = await readShopsOf(request, catalogue)
    const usable = mainShopOf(shops) !== undefined
    return {
      shops: usable ? shops : [FALLBACK_SHOP],
      redirects,
      artists,
      shopsVersion: version,
      catalogue,
      catalogueVersion: catalogue.version,
      now: Date.now(),
      failed: !usable,
    }
  } catch (error) {
    log('error', 'catalogue unreachable', { error: reasonOf(error) })
    const nothing = { redirects: [], artists: [], shopsVersion: 0, catalogue, catalogueVersion: 0 }
    return { shops: [FALLBACK_SHOP], ...nothing, now: Date.now(), failed: true }
  }
}

export function localeOf(http: EdgeContext, shop: ShopRow): Locale {
  return wantedLocale(http.req.raw) ?? shop.defaultLocale
}

export function shopContext(http: EdgeContext, edge: Edge, { shop, basePath }: ShopPath, locale: Locale): ShopContext {
  const url = new URL(http.req.url)
  const { env } = http
  const db = openDatabase(env.DB)
  const visitor = visitorOf(http, edge.now)
  return {
    env,
    db,
    reads: new Reads(db, () => openReplica(env.DB, edge.catalogue.bookmark)),
    shop,
    shops: edge.shops,
    range: rangeOf(shop, edge.shops),
    artist: edge.artists.find(({ id }) => id === shop.artistId) ?? null,
    shopsVersion: edge.shopsVersion,
    basePath,
    origin: url.origin,
    locale,
    now: edge.now,
    requestId: http.req.header('cf-ray') ?? crypto.randomUUID(),
    ...networksOf(http.req.header('cf-connecting-ip')),
    catalogueVersion: edge.catalogueVersion,
    rooms: edge.catalogue.rooms,
    visitor,
    gate: { isOpen: () => isUnlocked(http, shop) },
    discounts: {
      areOpen: () => hasOpened(http, 'discount', shop),
      tryCode: (code) => tryCode(http, 'discount', shop, code),
    },
    presale: {
      enteredCode: (eventId) => readPresaleCookie(http, eventId, edge.now),
      rememberCode: (eventId, codeId) => writePresaleCookie(http, eventId, codeId, edge.now),
    },
    botCheck: botCheckOf(http, visitor, edge.now),
    queue: { waitingIndex: -1, catalogWaitingIndex: -1, queue: null },
    outcome: { seatLoad: NO_LOAD, placedEvents: null },
    waitUntil: (work) => http.executionCtx.waitUntil(work),
  }
}

export function visitorOf(http: EdgeContext, now: number): Visitor {
  const hasCookies = http.req.header('cookie') !== undefined
  const named = hasCookies ? readCartCookie(http, now) : null
  const given = hasCookies ? readVisitCookie(http, now) : null
  // The header that scripts send takes precedence, because the cookie may have been set after the page's first command.
  const visit = sentVisit(http) ?? given?.key ?? null
  const cartOf = (key: string) => (key === given?.key ? given.cart.id : cartOfVisit(http.env.SESSION_SECRET, key))
  const visitor: Visitor = {
    cartId: named?.id ?? (visit === null ? null : cartOf(visit)),
    namedCarts: [named, given?.cart ?? null].filter((cart) => cart !== null),
    blocksCookies: !hasCookies && sentVisit(http) !== null,
    issuedVisit: null,
    hasNewCart: false,
    useCart(cartId) {
      visitor.cartId = cartId
      visitor.hasNewCart = true
    },
    requireCartId() {
      if (named !== null) return visitor.cartId ?? named.id
      visitor.issuedVisit ??= visit ?? newVisit()
      visitor.cartId ??= cartOf(visitor.issuedVisit)
      return visitor.cartId
    },
  }
  return visitor
}

/**
 * Sets a cookie if this request issued a cart or gave the visitor another one. POST requests set the cart cookie, and all others set the visit cookie. If a
 * page and a command are requested at the same time, the page's answer may arrive later. It must not replace the cart
 * cookie that the command set.
 */
export function setVisitorCookie(http: EdgeContext, visitor: Visitor): void {
  const { cartId, issuedVisit, namedCarts, hasNewCart } = visitor
  if (cartId !== null && hasNewCart) {
    writeCartCookie(http, cartId, Date.now())
    return
  }
  if (cartId === null || issuedVisit === null) return
  const isOfVisit = namedCarts.some(({ id }) => id === cartId)
  if (http.req.method !== 'POST') {
    if (!isOfVisit) writeVisitCookie(http, issuedVisit, cartId, Date.now())
    return
  }
  writeCartCookie(http, cartId, Date.now())
  if (isOfVisit) clearVisitCookie(http)
}
