/**
 * Shops behind a password (SHOP-07). The check stands before everything that a shop could tell: without the code no data,
 * image or page of it leaves. A code that fits is answered with a signed cookie of 200 days that names the shop and the
 * code's hash, so that withdrawing a code closes the doors it opened. Guessing is slow: each try costs a scrypt.
 */
import { Buffer } from 'node:buffer'
import { scryptSync, timingSafeEqual } from 'node:crypto'
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { ACCESS_COOKIE_DAYS } from '../../schema/limits.ts'
import type { ShopRow } from '../context.ts'
import { isProtected } from '../domain/shop-range.ts'
import { cookieIsSecure, type EdgeContext } from './shop-context.ts'

const LONGEST_CODE = 100

function cookieName(shop: ShopRow): string {
  return `access_${shop.slug}`
}

export async function isUnlocked(http: EdgeContext, shop: ShopRow): Promise<boolean> {
  if (!isProtected(shop)) return true
  const hash = await getSignedCookie(http, http.env.SESSION_SECRET, cookieName(shop))
  return typeof hash === 'string' && (shop.meta.password ?? []).includes(hash)
}

/** True where the code fits: the cookie is then set. Otherwise any old cookie goes. */
export async function unlock(http: EdgeContext, shop: ShopRow, code: string): Promise<boolean> {
  const hash = code.length > LONGEST_CODE ? undefined : (shop.meta.password ?? []).find((known) => fits(code, known))
  if (hash === undefined) {
    deleteCookie(http, cookieName(shop), { path: '/' })
    return false
  }
  await setSignedCookie(http, cookieName(shop), hash, http.env.SESSION_SECRET, {
    path: '/',
    httpOnly: true,
    secure: cookieIsSecure(http),
    sameSite: 'Lax',
    maxAge: ACCESS_COOKIE_DAYS * 24 * 3600,
  })
  return true
}

/** `stored` is salt$hash, both base64url, by scrypt with Node's default cost. */
function fits(code: string, stored: string): boolean {
  const [salt = '', hash = ''] = stored.split('$')
  const expected = Buffer.from(hash, 'base64url')
  if (expected.length === 0) return false
  return timingSafeEqual(scryptSync(code.trim(), Buffer.from(salt, 'base64url'), expected.length), expected)
}
