/**
 * The visitor's cookie names the cart. Only the first command that needs a cart sets it, never a page or a query (see
 * `visit.ts`). It lasts a month and opens only that cart. A forged cookie counts as none.
 */
import { isId } from '../../schema/ids.ts'
import type { NamedCart } from '../domain/waiting-room/queue-token.ts'
import type { EdgeContext } from './edge-context.ts'
import { openSignedCookie, writeSignedCookie } from './signed-cookie.ts'

const COOKIE = 'cart'
const MONTH_SECONDS = 30 * 24 * 3600

/** The cart that the browser names, and when the cookie was issued, to the second. */
export function readCartCookie(http: EdgeContext, now: number): NamedCart | null {
  const cookie = openSignedCookie(http, COOKIE, now)
  if (!cookie || !isId('cart', cookie.value)) return null
  return { id: cookie.value, givenAt: cookie.endsAt - MONTH_SECONDS * 1000 }
}

export function writeCartCookie(http: EdgeContext, cartId: string, now: number): void {
  writeSignedCookie(http, COOKIE, cartId, { now, seconds: MONTH_SECONDS })
}
