/**
 * Finished answers that are the same for everybody: pages, and operations that concern nobody in particular. They pass three
 * tiers (services/tiered-cache); an operation's also the origin shield, since that alone reads the database. Nothing of a
 * visitor and nothing of a shop behind a password comes in here. In memory an answer has the headers with which it
 * left, so that the next one is sent without a look at anything else.
 */

import type { StatusCode } from 'hono/utils/http-status'
import { LOCALES, type Locale } from '../../schema/locale.ts'
import type { ShopContext } from '../context.ts'
import { openDatabase, openReplica } from '../db/database.ts'
import { Reads } from '../db/reads.ts'
import { BoundedMap } from '../domain/memory/bounded-map.ts'
import { serveOperation } from '../graphql/execution.ts'
import { persistedOperation } from '../graphql/persisted.ts'
import { leastOfPart } from '../services/cache/cache-lifetime.ts'
import { bytesOf, type EdgeRequest, edgeCache, handOut, shielded } from '../services/cache/edge-tiers.ts'
import { answerQuestion, judgeOfAnswer, partQuestion, shareOfKey } from '../services/cache/public-answer.ts'
import type { Entry, Filled, Question } from '../services/cache/tiered-cache.ts'
import { type CatalogueState, recallCatalogueState } from '../services/catalogue-state.ts'
import type { EdgeContext } from './edge-context.ts'
import { chosenLocale } from './locale.ts'
import { isTouchDevice } from './touch-device.ts'

/** Addresses with a known canonical key, so that a hit parses no variables. */
const LONGEST_ADDRESS = 1_000

type Finished = { headers: [string, string][] }
const finished = new WeakMap<Entry, Finished>()
const keyOfAddress = new BoundedMap<string, string>('keys of API addresses', 5_000)
const encoder = new TextEncoder()

/** The key of a page: its address without the query, the language, and whether the device has a touch screen. */
export function pageKey(request: Request): string {
  const { url } = request
  const query = url.indexOf('?')
  const device = differsForFingers(url) && isTouchDevice(request.headers) ? 'touch' : ''
  return `page|${query < 0 ? url : url.slice(0, query)}\n${chosenLocale(request) ?? ''}|${device}`
}

/** Only a category shows fewer products on touch devices (CAT-03); all other pages are the same for every device. */
export function differsForFingers(url: string): boolean {
  return url.includes('/categories/')
}

export type Asked = { hash: string; locale: Locale; variables: Record<string, unknown> }

/** The key of a query; `variables` are canonical. */
export function operationKey({ shop, origin, basePath }: ShopContext, { hash, locale, variables }: Asked): string {
  return `answer|${origin}${basePath}|${shop.slug}|${hash}|${JSON.stringify(variables)}\n${locale}`
}

/** The answer of an operation, alone or as a part of the page with this key. */
export function operationQuestion(
  { env, waitUntil }: EdgeRequest,
  context: ShopContext,
  catalogue: CatalogueState,
  asked: Asked,
  page: string | null,
  allow?: Question['allow'],
): Question {
  const key = operationKey(context, asked)
  const share = shareOfKey(page ?? key)
  const fillAlone = () => runForAll(context, catalogue.version, asked)
  const fillShielded = () =>
    shielded(env, key, leastOfPart(catalogue, share, Date.now()), async () => {
      // The rows are those of every language: what is read for one is handed out in all.
      const db = openDatabase(env.DB)
      const reads = new Reads(db, () => openReplica(env.DB, catalogue.bookmark), 'read once')
      const [filled] = await Promise.all([
        runForAll({ ...context, reads }, catalogue.version, asked),
        ...LOCALES.filter((locale) => locale !== asked.locale).map(async (locale) => {
          const other = { ...asked, locale }
          const { entry, keep } = await runForAll({ ...context, reads, locale }, catalogue.version, other)
          if (keep) waitUntil(handOut(env, operationKey(context, other), entry))
        }),
      ])
      return filled
    })
  const fill = persistedOperation(asked.hash)?.cachedFrom === 'shops' ? fillAlone : fillShielded
  const filling = { fill, allow, waitUntil }
  return page === null ? answerQuestion(key, catalogue, filling) : partQuestion(key, share, catalogue, filling)
}

async function runForAll(context: ShopContext, version: number, { hash, variables }: Asked): Promise<Filled> {
  const at = Date.now()
  const { body, failed, isFault } = await serveOperation(context, hash, variables)
  // The rows of the shops stand in for those of this version: the answer is of theirs, and nobody else gets it.
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

/** The finished answer if this isolate has it and it needs no renewal. */
export function recallAnswer(request: Request, edge: EdgeRequest): Response | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const { url } = request
  const isApi = url.startsWith('/api/', url.indexOf('/', 'https://'.length))
  const key = isApi ? keyOfAddress.get(url) : pageKey(request)
  if (key === undefined) return null
  const catalogue = recallCatalogueState(edge)
  // While a waiting room is active, admission comes before any answer.
  if (!catalogue || catalogue.rooms.length > 0) return null
  const entry = edgeCache.peek(key, judgeOfAnswer(key, catalogue))
  const known = entry && finished.get(entry)
  if (!known) return null
  return new Response(request.method === 'HEAD' ? null : entry.body, {
    status: entry.status,
    headers: known.headers,
  })
}

/** Adds the cookies of this request. */
export function sendEntry(http: EdgeContext, { status, headers, body }: Entry): Response {
  const content = body.byteLength > 0 ? body : null
  return http.newResponse(content, {
    status: status as StatusCode,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  })
}

/** Remembers an answer's final headers and the address that requested it. */
export function noteFinished(address: string, key: string, entry: Entry, headers: Headers): void {
  if (!finished.has(entry)) finished.set(entry, { headers: [...headers] })
  if (address.length > LONGEST_ADDRESS || !key.startsWith('answer|')) return
  keyOfAddress.set(address, key)
}
