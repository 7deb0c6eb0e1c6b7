/**
 * The visitor's cookie: the cart's id and its signature. It is set when the first thing needs a cart, lives as long as the
 * browser keeps it for a month, and opens nothing but that cart. A forged or foreign cookie counts as none. It is the
 * signed cookie of Hono, made without importing a key at every request.
 */
import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { derivedId, isId, newId } from '../../schema/ids.ts'
import type { Env } from '../env.ts'

const COOKIE = 'cart'
const MONTH_SECONDS = 30 * 24 * 3600

export function readCartCookie(http: Context, secret: string): string | null {
  const cookie = getCookie(http, COOKIE) ?? ''
  const cut = cookie.lastIndexOf('.')
  const cartId = cookie.slice(0, Math.max(0, cut))
  if (!isId('cart', cartId)) return null
  const [given, expected] = [Buffer.from(cookie.slice(cut + 1)), Buffer.from(signatureOf(cartId, secret))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? cartId : null
}

function signatureOf(cartId: string, secret: string): string {
  return createHmac('sha256', secret).update(cartId).digest('base64')
}

/** Names the visit of a browser that has no cookie yet, on every command that it sends (`web/data/visit.ts`). */
const VISIT_HEADER = 'x-visit'

/**
 * The id of a cart for a visitor without one. Commands of one visit get the same id: a fresh browser sends its first
 * clicks before any answer has brought the cookie, and an answer may be lost. The visit is secret to its browser, and the
 * id cannot be computed without our secret.
 */
export function newCartId(http: Context, secret: string, now: number): string {
  const visit = http.req.header(VISIT_HEADER) ?? ''
  return /^[0-9a-f]{32}$/.test(visit) ? derivedId('cart', visitDigest(secret, visit)) : newId('cart', now)
}

function visitDigest(secret: string, visit: string): Uint8Array {
  return createHmac('sha256', secret).update(`visit|${visit}`).digest()
}

/** Secure always, but for plain http in development on a host that browsers do not trust with it. */
export function writeCartCookie(http: Context, secret: string, cartId: string, secure: boolean): void {
  setCookie(http, COOKIE, `${cartId}.${signatureOf(cartId, secret)}`, {
    path: '/',
    httpOnly: true,
    secure,
    sameSite: 'Lax',
    maxAge: MONTH_SECONDS,
  })
}

export function cookieIsSecure(requestUrl: string, env: Pick<Env, 'ENVIRONMENT'>): boolean {
  const url = new URL(requestUrl)
  const trusted = url.protocol === 'https:' || url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  return env.ENVIRONMENT !== 'development' || trusted
}
