/**
 * The cart cookie names the visitor's cart. Only a POST request, such as a command, sets it. Pages and queries by GET set
 * the visit cookie instead (see `visit.ts`). The cart cookie lasts a month. A forged cookie is ignored.
 */
import { isId } from '../../schema/ids.ts'
import type { NamedCart } from '../domain/waiting-room/queue-token.ts'
import type { EdgeContext } from './edge-context.ts'
import { openSignedCookie, writeSignedCookie } from './signed-cookie.ts'

const COOKIE = 'cart'
const MONTH_SECONDS = 30 * 24 * 3600

/** The cart that the cookie names, and the time when the cookie was issued, to the second. */
export function readCartCookie(http: EdgeContext, now: number): NamedCart | null {
  const cookie = openSignedCookie(http, COOKIE, now)
  if (!cookie || !isId('cart', cookie.value)) return null
  return { id: cookie.value, givenAt: cookie.endsAt - MONTH_SECONDS * 1000 }
}

export function writeCartCookie(http: EdgeContext, cartId: string, now: number): void {
  writeSignedCookie(http, COOKIE, cartId, { now, seconds: MONTH_SECONDS })
}
