/**
 * Pages. The route's operation runs in-process and its answer goes into the page with head and structured data, so the
 * browser starts with data. Redirects and not-found pages are real statuses. A finished page is kept for a
 * while per host, path, language and catalogue version (`memory-cache`); it holds nothing of one visitor.
 */

import { artistIsShown } from '../../schema/artist-page.ts'
import shopOperation from '../../schema/generated/operations.json' with { type: 'json' }
import type { ArtistPageQuery, EventPageQuery, ProductPageQuery } from '../../schema/generated/operations.ts'
import type { PageData, WaitedEvent } from '../../schema/page-data.ts'
import type { QueuedSession } from '../../schema/queue.ts'
import { matchRoute, type RouteName, type RouteParams } from '../../schema/routes.ts'
import type { ShopContext, ShopRow } from '../context.ts'
import { openDatabase } from '../db/database.ts'
import { loadRedirects } from '../db/shop.ts'
import { rightProductPath } from '../domain/page-address.ts'
import { redirectOf } from '../domain/redirects.ts'
import { shopAddress, shopOfRequest } from '../domain/shop-host.ts'
import { isProtected } from '../domain/shop-range.ts'
import { isTouchDevice } from '../domain/touch-device.ts'
import { type PersistedOperation, persistedOperation } from '../graphql/persisted.ts'
import { runOperation } from '../graphql/yoga.ts'
import { isUnlocked } from './access.ts'
import { admit } from './admission.ts'
import { serveCrawlers } from './crawlers.ts'
import { drawPage } from './first-view.ts'
import { headOf } from './head.ts'
import { keptSubject } from './kept-subject.ts'
import { addressWithoutCode, serveLockedPage } from './locked-page.ts'
import { differsForFingers, recallAnswer } from './memory-cache.ts'
import { roomsBeforePage } from './rooms-before.ts'
import { renderShell } from './shell.ts'
import { type Edge, type EdgeContext, keepVisitor, localeOf, readEdge, shopContext } from './shop-context.ts'

/** Shops times languages, and a margin for hosts that lead to the same shop. */
const MOST_SHOP_ANSWERS = 1_000
const SHOP_HASH = shopOperation.find(({ name }) => name === 'Shop')?.hash ?? ''

export async function servePage(http: EdgeContext): Promise<Response> {
  const edge = await readEdge(http.env)
  const url = new URL(http.req.url)
  // SHOP-06: without catalogue data there is only the root, with the fallback shop.
  if (edge.failed && url.pathname !== '/') return found('/', 302)
  // A location that begins with two slashes would be another host's.
  if (url.pathname.includes('//')) return found(`${url.pathname.replace(/\/{2,}/g, '/')}${url.search}`, 301)
  const place = shopOfRequest(url, edge.shops)
  if (place.kind === 'none') return found('/', 302)
  if (place.kind === 'redirect') return found(place.location, place.status)
  const { shop, basePath, path } = place

  const crawled = await serveCrawlers(http, edge, shop, basePath, path)
  if (crawled) return crawled
  if (looksLikeFile(path)) return new Response('Not found', { status: 404 })
  if (shop.meta.redirect) return found(shop.meta.redirect, 302)
  if (isProtected(shop)) {
    if (!(await isUnlocked(http, shop))) return serveLockedPage(http, shop, localeOf(http, shop))
    const address = addressWithoutCode(url)
    if (address !== null) return http.redirect(address, 303)
  }

  const asked = wantedBySearch(path, url)
  if (asked !== null) return found(`${basePath}${asked}`, 301)
  if (path === '/account' && shop.meta.account_link) return found(shop.meta.account_link, 302)
  const old = edge.failed ? null : await oldAddress(http, edge, shop, path)
  if (old !== null) return found(`${/^https?:/.test(old) ? '' : basePath}${old}${url.search}`, 301)
  const matched = matchRoute(path)
  // SHOP-11: a path that no page has goes home.
  if (!matched) return found(`${basePath}/`, 301)
  return sendPage(http, edge, { shop, basePath, ...matched })
}

async function oldAddress(http: EdgeContext, edge: Edge, shop: ShopRow, path: string): Promise<string | null> {
  const map = await loadRedirects(openDatabase(http.env.DB), edge.catalogueVersion, shop.id)
  return redirectOf(path, map)
}

type Place = {
  shop: ShopRow
  basePath: string
  route: NonNullable<ReturnType<typeof matchRoute>>['route']
  params: RouteParams
}

async function sendPage(http: EdgeContext, edge: Edge, place: Place): Promise<Response> {
  const url = new URL(http.req.url)
  const locale = localeOf(http, place.shop)
  const isForAll = !edge.failed && !isProtected(place.shop) && !place.route.private
  const cacheable = isForAll && http.env.ANSWER_CACHE !== 'off'
  const context = shopContext(http, edge, place.shop, place.basePath, locale)
  const { visitor } = context
  const before = visitor.cartId
  const rooms = await roomsBeforePage(http, edge, place.shop, place.route.name, place.params.slug)
  const waiting = await admit(http, visitor, rooms, edge.now)
  keepVisitor(http, before, visitor)
  // With a room in use the door came first; whoever is let in gets the finished page like everybody.
  const known = waiting === null && cacheable ? recallAnswer(http.req.raw) : null
  if (known) return http.newResponse(known.body, known)
  const touch = differsForFingers(http.req.url) && isTouchDevice(http.req.raw.headers)
  const page = await pageOf(context, edge, place, url, waiting, touch)
  if (page.movedTo !== null) return found(`${place.basePath}${page.movedTo}${url.search}`, 301)
  const drawn = isDrawn(page, place.route) ? await drawPage(page.data, url.pathname) : ''
  const body = await renderShell(http.env, page, drawn)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    // Revalidated each time: the edge answers from its own memory, and an import must show within five seconds.
    'cache-control': 'private, no-cache',
    'content-language': locale,
    vary: 'cookie, sec-ch-ua-mobile, user-agent',
  }
  if (cacheable && page.complete) http.set('cacheable', { version: edge.catalogueVersion, body })
  return http.body(body, { status: page.data.status, headers })
}

/**
 * What belongs to one visitor, or misses an answer, the browser draws alone. A waiting page is drawn for each: it must say
 * what it has to say, and let the queue go on, where a script does not come.
 */
function isDrawn({ complete, data }: Page, route: Place['route']): boolean {
  return (complete || data.waiting !== null) && !route.private
}

export type Page = {
  data: PageData
  head: ReturnType<typeof headOf>
  design: string
  /** False where an answer is missing: such a page is sent, but not kept. */
  complete: boolean
  /** The path its subject really has, where that is another one. */
  movedTo: string | null
}

async function pageOf(
  context: ShopContext,
  edge: Edge,
  { shop, route, params }: Place,
  url: URL,
  waiting: QueuedSession | null,
  touch: boolean,
): Promise<Page> {
  const variables = route.operation ? route.variables(params) : {}
  const shopQuery = persistedOperation(SHOP_HASH)
  const pageQuery = route.operation ? persistedOperation(route.operation.hash) : undefined
  if (!shopQuery) throw new Error('the Shop operation is not known')
  const [shopAnswer, pageAnswer] = await Promise.all([
    shopData(context, shopQuery),
    pageQuery && !edge.failed ? (waiting === null ? runOperation : keptSubject)(context, pageQuery, variables) : null,
  ])
  const answered = !edge.failed && shopAnswer.complete && (pageAnswer === null || pageAnswer.errors.length === 0)
  const complete = answered && waiting === null
  const missing = answered && pageAnswer !== null && isMissing(route.name, pageAnswer.data)
  const answers =
    (complete || missing) && pageAnswer && route.operation
      ? [{ hash: route.operation.hash, variables, data: pageAnswer.data }]
      : []
  const main = edge.shops.find((known) => !known.isBand) ?? shop
  const canonical = new URL(shopAddress(shop, main, url))
  const status = missing ? 404 : 200
  return {
    complete,
    movedTo: complete ? movedTo(route.name, params, pageAnswer?.data) : null,
    design: shop.meta.design ?? 'plain',
    head: headOf({
      route,
      params,
      answer: pageAnswer?.data ?? null,
      shop: shopAnswer.shop,
      locale: context.locale,
      canonicalOrigin: canonical.origin,
      basePath: canonical.pathname === '/' ? '' : canonical.pathname,
      status,
      now: context.now,
    }),
    data: {
      locale: context.locale,
      shop: shopAnswer.shop,
      serverNow: context.now,
      status,
      touch,
      answers,
      // There is nothing to wait for on a page that is not there.
      waiting: missing ? null : waiting,
      waitedFor: waiting !== null && route.name === 'event' ? waitedEvent(pageAnswer?.data) : null,
      sandbox: context.env.MAILBOX_URL ? { mailboxUrl: context.env.MAILBOX_URL } : null,
    },
  }
}

function waitedEvent(data: unknown): WaitedEvent | null {
  const { event } = (data ?? {}) as Partial<EventPageQuery>
  if (!event) return null
  const { slug, href, name, happeningFromAt, happeningUntilAt, meta, soldOutMessage, image, artist, venue } = event
  return {
    ...{ slug, href, name, happeningFromAt, happeningUntilAt, meta, soldOutMessage, image },
    artist: artist.displayName,
    venue: { name: venue.name, city: venue.city, timeZone: venue.timeZone },
  }
}

type Artist = NonNullable<ArtistPageQuery['artist']>

type ShopAnswer = { shop: PageData['shop']; complete: boolean }

let shopAnswers: { version: number; byPlace: Map<string, ShopAnswer> } = { version: -1, byPlace: new Map() }

/** The same for every page of a shop: asked once for a version, so that a crowd at the door costs no database. */
async function shopData(context: ShopContext, query: PersistedOperation): Promise<ShopAnswer> {
  const { catalogueVersion: version, shop, locale, origin, basePath } = context
  if (shopAnswers.version !== version) shopAnswers = { version, byPlace: new Map() }
  const key = `${shop.id}|${locale}|${origin}|${basePath}`
  const known = shopAnswers.byPlace.get(key)
  if (known) return known
  const { data, errors } = await runOperation(context, query, {})
  const answered = (data as { shop: PageData['shop'] } | null)?.shop
  if (!answered) throw new Error('the shop did not answer')
  const answer = { shop: answered, complete: errors.length === 0 }
  if (answer.complete && shopAnswers.byPlace.size < MOST_SHOP_ANSWERS) shopAnswers.byPlace.set(key, answer)
  return answer
}

function movedTo(name: RouteName, { slug = '' }: RouteParams, data: unknown): string | null {
  if (name !== 'product' && name !== 'bundle') return null
  const { product } = data as ProductPageQuery
  return product ? rightProductPath(product, `/${name === 'bundle' ? 'bundle' : 'products'}/${slug}`) : null
}

/** A page's subject is the first field of its answer; null means that there is no such thing in this shop. */
function isMissing(name: RouteName, data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return true
  return Object.values(data).some((value) => {
    if (value === null) return true
    if (name === 'artist') return !artistIsShown(value as Artist)
    return typeof value === 'object' && 'category' in value && 'nodes' in value && value.category === null
  })
}

/** `/search?key=words`: the old way to ask. Without words it is an unknown path, which goes home. */
function wantedBySearch(path: string, url: URL): string | null {
  const words = path === '/search' ? (url.searchParams.get('key') ?? '').trim() : ''
  if (words === '') return null
  const others = new URLSearchParams(url.searchParams)
  others.delete('key')
  return `/search/${encodeURIComponent(words)}${others.size > 0 ? `?${others}` : ''}`
}

function looksLikeFile(path: string): boolean {
  return /\.[a-z0-9]{2,5}$/i.test(path) && !path.startsWith('/search/')
}

function found(location: string, status: 301 | 302): Response {
  return new Response(null, {
    status,
    headers: { location, 'cache-control': status === 301 ? 'public, max-age=300' : 'no-store' },
  })
}
