/**
 * The visitor's cookie names the cart. The first command that needs a cart sets it, a page or a query never does (see
 * `visit.ts`). It lasts for a month and opens nothing but that cart. A forged or foreign cookie counts as none.
 */
import { isId } from '../../schema/ids.ts'
import type { NamedCart } from '../domain/waiting-room/queue-token.ts'
import type { EdgeContext } from './edge-context.ts'
import { openSignedCookie, writeSignedCookie } from './signed-cookie.ts'

const COOKIE = 'cart'
const MONTH_SECONDS = 30 * 24 * 3600

/** The cart that the browser names, and when it was given the cookie, to the second. */
export function readCartCookie(http: EdgeContext, now: number): NamedCart | null {
  const cookie = openSignedCookie(http, COOKIE, now)
  if (!cookie || !isId('cart', cookie.value)) return null
  return { id: cookie.value, givenAt: cookie.endsAt - MONTH_SECONDS * 1000 }
}

export function writeCartCookie(http: EdgeContext, cartId: string, now: number): void {
  writeSignedCookie(http, COOKIE, cartId, { now, seconds: MONTH_SECONDS })
}
