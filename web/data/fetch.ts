/**
 * The requests to the API. The browser sends only the hash of an operation and its variables. Queries use GET, so that
 * caches can store the answers. Mutations, and queries with a secret, use POST. This module also fetches seat maps and the
 * availability of seats. Every request has a timeout.
 */
import { type AvailabilityAnswer, FRESH_IN_HEADER } from '../../schema/availability.ts'
import type { ErrorCode } from '../../schema/errors.ts'
import type { Operation } from '../../schema/operation.ts'
import type { SeatMapFile } from '../../schema/seat-map-file.ts'
import { currentLocale } from './locale.ts'
import { visitKey } from './visit.ts'
import { startWaitFromAnswer } from './waiting.ts'

const QUERY_TIMEOUT_MS = 15_000
/** Longer than for queries, because mutations at the checkout wait for a payment provider. */
const MUTATION_TIMEOUT_MS = 30_000
const FILE_TIMEOUT_MS = 30_000

/** The server refused the operation with a code. */
export class ShopError extends Error {
  readonly code: ErrorCode
  readonly params: Record<string, unknown>

  constructor(code: ErrorCode, params: Record<string, unknown>) {
    super(code)
    this.name = 'ShopError'
    this.code = code
    this.params = params
  }
}

export type ConnectionFault = 'offline' | 'timeout' | 'server' | 'waiting'

/**
 * The request has no result: there is no connection, the request timed out, the server failed, or a waiting room guards the
 * operation.
 */
export class ConnectionError extends Error {
  readonly fault: ConnectionFault

  constructor(fault: ConnectionFault, cause?: unknown) {
    super(fault, { cause })
    this.name = 'ConnectionError'
    this.fault = fault
  }
}

/** The operation waits with the visitor in a waiting room, whose own screen says so. This is no failure. */
export function isWait(error: unknown): boolean {
  return error instanceof ConnectionError && error.fault === 'waiting'
}

let shopSlug = ''

/** Sets the shop to which all operations go. The page calls it once, before the first request. */
export function setApiShop(slug: string): void {
  shopSlug = slug
}

type RequestOptions = {
  signal?: AbortSignal
  /** The request outlives its page, starts no wait, and does not name the visit, so that no key of one is stored. */
  isBackground?: boolean
  showsWait?: () => boolean
  /** Replaces the default. */
  timeoutMs?: number
}

/**
 * Rejects with a ShopError if the server refuses the operation, and with an AbortError if the signal aborts before the whole
 * answer has arrived. All other errors are ConnectionErrors. `showsWait` decides whether a 503 answer starts a wait.
 */
export async function runOperation<Answer, Variables>(
  operation: Operation<Answer, Variables>,
  variables: Variables,
  { signal, isBackground = false, showsWait = () => !isBackground, timeoutMs }: RequestOptions = {},
): Promise<Answer> {
  const address = new URL(`/api/v2/shops/${shopSlug}/graphql`, location.origin)
  address.searchParams.set('locale', currentLocale())
  const isQuery = operation.kind === 'query'
  const isGet = isQuery && !operation.isSecret
  if (isGet) {
    address.searchParams.set('hash', operation.hash)
    address.searchParams.set('variables', JSON.stringify(variables))
  }
  const request: RequestInit = isGet
    ? { headers: { accept: 'application/json' } }
    : {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(!isBackground && { 'x-visit': visitKey() }),
        },
        keepalive: isBackground,
        body: JSON.stringify({ hash: operation.hash, variables }),
      }
  const limitMs = timeoutMs ?? (isQuery ? QUERY_TIMEOUT_MS : MUTATION_TIMEOUT_MS)
  const { response, body } = await fetchJson<Body>(address, request, limitMs, signal)
  if (response.status === 503) {
    if (showsWait()) startWaitFromAnswer(body.session)
    throw new ConnectionError('waiting')
  }
  const [error] = body.errors ?? []
  if (error) {
    const { code, params } = error.extensions ?? {}
    // After a deployment, the server may send codes that this page's script lacks. They get a general text.
    throw typeof code === 'string' ? new ShopError(code as ErrorCode, params ?? {}) : new ConnectionError('server')
  }
  if (!response.ok || body.data === undefined || body.data === null) throw new ConnectionError('server')
  return body.data as Answer
}

/** Fetches a seat map. Its URL contains a hash of its content. */
export async function fetchSeatMap(url: string): Promise<SeatMapFile> {
  const { response, body } = await fetchJson<SeatMapFile>(new URL(url, location.origin), {}, FILE_TIMEOUT_MS)
  if (!response.ok) throw new ConnectionError('server')
  return body
}

/**
 * Fetches the availability of seats, or its changes since a version. `freshIn` is the number of milliseconds until a newer
 * answer may exist. If nothing has changed, the server answers 304 and the browser returns its cached answer.
 */
export async function fetchAvailability(
  eventId: string,
  since: string | null,
  signal: AbortSignal,
): Promise<{ answer: AvailabilityAnswer; freshIn: number }> {
  const address = new URL(`/availability/${eventId}`, location.origin)
  if (since !== null) address.searchParams.set('since', since)
  const { response, body } = await fetchJson<AvailabilityAnswer & Body>(address, {}, QUERY_TIMEOUT_MS, signal)
  if (response.status === 503) {
    startWaitFromAnswer(body.session)
    throw new ConnectionError('waiting')
  }
  if (!response.ok) throw new ConnectionError('server')
  return { answer: body, freshIn: Number(response.headers.get(FRESH_IN_HEADER) ?? 0) }
}

type Body = {
  data?: unknown
  errors?: { extensions?: { code?: unknown; params?: Record<string, unknown> } }[]
  session?: unknown
}

/** The timeout includes the time in which the body arrives. A body that is not a JSON object is a fault of the server. */
async function fetchJson<Content>(
  address: URL,
  request: RequestInit,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<{ response: Response; body: Content }> {
  const timeout = AbortSignal.timeout(timeoutMs)
  let fault: ConnectionFault = 'offline'
  try {
    const response = await fetch(address, { ...request, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    fault = 'server'
    const body: unknown = await response.json()
    if (typeof body !== 'object' || body === null) throw new TypeError('the body is not a JSON object')
    return { response, body: body as Content }
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ConnectionError(timeout.aborted ? 'timeout' : fault, cause)
  }
}
