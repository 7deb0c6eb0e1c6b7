/**
 * The visitor's cookie names the cart. It is set when something first needs a cart, lasts for a month and opens nothing but
 * that cart. A forged or foreign cookie counts as none.
 */
import { createHmac } from 'node:crypto'
import { derivedId, isId, newId } from '../../schema/ids.ts'
import type { NamedCart } from '../domain/queue-token.ts'
import type { EdgeContext } from './shop-context.ts'
import { openSignedCookie, writeSignedCookie } from './signed-cookie.ts'

const COOKIE = 'cart'
const MONTH_SECONDS = 30 * 24 * 3600

/** The cart that the browser names, and when it was given the cookie, to the second. */
export function readCartCookie(http: EdgeContext, now: number): NamedCart | null {
  const cookie = openSignedCookie(http, COOKIE, now)
  if (!cookie || !isId('cart', cookie.value)) return null
  return { id: cookie.value, givenAt: cookie.endsAt - MONTH_SECONDS * 1000 }
}

/** Names the visit of a browser that has no cookie yet, on every command that it sends (`web/data/visit.ts`). */
const VISIT_HEADER = 'x-visit'

/**
 * The id of a cart for a visitor without one. Commands of one visit get the same id: a fresh browser sends its first
 * clicks before any answer has brought the cookie, and an answer may be lost. The visit is secret to its browser, and the
 * id cannot be computed without our secret.
 */
export function newCartId(http: EdgeContext, secret: string, now: number): string {
  const visit = http.req.header(VISIT_HEADER) ?? ''
  return /^[0-9a-f]{32}$/.test(visit) ? derivedId('cart', visitDigest(secret, visit)) : newId('cart', now)
}

function visitDigest(secret: string, visit: string): Uint8Array {
  return createHmac('sha256', secret).update(`visit|${visit}`).digest()
}

export function writeCartCookie(http: EdgeContext, cartId: string, now: number): void {
  writeSignedCookie(http, COOKIE, cartId, { now, seconds: MONTH_SECONDS })
}
