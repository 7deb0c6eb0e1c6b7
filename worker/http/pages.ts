/**
 * Serves pages. The worker runs the route's operation itself and writes the answer into the page, so the browser does
 * not request the data. Redirects and missing pages have their proper HTTP status. A public page is cached per host,
 * path, language and, for categories, kind of device (`public-answers`). It contains no data about a visitor.
 */
import { artistHasPage } from '../../schema/artist-page.ts'
import shopOperation from '../../schema/generated/operations.json' with { type: 'json' }
import type { ArtistPageQuery, EventPageQuery, ProductPageQuery } from '../../schema/generated/operations.ts'
import type { GuardedEvent, PageData } from '../../schema/page-data.ts'
import {
  isCheckoutRoute,
  isUploadRoute,
  NOT_FOUND,
  type Route,
  type RouteName,
  type RouteParams,
  routeOfPath,
} from '../../schema/routes.ts'
import { isGatedPath } from '../../schema/rules/gated-routes.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { QueuedSession } from '../../schema/waiting-room.ts'
import type { ShopContext } from '../context.ts'
import { shopAddress, shopOfRequest } from '../domain/catalogue/shop-host.ts'
import { isProtected } from '../domain/catalogue/shop-range.ts'
import { designLook } from '../mail/design-look.ts'
import { paymentScripts } from '../payments/table.ts'
import type { Cached } from '../services/cache/cache-lifetime.ts'
import { bytesOf, edgeCache } from '../services/cache/edge-tiers.ts'
import { answerQuestion } from '../services/cache/public-answer.ts'
import { type Entry, type Filled, NotAllowedToFill } from '../services/cache/tiered-cache.ts'
import { isUnlocked } from './access.ts'
import type { Edge, EdgeContext } from './edge-context.ts'
import { renderFirstView } from './first-view.ts'
import { headOf } from './head.ts'
import { redirectInChosenLocale } from './locale.ts'
import { addressWithoutCode, serveLockedPage } from './locked-page.ts'
import { partOf } from './page-part.ts'
import { canonicalProductPath } from './product-address.ts'
import { differsOnTouch, pageKey, sendEntry } from './public-answers.ts'
import { redirectOf, searchPathOf } from './redirects.ts'
import { STYLE_HASH_HEADER } from './security.ts'
import { renderShell } from './shell.ts'
import { edgeRequestOf, localeOf, readEdge, type ShopPath, setVisitorCookie, shopContext } from './shop-context.ts'
import { serveCrawlers } from './sitemap-robots.ts'
import { isTouchDevice } from './touch-device.ts'
import { trackersOf } from './trackers.ts'
import { mayRead, serveTooManyReads } from './uncached-reads.ts'
import { admit } from './waiting-room/admission.ts'
import { roomsGuardingPage } from './waiting-room/guarding-rooms.ts'

const encoder = new TextEncoder()
const SHOP_HASH = shopOperation.find(({ name }) => name === 'Shop')?.hash ?? ''

export async function servePage(http: EdgeContext): Promise<Response> {
  const edge = await readEdge(http)
  const url = new URL(http.req.url)
  // SHOP-06: without catalogue data, only the root path is served, with the fallback shop.
  if (edge.failed && url.pathname !== '/') return redirectTo('/', 302)
  // A redirect to a location that begins with two slashes would lead to another host.
  if (url.pathname.includes('//')) return redirectTo(`${url.pathname.replace(/\/{2,}/g, '/')}${url.search}`, 301)
  const host = shopOfRequest(url, edge.shops)
  if (host.kind === 'none') return redirectTo('/', 302)
  if (host.kind === 'redirect') {
    const answer = redirectTo(redirectInChosenLocale(host.location, http.req.raw), host.status)
    answer.headers.set('vary', 'cookie')
    return answer
  }
  const { shop, basePath, path } = host
  // Only the form for a protected shop's code requests a page by POST.
  if (http.req.method === 'POST' && !isProtected(shop)) return methodNotAllowed()

  const crawled = await serveCrawlers(http, edge, shop, basePath, path)
  if (crawled) return crawled
  if (looksLikeFile(path) && !asksForPage(http)) return new Response('Not found', { status: 404 })
  if (shop.meta.redirect) return redirectTo(shop.meta.redirect, 302)
  const stopped = isProtected(shop) ? await stopAtGate(http, shop, path) : null
  if (stopped) return stopped

  const asked = searchPathOf(path, url)
  if (asked !== null) return redirectTo(`${basePath}${asked}`, 301)
  if (path === '/account' && shop.meta.account_link) return redirectTo(shop.meta.account_link, 302)
  const target = edge.failed ? null : redirectTarget(edge, shop, path)
  if (target !== null) return redirectTo(`${/^https?:/.test(target) ? '' : basePath}${target}${url.search}`, 301)
  return sendPage(http, edge, { shop, basePath, ...routeOfPath(path) })
}

/** Returns the answer of a protected shop's gate, or null if the visitor may see the page. */
async function stopAtGate(http: EdgeContext, shop: ShopRow, path: string): Promise<Response | null> {
  const url = new URL(http.req.url)
  const isPost = http.req.method === 'POST'
  if (!(await isUnlocked(http, shop))) {
    // A code in the address of an open page opens the shop too, as everywhere else.
    const isOpen = !isGatedPath(path) && !isPost && !url.searchParams.has('code')
    return isOpen ? null : serveLockedPage(http, shop, localeOf(http, shop))
  }
  const address = addressWithoutCode(url)
  if (address !== null) return http.redirect(address, 303)
  // The code was submitted again, by a double click or from a second tab.
  return isPost ? http.redirect(`${url.pathname}${url.search}`, 303) : null
}

/** A shop's own redirects take precedence over the redirects that apply to all shops. */
function redirectTarget({ redirects }: Edge, shop: ShopRow, path: string): string | null {
  const of = (shopId: string | null) =>
    redirects.flatMap((known): [string, string][] => (known.shopId === shopId ? [[known.fromPath, known.toPath]] : []))
  return redirectOf(path, new Map([...of(null), ...of(shop.id)]))
}

type PagePath = ShopPath & { route: Route; params: RouteParams }

async function sendPage(http: EdgeContext, edge: Edge, path: PagePath): Promise<Response> {
  const url = new URL(http.req.url)
  const { shop, route, params } = path
  const locale = localeOf(http, shop)
  const isForAll = !edge.failed && !isProtected(shop) && !route.private
  const context = shopContext(http, edge, path, locale)
  const { visitor } = context
  if (isCheckoutRoute(route.name)) http.set('allowsPayment', true)
  if (route.secret) http.set('hasSecretAddress', true)
  if (isUploadRoute(route.name)) http.set('uploads', true)
  try {
    const rooms = await roomsGuardingPage(http, edge, shop, route.name, params.slug)
    const waiting = await admit(http, visitor, rooms, edge.now)
    setVisitorCookie(http, visitor)
    const touch = differsOnTouch(http.req.url) && isTouchDevice(http.req.raw.headers)
    const key = isForAll && http.env.ANSWER_CACHE !== 'off' ? pageKey(http.req.raw) : null
    const fill = () => finishPage(http, context, edge, path, { url, waiting, touch, key })
    // A waiting page is rendered for its visitor. An admitted visitor gets the cached page.
    if (key === null || waiting !== null) return sendEntry(http, (await fill()).entry)
    const allow = () => mayRead(http.env, context)
    const { waitUntil } = edgeRequestOf(http)
    const entry = await edgeCache.read(answerQuestion(key, edge.catalogue, { fill, allow, waitUntil }))
    if (isPage(entry)) http.set('cacheable', { key, entry })
    return sendEntry(http, entry)
  } catch (error) {
    if (!(error instanceof NotAllowedToFill)) throw error
    return serveTooManyReads(http, shop, locale)
  }
}

type PageRequest = {
  url: URL
  waiting: QueuedSession | null
  touch: boolean
  /** The page's cache key; null if the page and its parts must not be cached for other visitors. */
  key: string | null
}

async function finishPage(
  http: EdgeContext,
  context: ShopContext,
  edge: Edge,
  path: PagePath,
  asked: PageRequest,
): Promise<Filled> {
  const { url } = asked
  const page = await pageOf(http, context, edge, path, asked)
  const { cached, isFault } = page
  if (page.movedTo !== null) {
    const { status, headers } = redirectTo(`${path.basePath}${page.movedTo}${url.search}`, 301)
    return { entry: { ...cached, status, headers: [...headers], body: new ArrayBuffer(0) }, keep: false, isFault }
  }
  const firstView = isServerRendered(page) ? await renderFirstView(page.data, url.pathname) : ''
  const { html, styleHash } = await renderShell(http.env, page, firstView)
  const body = bytesOf(encoder.encode(html))
  const headers: [string, string][] = [
    ['content-type', 'text/html; charset=utf-8'],
    ...(styleHash === null ? [] : ([[STYLE_HASH_HEADER, styleHash]] as [string, string][])),
    // `no-cache` makes browsers revalidate each time, because an import must show within five seconds.
    ['cache-control', path.route.secret ? 'private, no-store' : 'private, no-cache'],
    ['content-language', context.locale],
    ['vary', 'accept-language, cookie, sec-ch-ua-mobile, user-agent'],
  ]
  // The pages of invented paths would replace those of real ones in the cache.
  const keep = page.complete && !isFault && path.route !== NOT_FOUND
  return { entry: { ...cached, status: page.data.status, headers, body }, keep, isFault }
}

function isPage({ status }: Entry): boolean {
  return status === 200 || status === 404
}

function methodNotAllowed(): Response {
  return new Response('Method not allowed', {
    status: 405,
    headers: { allow: 'GET, HEAD', 'cache-control': 'no-store' },
  })
}

/**
 * Whether the server renders the first view. Of private pages, whose content depends on the visitor, it renders only
 * the frame and a placeholder. Incomplete pages are rendered only in the browser, except waiting
 * pages, which must be readable without scripts.
 */
function isServerRendered({ complete, data }: Page): boolean {
  return complete || data.waiting !== null
}

type Page = Parameters<typeof renderShell>[1] & {
  /**
   * False if an answer has errors, if the catalogue is unreachable, or if the visitor waits. Such a page is not cached.
   */
  complete: boolean
  /** The lowest version and the earliest time of the page's parts. */
  cached: Cached
  /** Whether a server error made an answer incomplete or out of date. */
  isFault: boolean
  /** The path to redirect to if the requested path is not canonical; otherwise null. */
  movedTo: string | null
}

async function pageOf(
  http: EdgeContext,
  context: ShopContext,
  edge: Edge,
  { shop, route, params }: PagePath,
  { url, waiting, touch, key }: PageRequest,
): Promise<Page> {
  const variables = route.operation ? route.variables(params) : {}
  // The check `mayRead` for a cached page also covers its parts. A waiting page is rendered without this check, so each of
  // its cached parts is checked before it is filled from the database.
  const allow = waiting === null ? undefined : () => mayRead(context.env, context)
  const ask = (hash: string, of: Record<string, unknown>) => partOf(http, context, edge, hash, of, key, allow)
  const isAsked = route.operation !== undefined && !edge.failed
  // A waiting page shows its subject (title, image and structured data). It must not fail if the subject cannot be
  // read, or if the visitor's network has reached the limit of uncached reads.
  const askPage =
    waiting === null ? ask : (hash: string, of: Record<string, unknown>) => ask(hash, of).catch(() => null)
  const [shopAnswer, pageAnswer] = await Promise.all([
    ask(SHOP_HASH, {}),
    isAsked && route.operation ? askPage(route.operation.hash, variables) : null,
  ])
  const ofShop = (shopAnswer.data as { shop: PageData['shop'] } | null)?.shop
  if (!ofShop) throw new Error('the Shop operation returned no shop')
  const parts = [shopAnswer, ...(pageAnswer ? [pageAnswer] : [])]
  const answered = !edge.failed && parts.every((part) => part.isWhole)
  const complete = answered && waiting === null
  const missing = route === NOT_FOUND || (answered && pageAnswer !== null && isMissing(route.name, pageAnswer.data))
  const answers =
    (complete || missing) && pageAnswer && route.operation
      ? [{ hash: route.operation.hash, variables, data: pageAnswer.data }]
      : []
  const canonical = new URL(shopAddress(shop, edge.shops, url))
  const status = missing ? 404 : 200
  return {
    complete,
    cached: {
      version: Math.min(...parts.map(({ cached }) => cached.version)),
      at: Math.min(...parts.map(({ cached }) => cached.at)),
    },
    isFault: parts.some((part) => part.isFault),
    movedTo: complete ? movedTo(route.name, params, pageAnswer?.data) : null,
    design: shop.meta.design ?? 'plain',
    head: headOf({
      route,
      params,
      answer: pageAnswer?.data ?? null,
      shop: ofShop,
      locale: context.locale,
      canonicalOrigin: canonical.origin,
      basePath: canonical.pathname === '/' ? '' : canonical.pathname,
      status,
      now: context.now,
    }),
    data: {
      locale: context.locale,
      layout: designLook(shop.meta.design).layout,
      shop: ofShop,
      serverNow: context.now,
      status,
      touch,
      answers,
      // Nobody needs to wait for a page that does not exist.
      waiting: missing ? null : waiting,
      guardedEvent: waiting !== null && route.name === 'event' ? guardedEvent(pageAnswer?.data) : null,
      paymentScripts: isCheckoutRoute(route.name) ? paymentScripts(context.env) : {},
      trackers: trackersOf(context.env),
      sandbox: context.env.MAILBOX_URL ? { mailboxUrl: context.env.MAILBOX_URL } : null,
    },
  }
}

function guardedEvent(data: unknown): GuardedEvent | null {
  const { event } = (data ?? {}) as Partial<EventPageQuery>
  if (!event) return null
  const {
    slug,
    href,
    status,
    name,
    happeningFromAt,
    happeningUntilAt,
    tileMeta,
    soldOutMessage,
    image,
    artist,
    venue,
  } = event
  return {
    ...{ slug, href, status, name, happeningFromAt, happeningUntilAt, tileMeta, soldOutMessage, image },
    artist: artist.displayName,
    venue: { name: venue.name, city: venue.city, timeZone: venue.timeZone },
  }
}

type Artist = NonNullable<ArtistPageQuery['artist']>

function movedTo(name: RouteName, { slug = '' }: RouteParams, data: unknown): string | null {
  if (name !== 'product' && name !== 'bundle') return null
  const { product } = data as ProductPageQuery
  return product ? canonicalProductPath(product, `/${name === 'bundle' ? 'bundle' : 'products'}/${slug}`) : null
}

/** If a field of the answer is null, this shop does not have the page's subject, so the page is missing. */
function isMissing(name: RouteName, data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return true
  return Object.values(data).some((value) => {
    if (value === null) return true
    if (name === 'artist') return !artistHasPage(value as Artist)
    return typeof value === 'object' && 'category' in value && 'nodes' in value && value.category === null
  })
}

function looksLikeFile(path: string): boolean {
  return /\.[a-z0-9]{2,5}$/i.test(path) && !path.startsWith('/search/')
}

/** True for a request that a browser sends for a document, and not for an image or a script. */
function asksForPage({ req }: EdgeContext): boolean {
  return req.header('accept')?.includes('text/html') ?? false
}

function redirectTo(location: string, status: 301 | 302): Response {
  return new Response(null, {
    status,
    headers: { location, 'cache-control': status === 301 ? 'public, max-age=300' : 'no-store' },
  })
}
