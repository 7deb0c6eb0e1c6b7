/**
 * A copy of the checkout's input in one cookie per shop (CHK-08). It contains only the fields that the specification names.
 * Placing the order deletes the cookie. Otherwise, it expires 30 days after the last change. Empty values are left out. The cookie contains an
 * address, so its path is the shop's base path, and in a secure context it has the attribute `Secure`. The checkout's
 * path would be too narrow, because `document.cookie` depends on the URL of the last page load. This URL may be outside the
 * checkout.
 */

import { ADDRESS_LENGTHS } from '../../../schema/address-lengths.ts'
import type { CookieName } from '../../../schema/browser-storage.ts'
import type { Address } from '../../../schema/inputs/address.ts'
import { EMAIL_LENGTH } from '../../../schema/limits.ts'
import { type CookieAssignment, cookie, readCookie } from '../../data/browser-storage.ts'

export type Preferences = {
  email: string
  shippingAddress: Address
  /** Null if it equals the shipping address. */
  billingAddress: Address | null
  shippingMethod: string | null
  paymentMethod: string | null
}

const DAYS = 30
/** Company and address addition are not among the fields of the specification. */
const ADDRESS_KEYS = ['firstName', 'lastName', 'address', 'postCode', 'city', 'countryCode'] as const

export function emptyAddress(countryCode: string): Address {
  return { firstName: '', lastName: '', company: '', address: '', address2: '', postCode: '', city: '', countryCode }
}

export function emptyPreferences(countryCode: string): Preferences {
  return {
    email: '',
    shippingAddress: emptyAddress(countryCode),
    billingAddress: null,
    shippingMethod: null,
    paymentMethod: null,
  }
}

/** Reads the shop's cookie from `document.cookie`. Values that are missing, empty or malformed get their defaults. */
export function readPreferences(cookies: string, shopSlug: string, countryCode: string): Preferences {
  const preferences = emptyPreferences(countryCode)
  const stored = parseCookie(readCookie(cookieName(shopSlug), cookies))
  if (!stored) return preferences
  const shipping = readAddress(stored.shipping_address, countryCode)
  const billing = readAddress(stored.billing_address, countryCode)
  return {
    email: readText(stored.email, EMAIL_LENGTH) ?? '',
    shippingAddress: shipping ?? preferences.shippingAddress,
    billingAddress: billing,
    shippingMethod: readText(stored.shipping_method, 60),
    paymentMethod: readText(stored.payment_method, 60),
  }
}

/** The shop of a cookie. `secure` is true in a secure context, where the browser accepts the attribute `Secure`. */
export type CookieScope = { slug: string; basePath: string; secure: boolean }

export function preferencesCookie(scope: CookieScope, preferences: Preferences): CookieAssignment {
  const value = omitEmpty({
    email: preferences.email,
    payment_method: preferences.paymentMethod ?? '',
    shipping_method: preferences.shippingMethod ?? '',
    shipping_address: storedAddress(preferences.shippingAddress),
    billing_address: preferences.billingAddress ? storedAddress(preferences.billingAddress) : undefined,
  })
  return cookieOf(scope, encodeURIComponent(JSON.stringify(value)), DAYS * 86_400)
}

export function clearedPreferencesCookie(scope: CookieScope): CookieAssignment {
  return cookieOf(scope, '', 0)
}

function cookieOf({ slug, basePath, secure }: CookieScope, value: string, seconds: number): CookieAssignment {
  return cookie(cookieName(slug), value, seconds, { path: basePath === '' ? '/' : basePath, isSecure: secure })
}

/** The name has a prefix, because a band's slug alone may equal the name of another cookie. */
function cookieName(shopSlug: string): CookieName {
  return `checkout_${encodeURIComponent(shopSlug)}`
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function storedAddress(address: Address): Record<string, unknown> {
  return omitEmpty(Object.fromEntries(ADDRESS_KEYS.map((key) => [snakeCase(key), address[key]])))
}

function omitEmpty(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined))
}

function parseCookie(cookie: string | null): Record<string, unknown> | null {
  if (cookie === null) return null
  try {
    const value: unknown = JSON.parse(decodeURIComponent(cookie))
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function readAddress(stored: unknown, countryCode: string): Address | null {
  if (!isRecord(stored)) return null
  const address = emptyAddress(countryCode)
  for (const key of ADDRESS_KEYS) {
    const length = key === 'countryCode' ? 2 : ADDRESS_LENGTHS[key]
    address[key] = readText(stored[snakeCase(key)], length) ?? address[key]
  }
  return address
}

function readText(value: unknown, length: number): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, length) : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
