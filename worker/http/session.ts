/**
 * The visitor's cookie: the cart's id and its signature. It is set when the first thing needs a cart, lives as long as the
 * browser keeps it for a month, and opens nothing but that cart. A forged or foreign cookie counts as none. It is the
 * signed cookie of Hono, made without importing a key at every request.
 */
import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { isId, newId } from '../../schema/ids.ts'
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

export function newCartId(now: number): string {
  return newId('cart', now)
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
