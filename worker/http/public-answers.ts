/**
 * Finished answers that are the same for every visitor: pages and public queries. They come from the cache tiers
 * (`services/cache/tiered-cache`). Queries that read the database also go through the origin shield. Data about a
 * visitor or from a protected shop never gets here. An isolate remembers the final headers of an answer, so that it can
 * send the same answer again from memory without other work.
 */

import type { StatusCode } from 'hono/utils/http-status'
import { LOCALES, type Locale } from '../../schema/locale.ts'
import type { ShopContext } from '../context.ts'
import { openDatabase, openReplica } from '../db/database.ts'
import { Reads } from '../db/reads.ts'
import { BoundedMap } from '../domain/memory/bounded-map.ts'
import { serveOperation } from '../graphql/execution.ts'
import type { PersistedOperation } from '../graphql/persisted.ts'
import { leastOfPart } from '../services/cache/cache-lifetime.ts'
import { bytesOf, type EdgeRequest, edgeCache, shielded, storeInShield } from '../services/cache/edge-tiers.ts'
import { answerQuestion, judgeOfAnswer, partQuestion, shareOfKey } from '../services/cache/public-answer.ts'
import type { Entry, Filled, Question } from '../services/cache/tiered-cache.ts'
import { type CatalogueState, recallCatalogueState } from '../services/catalogue-state.ts'
import type { EdgeContext } from './edge-context.ts'
import { wantedLocale } from './locale.ts'
import { isTouchDevice } from './touch-device.ts'

/** Keys are remembered only for addresses of at most this many characters. */
const LONGEST_ADDRESS = 1_000

const sentHeaders = new WeakMap<Entry, [string, string][]>()
const keyOfAddress = new BoundedMap<string, string>('keys of API addresses', 5_000)
const encoder = new TextEncoder()

/**
 * The key of a page. It contains the address without the query string, the language that the visitor wants, and, for
 * a category, whether the device is a touch device. Change its number with the headers that an entry needs, because two
 * deployments share the cache of a location while one replaces the other.
 */
export function pageKey(request: Request): string {
  const { url } = request
  const query = url.indexOf('?')
  const device = differsOnTouch(url) && isTouchDevice(request.headers) ? 'touch' : ''
  return `page2|${query < 0 ? url : url.slice(0, query)}\n${wantedLocale(request) ?? ''}|${device}`
}

/** Only a category shows fewer products on touch devices (CAT-03); all other pages are the same for every device. */
export function differsOnTouch(url: string): boolean {
  return url.includes('/categories/')
}

export type PublicQuery = { operation: PersistedOperation; locale: Locale; variables: Record<string, unknown> }

/** The key of a query; `variables` are canonical. */
export function operationKey(
  { shop, origin, basePath }: ShopContext,
  { operation, locale, variables }: PublicQuery,
): string {
  return `answer|${origin}${basePath}|${shop.slug}|${operation.hash}|${JSON.stringify(variables)}\n${locale}`
}

/**
 * The cache question for a query's answer. If `page` is null, the answer is sent alone. Otherwise, `page` is the key of the
 * page that contains the answer.
 */
export function operationQuestion(
  { env, waitUntil }: EdgeRequest,
  context: ShopContext,
  catalogue: CatalogueState,
  query: PublicQuery,
  page: string | null,
  allow?: Question['allow'],
): Question {
  const key = operationKey(context, query)
  const share = shareOfKey(page ?? key)
  const fillAlone = () => runForAll(context, catalogue.version, query)
  const fillShielded = () =>
    shielded(env, key, leastOfPart(catalogue, share, Date.now()), async () => {
      // The rows contain all languages, so they are read only once, and the answers in all languages are stored.
      const db = openDatabase(env.DB)
      const reads = new Reads(db, () => openReplica(env.DB, catalogue.bookmark), 'read once')
      const [filled] = await Promise.all([
        runForAll({ ...context, reads }, catalogue.version, query),
        ...LOCALES.filter((locale) => locale !== query.locale).map(async (locale) => {
          const other = { ...query, locale }
          const { entry, keep } = await runForAll({ ...context, reads, locale }, catalogue.version, other)
          if (keep) waitUntil(storeInShield(env, operationKey(context, other), entry))
        }),
      ])
      return filled
    })
  const fill = query.operation.cachedFrom === 'shops' ? fillAlone : fillShielded
  const filling = { fill, allow, waitUntil }
  return page === null ? answerQuestion(key, catalogue, filling) : partQuestion(key, share, catalogue, filling)
}

async function runForAll(
  context: ShopContext,
  version: number,
  { operation, variables }: PublicQuery,
): Promise<Filled> {
  const at = Date.now()
  const { body, failed, isFault } = await serveOperation(context, operation, variables)
  // If the shops of the current version could not be read, the context contains older shops. The answer then gets their
  // version and is not cached.
  const isBehind = context.shopsVersion < version
  const entry = {
    version: isBehind ? context.shopsVersion : version,
    at,
    status: isFault ? 500 : 200,
    headers: [
      ['content-type', 'application/json; charset=utf-8'],
      ['cache-control', failed ? 'no-store' : 'public, no-cache'],
      ['x-content-type-options', 'nosniff'],
    ] as const,
    body: bytesOf(encoder.encode(body)),
  }
  return { entry, keep: !failed && !isBehind, isFault: isFault || isBehind }
}

/** The finished answer, if this isolate has it in memory and it is fresh. */
export function recallAnswer(request: Request, edge: EdgeRequest): Response | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const { url } = request
  const isApi = url.startsWith('/api/', url.indexOf('/', 'https://'.length))
  const key = isApi ? keyOfAddress.get(url) : pageKey(request)
  if (key === undefined) return null
  const catalogue = recallCatalogueState(edge)
  // While a waiting room is active, the visitor's admission must be checked first.
  if (!catalogue || catalogue.rooms.length > 0) return null
  const entry = edgeCache.peek(key, judgeOfAnswer(key, catalogue))
  const headers = entry && sentHeaders.get(entry)
  if (!headers) return null
  return new Response(request.method === 'HEAD' ? null : entry.body, { status: entry.status, headers })
}

/** Turns the entry into an answer. The router adds the cookies that this request has set. */
export function sendEntry(http: EdgeContext, { status, headers, body }: Entry): Response {
  const content = body.byteLength > 0 ? body : null
  return http.newResponse(content, {
    status: status as StatusCode,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  })
}

/** Remembers an answer's final headers and, for the answer of a query, the address that requested it. */
export function rememberAnswer(address: string, key: string, entry: Entry, headers: Headers): void {
  if (!sentHeaders.has(entry)) sentHeaders.set(entry, [...headers])
  if (address.length > LONGEST_ADDRESS || !key.startsWith('answer|')) return
  keyOfAddress.set(address, key)
}
