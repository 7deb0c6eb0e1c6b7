/**
 * The GraphQL endpoint. Each request names a persisted operation by its hash. Queries come by GET. Mutations come by
 * POST, and so do queries with secret variables. Pages of other sites must not send POST requests. Public answers are cached.
 */

import { type Refusal, refuse } from '../../schema/errors.ts'
import { DEFAULT_LOCALE } from '../../schema/locale.ts'
import type { QueuedSession } from '../../schema/waiting-room.ts'
import type { ShopContext, Visitor } from '../context.ts'
import { isProtected } from '../domain/catalogue/shop-range.ts'
import { serveOperation } from '../graphql/execution.ts'
import { type PersistedOperation, persistedOperation } from '../graphql/persisted.ts'
import { edgeCache } from '../services/cache/edge-tiers.ts'
import { NotAllowedToFill } from '../services/cache/tiered-cache.ts'
import { isUnlocked } from './access.ts'
import { shopOfApi } from './api-shop.ts'
import { parseJson, readText } from './body.ts'
import { errorBody, isFromOwnPage } from './browser-post.ts'
import { canonicalVariables } from './canonical-variables.ts'
import type { Edge, EdgeContext } from './edge-context.ts'
import { requestedLocale } from './locale.ts'
import { operationKey, operationQuestion, type PublicQuery, sendEntry } from './public-answers.ts'
import { noteSecurityEvent } from './security-event.ts'
import { edgeRequestOf, readEdge, type ShopPath, setVisitorCookie, shopContext } from './shop-context.ts'
import { mayRead, READ_TRIES_SECONDS } from './uncached-reads.ts'
import {
  type Admission,
  admit,
  admitBuyer,
  forgetPasses,
  noteLoadOf,
  queuedSession,
  renewPasses,
} from './waiting-room/admission.ts'
import { roomsGuarding } from './waiting-room/guarding-rooms.ts'

const MAXIMUM_VARIABLES = 16 * 1024
const MAXIMUM_BODY = 64 * 1024

export async function serveApi(http: EdgeContext): Promise<Response> {
  const edge = await readEdge(http)
  // The status is not 503, because 503 tells the browser that the visitor is in a queue (SES-03).
  if (edge.failed) return refusal(refuse('INTERNAL', { requestId: crypto.randomUUID() }), 500)
  const shopPath = shopOfApi(edge, new URL(http.req.url), http.req.param('slug') ?? '')
  if (!shopPath) return refusal(refuse('NOT_FOUND', { what: 'shop' }), 404)
  return http.req.method === 'POST' ? serveMutation(http, edge, shopPath) : serveQuery(http, edge, shopPath)
}

/** Whether the shop gate stops the operation: the shop is protected, and the visitor has not entered its code. */
async function isLocked(http: EdgeContext, { shop }: ShopPath, { needsNoCode }: PersistedOperation): Promise<boolean> {
  return !needsNoCode && !(await isUnlocked(http, shop))
}

/** A query with a secret among its variables is sent by POST, because URLs are logged. */
function needsPost({ kind, isSecret }: PersistedOperation): boolean {
  return kind === 'mutation' || isSecret
}

async function serveQuery(http: EdgeContext, edge: Edge, shopPath: ShopPath): Promise<Response> {
  const asked = http.req.query()
  const operation = persistedOperation(asked.hash ?? '')
  if (!operation) return refusal(refuse('UNKNOWN_OPERATION', {}), 400)
  if (await isLocked(http, shopPath, operation)) return refusal(refuse('SHOP_LOCKED', {}), 403)
  if (needsPost(operation)) return refusal(refuse('NOT_ALLOWED', {}), 405, { allow: 'POST' })
  const locale = requestedLocale(http) ?? DEFAULT_LOCALE
  const given = parseVariables(asked.variables)
  if (!given) return refusal(refuse('BAD_INPUT', { field: 'variables', expected: 'a JSON object' }), 400)

  const isCached = operation.cachedFrom !== 'nowhere'
  const isForAll = isCached && !isProtected(shopPath.shop) && http.env.ANSWER_CACHE !== 'off'
  const variables = isCached ? canonicalVariables(given, operation.variables()) : given
  const context = shopContext(http, edge, shopPath, locale)
  try {
    const waiting = await admitQuery(http, edge, context, operation, variables)
    if (waiting) return waitingAnswer(http, waiting, context.visitor)
    // A visitor without the code reads the database past the caches, so the limit of the open shops applies.
    if (operation.cachedFrom === 'database' && !(await context.gate.isOpen()) && !(await mayRead(http.env, context)))
      throw new NotAllowedToFill()
    if (isForAll) return await answerForAll(http, edge, context, { operation, locale, variables })
  } catch (error) {
    if (!(error instanceof NotAllowedToFill)) throw error
    return refusal(refuse('TOO_MANY_REQUESTS', {}), 429, { 'retry-after': String(READ_TRIES_SECONDS) })
  }
  const { body, isFault } = await serveOperation(context, operation, variables)
  setVisitorCookie(http, context.visitor)
  return http.body(body, { status: isFault ? 500 : 200, headers: answerHeaders() })
}

/**
 * Reads the answer through the cache tiers. The operation runs only if no tier has a usable answer. Throws NotAllowedToFill
 * if the operation would have to run, but the client has requested too many uncached answers.
 */
async function answerForAll(
  http: EdgeContext,
  edge: Edge,
  context: ShopContext,
  query: PublicQuery,
): Promise<Response> {
  const allow = () => mayRead(http.env, context)
  const question = operationQuestion(edgeRequestOf(http), context, edge.catalogue, query, null, allow)
  const entry = await edgeCache.read(question)
  if (entry.status === 200) http.set('cacheable', { key: operationKey(context, query), entry })
  setVisitorCookie(http, context.visitor)
  return sendEntry(http, entry)
}

async function serveMutation(http: EdgeContext, edge: Edge, shopPath: ShopPath): Promise<Response> {
  if (!isFromOwnPage(http)) {
    noteSecurityEvent('foreign origin refused', { path: new URL(http.req.url).pathname })
    return refusal(refuse('NOT_ALLOWED', {}), 403)
  }
  if (!/^application\/json\b/.test(http.req.header('content-type') ?? '')) {
    return refusal(refuse('BAD_INPUT', { field: 'content-type', expected: 'application/json' }), 415)
  }
  const text = await readText(http.req.raw, MAXIMUM_BODY)
  if (text === null) return refusal(tooLarge(), 413)
  const body = parseObject(text)
  if (!body) return refusal(refuse('BAD_INPUT', { field: 'body', expected: 'a JSON object' }), 400)
  const operation = persistedOperation(typeof body.hash === 'string' ? body.hash : '')
  if (!operation) return refusal(refuse('UNKNOWN_OPERATION', {}), 400)
  if (await isLocked(http, shopPath, operation)) return refusal(refuse('SHOP_LOCKED', {}), 403)
  // Other queries must come by GET, because only `serveQuery` caches and limits them.
  if (!needsPost(operation)) return refusal(refuse('NOT_ALLOWED', {}), 405, { allow: 'GET' })
  const variables = body.variables ?? {}
  if (!isObject(variables)) return refusal(refuse('BAD_INPUT', { field: 'variables', expected: 'an object' }), 400)

  // Read the clock after the body, which a browser may send slowly.
  const current = { ...edge, now: Date.now() }
  const context = shopContext(http, current, shopPath, requestedLocale(http) ?? DEFAULT_LOCALE)
  const { visitor, now } = context
  const rooms = await roomsGuarding(http, edge, shopPath.shop, operation, variables)
  const waiting = await admitBuyer(http, visitor, rooms, now)
  if (waiting) return waitingAnswer(http, waiting, visitor)
  if (operation.name === 'Heartbeat') renewPasses(http, visitor, context.rooms, now)
  const answer = await serveOperation(context, operation, variables)
  const { seatLoad, placedEvents } = context.outcome
  noteLoadOf(rooms, seatLoad, now)
  if (placedEvents !== null) forgetPasses(http, context.rooms, placedEvents)
  setVisitorCookie(http, context.visitor)
  return http.body(answer.body, { status: answer.isFault ? 500 : 200, headers: answerHeaders() })
}

/** Admits the visitor to the rooms that guard the query. No room guards the session query, which reports the queue. */
async function admitQuery(
  http: EdgeContext,
  edge: Edge,
  context: ShopContext,
  operation: PersistedOperation,
  variables: Record<string, unknown>,
): Promise<Admission> {
  const { shop, visitor, now } = context
  if (operation.name === 'Session') context.queue = await queuedSession(http, visitor, context, variables.room, now)
  return admit(http, visitor, await roomsGuarding(http, edge, shop, operation, variables), now)
}

/** Answers with 503 and the queue's status (SES-03). */
async function waitingAnswer(http: EdgeContext, session: QueuedSession, visitor: Visitor): Promise<Response> {
  setVisitorCookie(http, visitor)
  const reason = refuse('QUEUE_ACTIVE', {
    waitingIndex: Math.max(session.waitingIndex, session.catalogWaitingIndex),
  })
  const seconds = Math.ceil(session.queue?.pollAfterSeconds ?? 30)
  const body = JSON.stringify({ ...errorBody(reason), session })
  return http.body(body, 503, { ...answerHeaders(), 'retry-after': String(seconds) })
}

function tooLarge(): Refusal {
  return refuse('BAD_INPUT', { field: 'body', expected: `at most ${MAXIMUM_BODY} bytes` })
}

function answerHeaders(): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
}

function refusal(reason: Refusal, status: number, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(errorBody(reason)), { status, headers: { ...answerHeaders(), ...headers } })
}

function parseVariables(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined || text === '') return {}
  return text.length > MAXIMUM_VARIABLES ? null : parseObject(text)
}

function parseObject(text: string): Record<string, unknown> | null {
  const value = parseJson(text)
  return isObject(value) ? value : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
