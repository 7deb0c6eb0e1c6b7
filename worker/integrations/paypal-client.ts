/**
 * Sends requests to PayPal's REST API. Each isolate caches one access token until shortly before it expires. Requests that
 * change something carry a PayPal-Request-Id, so a repeated request has no second effect.
 */
import * as z from 'zod/mini'

export type PayPalSettings = {
  PAYPAL_CLIENT_ID?: string
  PAYPAL_CLIENT_SECRET?: string
  PAYPAL_MERCHANT_ID?: string
  PAYPAL_API_BASE?: string
  PAYPAL_WEBHOOK_ID?: string
}

const LIVE = 'https://api-m.paypal.com'
const TIMEOUT_MS = 10_000
/** The pause before a token expires in which the cached token is no longer used. */
const TOKEN_MARGIN_MS = 60_000

/** PayPal's answer to a request that failed. `status` is null if PayPal did not answer. */
export class PayPalError extends Error {
  readonly status: number | null
  /** PayPal's code for the reason, for example `INSTRUMENT_DECLINED`. */
  readonly issue: string
  constructor(status: number | null, issue: string, debugId: string | null = null) {
    super(`PayPal: ${status ?? 'no answer'} ${issue}${debugId === null ? '' : ` (debug id ${debugId})`}`)
    this.name = 'PayPalError'
    this.status = status
    this.issue = issue
  }
}

/**
 * Statuses that say nothing about the request itself: wrong or restricted credentials, a timeout, a request that is still
 * running under the same id, or too many requests.
 */
const NO_VERDICT = [401, 403, 408, 409, 429]
/** PayPal still works on an earlier request about the same order. */
const STILL_RUNNING = 'ORDER_COMPLETION_IN_PROGRESS'

/** Whether PayPal understood the request and refused it; otherwise the same request may succeed later. */
export function isPayPalRefusal(error: unknown): error is PayPalError {
  if (!(error instanceof PayPalError) || error.status === null || error.issue === STILL_RUNNING) return false
  return error.status >= 400 && error.status < 500 && !NO_VERDICT.includes(error.status)
}

/** Whether PayPal was unreachable, could not answer, or did not accept the credentials. */
export function isPayPalOutage(error: unknown): boolean {
  return error instanceof PayPalError && !isPayPalRefusal(error)
}

export function payPalRefusalCode(error: unknown): string {
  return error instanceof PayPalError ? error.issue.toLowerCase() : 'refused'
}

export function isUnknownAtPayPal(error: unknown): boolean {
  return error instanceof PayPalError && error.status === 404
}

/** Returns the base address of PayPal's API without a trailing slash. */
export function payPalBase({ PAYPAL_API_BASE: base }: PayPalSettings): string {
  return (base || LIVE).replace(/\/+$/, '')
}

type PayPalRequest = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  /** The body as JSON text. PayPal requires one even for requests without parameters. */
  body?: string
  /** At most 108 characters. PayPal remembers it for at least 6 hours. */
  requestId?: string
}

/**
 * Sends a request and parses the answer. A request without an answer, or with a status of 500 or more, is sent once more.
 * An access token that PayPal has revoked is replaced once. Throws a PayPalError.
 */
export async function askPayPal<Answer>(
  settings: PayPalSettings,
  request: PayPalRequest,
  answer: z.ZodMiniType<Answer>,
): Promise<Answer> {
  let response = await sendTwice(settings, request, await accessToken(settings))
  if (response.status === 401) {
    cachedToken = null
    response = await sendTwice(settings, request, await accessToken(settings))
  }
  if (!response.ok) throw await errorOf(response)
  return parsed(response, answer)
}

async function sendTwice(settings: PayPalSettings, request: PayPalRequest, token: string): Promise<Response> {
  const { method, path, body, requestId } = request
  const send = () =>
    fetchPayPal(`${payPalBase(settings)}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      },
      ...(body === undefined ? {} : { body }),
    })
  try {
    const response = await send()
    if (response.status < 500) return response
    await response.body?.cancel()
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
  }
  return send()
}

async function fetchPayPal(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    throw new PayPalError(null, error instanceof Error ? error.name : 'unreachable')
  }
}

const failure = z.object({
  name: z.optional(z.string()),
  error: z.optional(z.string()),
  debug_id: z.optional(z.string()),
  details: z.optional(z.array(z.object({ issue: z.optional(z.string()) }))),
})

async function errorOf(response: Response): Promise<PayPalError> {
  const found = failure.safeParse(await response.json().catch(() => null))
  const { name, error, debug_id: debugId, details } = found.data ?? {}
  return new PayPalError(response.status, details?.[0]?.issue ?? name ?? error ?? 'UNKNOWN', debugId ?? null)
}

async function parsed<Answer>(response: Response, answer: z.ZodMiniType<Answer>): Promise<Answer> {
  // PATCH answers 204 without a body.
  const text = await response.text().catch(() => null)
  if (text === null) throw new PayPalError(null, 'answer interrupted')
  const found = answer.safeParse(text === '' ? {} : jsonOf(text))
  if (!found.success) throw new PayPalError(null, 'answer not understood')
  return found.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The access token of the last used credentials. */
let cachedToken: { owner: string; token: string; until: number } | null = null

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })

async function accessToken(settings: PayPalSettings): Promise<string> {
  const { PAYPAL_CLIENT_ID: id = '', PAYPAL_CLIENT_SECRET: secret = '' } = settings
  const owner = `${payPalBase(settings)} ${id} ${secret}`
  if (cachedToken?.owner === owner && cachedToken.until > Date.now()) return cachedToken.token
  const response = await fetchPayPal(`${payPalBase(settings)}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${id}:${secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  // A refused secret key is an outage: nothing is wrong with the payment.
  if (!response.ok) throw new PayPalError(response.status >= 500 ? response.status : 401, 'AUTHENTICATION_FAILURE')
  const { access_token: token, expires_in: seconds } = await parsed(response, tokenAnswer)
  cachedToken = { owner, token, until: Date.now() + seconds * 1000 - TOKEN_MARGIN_MS }
  return token
}
