/**
 * The visit of a browser that has no cart yet: a secret random key, from which the server derives the cart's id. A new
 * browser may send several commands, perhaps from two tabs, before an answer has set the cart cookie. All of them send the
 * same key, so all of them get the same cart.
 *
 * A page or query may need a cart before the first command, for example in a waiting room. The server then chooses the key
 * and sets it in the visit cookie, which never replaces the cart cookie. If the page's script has no key of its own yet, it
 * sends the cookie's key with its commands (`web/data/visit.ts`).
 */
import { createHmac } from 'node:crypto'
import { isVisitKey } from '../../schema/browser-storage.ts'
import { derivedId, isId } from '../../schema/ids.ts'
import type { NamedCart } from '../domain/waiting-room/queue-token.ts'
import type { EdgeContext } from './edge-context.ts'
import { clearCookie, openSignedCookie, writeSignedCookie } from './signed-cookie.ts'

const COOKIE = 'visit'
const VISIT_HEADER = 'x-visit'
const WEEK_SECONDS = 7 * 24 * 3600

/** The cart id of a key. It cannot be computed without the secret. */
export function cartOfVisit(secret: string, key: string): string {
  return derivedId('cart', createHmac('sha256', secret).update(`visit|${key}`).digest())
}

/** The key from the header that the page's scripts send. */
export function sentVisit(http: EdgeContext): string | null {
  const key = http.req.header(VISIT_HEADER) ?? ''
  return isVisitKey(key) ? key : null
}

/**
 * The key and the cart that the cookie names. The cookie also names the cart, because after a rotation of the secret, the
 * key would lead to another cart.
 */
export function readVisitCookie(http: EdgeContext, now: number): { key: string; cart: NamedCart } | null {
  const cookie = openSignedCookie(http, COOKIE, now)
  const [key = '', id = ''] = cookie?.value.split('.') ?? []
  if (!cookie || !isVisitKey(key) || !isId('cart', id)) return null
  return { key, cart: { id, givenAt: cookie.endsAt - WEEK_SECONDS * 1000 } }
}

/** Scripts may read the cookie, so that a page's commands use the same key as the requests before them. */
export function writeVisitCookie(http: EdgeContext, key: string, cartId: string, now: number): void {
  writeSignedCookie(http, COOKIE, `${key}.${cartId}`, { now, seconds: WEEK_SECONDS, scriptsMayRead: true })
}

export function clearVisitCookie(http: EdgeContext): void {
  clearCookie(http, COOKIE)
}

export function newVisit(): string {
  return crypto.randomUUID().replaceAll('-', '')
}
