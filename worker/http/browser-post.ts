/**
 * Recognises requests from pages of other sites, and answers refused requests with JSON in the form of a GraphQL error.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'
import type { EdgeContext } from './edge-context.ts'

/**
 * Returns false if another site's page sent the POST request. Browsers send the header `Origin` with every POST request. A
 * request without it does not come from any page, so it is let through.
 */
export function isFromOwnPage(http: EdgeContext): boolean {
  const origin = http.req.header('origin')
  return origin === undefined || origin === new URL(http.req.url).origin
}

/** `what` names the missing thing in a 404 answer. */
export function refused(http: EdgeContext, status: 400 | 403 | 404, what = 'path'): Response {
  return refusal(http, status, status === 404 ? refuse('NOT_FOUND', { what }) : refuse('NOT_ALLOWED', {}))
}

export function refusedForNow(http: EdgeContext, seconds: number): Response {
  return refusal(http, 429, refuse('TOO_MANY_REQUESTS', {}), { 'retry-after': String(seconds) })
}

function refusal(
  http: EdgeContext,
  status: 400 | 403 | 404 | 429,
  reason: Refusal,
  headers: Record<string, string> = {},
): Response {
  return http.json(errorBody(reason), status, headers)
}

export function errorBody({ code, params }: Refusal): object {
  return { errors: [{ message: code, extensions: { code, params } }] }
}
