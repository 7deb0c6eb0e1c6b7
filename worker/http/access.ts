/**
 * Codes that open a shop (SHOP-07) or its discounted products (SHOP-10). A correct code sets a signed cookie that contains
 * the code's hash. If a code is withdrawn, its cookies no longer open anything. Guessing is slow: each attempt costs an
 * scrypt computation, and a network may enter only a few wrong codes per minute (`services/code-tries`).
 */
import type { CookieName } from '../../schema/browser-storage.ts'
import { ACCESS_COOKIE_DAYS } from '../../schema/limits.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { CodeAnswer } from '../context.ts'
import { findAccessCode } from '../domain/catalogue/access-code.ts'
import { isProtected } from '../domain/catalogue/shop-range.ts'
import { networksOf } from '../services/client-network.ts'
import { isBlocked, mayTryCode, noteWrongShopCode } from '../services/code-tries.ts'
import type { EdgeContext } from './edge-context.ts'
import { noteSecurityEvent } from './security-event.ts'
import { clearCookie, readSignedCookie, writeSignedCookie } from './signed-cookie.ts'

/** `access` is the gate of the shop itself, and `discount` that of its discounted products. Cookie names begin with it. */
type ShopGate = 'access' | 'discount'

const LONGEST_CODE = 100
/** Replaces the hash of the test code (`TEST_SHOP_CODE`), which only local settings define. */
const TEST_HASH = 'test'

function cookieOf(gate: ShopGate, shop: ShopRow): CookieName {
  return `${gate}_${shop.slug}`
}

/** Returns the hashes of the gate's codes. If a shop has no access code and a test code is set, returns `TEST_HASH`. */
function hashesOf(http: EdgeContext, gate: ShopGate, shop: ShopRow): string[] {
  if (gate === 'discount') return shop.meta.discount_codes ?? []
  const hashes = shop.meta.password ?? []
  return hashes.length === 0 && testCodeOf(http) !== null ? [TEST_HASH] : hashes
}

export async function isUnlocked(http: EdgeContext, shop: ShopRow): Promise<boolean> {
  return !isProtected(shop) || hasOpened(http, 'access', shop)
}

/** Whether the visitor has entered a code that is still valid. */
export async function hasOpened(http: EdgeContext, gate: ShopGate, shop: ShopRow): Promise<boolean> {
  const hashes = hashesOf(http, gate, shop)
  if (hashes.length === 0) return false
  const hash = readSignedCookie(http, cookieOf(gate, shop), Date.now())
  return hash !== null && hashes.includes(hash)
}

/** Sets the cookie if the code matches. A wrong code deletes an old cookie. Beyond the limits, no cookie changes. */
export async function tryCode(http: EdgeContext, gate: ShopGate, shop: ShopRow, code: string): Promise<CodeAnswer> {
  const networks = networksOf(http.req.header('cf-connecting-ip'))
  const { CODE_TRIES_WIDE: wide, CODE_TRIES_SHOP: whole } = http.env
  const subject = `${gate}/${shop.id}`
  const mayTry = await mayTryCode({ exact: null, wide, whole }, subject, networks, Date.now())
  if (!mayTry || isBlocked(subject, networks, Date.now())) {
    noteSecurityEvent('shop code refused', { gate, shop: shop.slug, limited: true })
    return 'too many'
  }
  const hash = code.length > LONGEST_CODE ? undefined : matchingHash(code, hashesOf(http, gate, shop), testCodeOf(http))
  if (hash === undefined) {
    clearCookie(http, cookieOf(gate, shop))
    noteSecurityEvent('shop code refused', { gate, shop: shop.slug, limited: false })
    await noteWrongShopCode(http.env, subject, networks, Date.now())
    return 'wrong'
  }
  writeSignedCookie(http, cookieOf(gate, shop), hash, { now: Date.now(), seconds: ACCESS_COOKIE_DAYS * 24 * 3600 })
  return 'fits'
}

function matchingHash(code: string, hashes: string[], testCode: string | null): string | undefined {
  if (hashes[0] === TEST_HASH) return code.trim() === testCode ? TEST_HASH : undefined
  return findAccessCode(code, hashes)
}

/** The test code, only in development. It opens a protected shop that has no code of its own. */
function testCodeOf({ env }: EdgeContext): string | null {
  return env.ENVIRONMENT === 'development' && env.TEST_SHOP_CODE ? env.TEST_SHOP_CODE : null
}
