/**
 * Codes that open something of a shop: the shop itself where it is behind a password (SHOP-07), its discounted articles
 * (SHOP-10). A code that fits is answered with a signed cookie that names its hash, so that withdrawing a code closes the
 * doors it opened. Guessing is slow: each try costs a scrypt, and a network has a few tries a minute for each shop.
 */
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { ACCESS_COOKIE_DAYS } from '../../schema/limits.ts'
import type { CodeAnswer, ShopRow } from '../context.ts'
import { findAccessCode } from '../domain/access-code.ts'
import { networkOf } from '../domain/client-network.ts'
import { isProtected } from '../domain/shop-range.ts'
import { cookieIsSecure } from './session.ts'
import type { EdgeContext } from './shop-context.ts'

/** What a code opens; part of the cookie's name. */
type Door = 'access' | 'discount'

const LONGEST_CODE = 100
/** Opens, anywhere but in production, a shop that is behind a password and has none set. */
const TEST_CODE = 'stagedoor-test'
const TEST_HASH = 'test'

function cookieName(door: Door, shop: ShopRow): string {
  return `${door}_${shop.slug}`
}

/** The stored hashes, or the test code's where there is none. */
function hashesOf(http: EdgeContext, door: Door, shop: ShopRow): string[] {
  if (door === 'discount') return shop.meta.discount_codes ?? []
  const hashes = shop.meta.password ?? []
  return hashes.length === 0 && http.env.ENVIRONMENT !== 'production' ? [TEST_HASH] : hashes
}

export async function isUnlocked(http: EdgeContext, shop: ShopRow): Promise<boolean> {
  return !isProtected(shop) || hasOpened(http, 'access', shop)
}

/** True for who has given a code that is still good. */
export async function hasOpened(http: EdgeContext, door: Door, shop: ShopRow): Promise<boolean> {
  const hashes = hashesOf(http, door, shop)
  if (hashes.length === 0) return false
  const hash = await getSignedCookie(http, http.env.SESSION_SECRET, cookieName(door, shop))
  return typeof hash === 'string' && hashes.includes(hash)
}

/** Where the code fits, the cookie is set; where it does not, any old one goes. */
export async function tryCode(http: EdgeContext, door: Door, shop: ShopRow, code: string): Promise<CodeAnswer> {
  const network = networkOf(http.req.header('cf-connecting-ip') ?? '')
  const { success } = await http.env.CODE_TRIES.limit({ key: `${door}/${shop.id}/${network}` })
  if (!success) return 'too many'
  const hash = code.length > LONGEST_CODE ? undefined : fitting(code, hashesOf(http, door, shop))
  if (hash === undefined) {
    deleteCookie(http, cookieName(door, shop), { path: '/' })
    return 'wrong'
  }
  await setSignedCookie(http, cookieName(door, shop), hash, http.env.SESSION_SECRET, {
    path: '/',
    httpOnly: true,
    secure: cookieIsSecure(http.req.url, http.env),
    sameSite: 'Lax',
    maxAge: ACCESS_COOKIE_DAYS * 24 * 3600,
  })
  return 'fits'
}

function fitting(code: string, hashes: string[]): string | undefined {
  if (hashes[0] === TEST_HASH) return code.trim() === TEST_CODE ? TEST_HASH : undefined
  return findAccessCode(code, hashes)
}
