/**
 * The visit of a browser without a cart: a key, secret to the browser, that leads to one cart. A fresh browser sends its
 * first requests before any answer has brought a cookie, perhaps from two tabs, and answers arrive in any order. So only
 * commands set the cart's cookie, and they send the key that the page has chosen. Pages and queries come without one where
 * no script made them: they get a key by a cookie of its own, which never replaces a cart and which the page's script takes
 * over for its commands (`web/data/visit.ts`).
 */
import { createHmac } from 'node:crypto'
import { derivedId, isId } from '../../schema/ids.ts'
import type { NamedCart } from '../domain/waiting-room/queue-token.ts'
import type { EdgeContext } from './edge-context.ts'
import { clearCookie, openSignedCookie, writeSignedCookie } from './signed-cookie.ts'

const COOKIE = 'visit'
const VISIT_HEADER = 'x-visit'
const WEEK_SECONDS = 7 * 24 * 3600

/** The cart of a key. It cannot be computed without our secret. */
export function cartOfVisit(secret: string, key: string): string {
  return derivedId('cart', createHmac('sha256', secret).update(`visit|${key}`).digest())
}

/** The key that a script sent. */
export function sentVisit(http: EdgeContext): string | null {
  const key = http.req.header(VISIT_HEADER) ?? ''
  return isKey(key) ? key : null
}

/** The key of the cookie and its cart, which the cookie also names because our secret may have changed since. */
export function readVisitCookie(http: EdgeContext, now: number): { key: string; cart: NamedCart } | null {
  const cookie = openSignedCookie(http, COOKIE, now)
  const [key = '', id = ''] = cookie?.value.split('.') ?? []
  if (!cookie || !isKey(key) || !isId('cart', id)) return null
  return { key, cart: { id, givenAt: cookie.endsAt - WEEK_SECONDS * 1000 } }
}

/** Scripts may read it: a page's commands use the same key as the answers before them. */
export function writeVisitCookie(http: EdgeContext, key: string, cartId: string, now: number): void {
  writeSignedCookie(http, COOKIE, `${key}.${cartId}`, { now, seconds: WEEK_SECONDS, scriptsMayRead: true })
}

export function clearVisitCookie(http: EdgeContext): void {
  clearCookie(http, COOKIE)
}

export function newVisit(): string {
  return crypto.randomUUID().replaceAll('-', '')
}

function isKey(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}
