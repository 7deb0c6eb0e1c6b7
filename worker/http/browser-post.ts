/** What the small posts of our own pages have in common: another site's page may not send them, and refusals are JSON. */
import { refuse } from '../../schema/errors.ts'
import type { EdgeContext } from './shop-context.ts'

/** Browsers name the origin on every post; what names none is no page. */
export function isFromOwnPage(http: EdgeContext): boolean {
  const origin = http.req.header('origin')
  return origin === undefined || origin === new URL(http.req.url).origin
}

/** `what` names what 404 did not find. */
export function refused(http: EdgeContext, status: 400 | 403 | 404 | 429, what = 'path'): Response {
  const { code, params } = refusalOf(status, what)
  return http.json({ errors: [{ message: code, extensions: { code, params } }] }, status)
}

function refusalOf(status: 400 | 403 | 404 | 429, what: string) {
  if (status === 404) return refuse('NOT_FOUND', { what })
  return status === 429 ? refuse('TOO_MANY_REQUESTS', {}) : refuse('NOT_ALLOWED', {})
}
