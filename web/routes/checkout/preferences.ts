/**
 * What a fan filled in, remembered in a cookie named after the shop until the order is placed (CHK-08). A cookie keeps
 * 4 kB at most, hence short keys and no empty strings; its content is the fan's own and never trusted further than a
 * form field. It holds an address, so the browser sends it to this shop's pages alone and never unencrypted. A narrower
 * path would hide it from a checkout that was reached without loading a page: `document.cookie` goes by the loaded address.
 */
import type { CookieName } from '../../../schema/browser-storage.ts'
import type { Address } from '../../../schema/inputs/address.ts'
import { ADDRESS_LENGTHS } from '../../../schema/limits.ts'
import type { CookieAssignment } from '../../data/browser-storage.ts'

export type Preferences = {
  email: string
  shippingAddress: Address
  /** Null: the invoice goes where the parcel goes. */
  billingAddress: Address | null
  shippingMethod: string | null
  paymentMethod: string | null
}

const DAYS = 30
const ADDRESS_KEYS = [
  'firstName',
  'lastName',
  'company',
  'address',
  'address2',
  'postCode',
  'city',
  'countryCode',
] as const

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

/** Reads the shop's cookie out of `document.cookie`; what is missing, empty or malformed keeps its default. */
export function readPreferences(cookies: string, shopSlug: string, countryCode: string): Preferences {
  const preferences = emptyPreferences(countryCode)
  const stored = parseCookie(cookies, cookieName(shopSlug))
  if (!stored) return preferences
  const shipping = readAddress(stored.shipping_address, countryCode)
  const billing = readAddress(stored.billing_address, countryCode)
  return {
    email: text(stored.email, 254) ?? '',
    shippingAddress: shipping ?? preferences.shippingAddress,
    billingAddress: billing,
    shippingMethod: text(stored.shipping_method, 60),
    paymentMethod: text(stored.payment_method, 60),
  }
}

/** Where a shop's cookie belongs. `secure`: the page came over a connection that the browser trusts. */
export type CookieHome = { slug: string; basePath: string; secure: boolean }

export function preferencesCookie(home: CookieHome, preferences: Preferences): CookieAssignment {
  const value = withoutEmpty({
    email: preferences.email,
    payment_method: preferences.paymentMethod ?? '',
    shipping_method: preferences.shippingMethod ?? '',
    shipping_address: storedAddress(preferences.shippingAddress),
    billing_address: preferences.billingAddress ? storedAddress(preferences.billingAddress) : undefined,
  })
  return `${cookieName(home.slug)}=${encodeURIComponent(JSON.stringify(value))}; ${attributesOf(home)}; Max-Age=${DAYS * 86_400}`
}

export function clearedPreferencesCookie(home: CookieHome): CookieAssignment {
  return `${cookieName(home.slug)}=; ${attributesOf(home)}; Max-Age=0`
}

function attributesOf({ basePath, secure }: CookieHome): string {
  return `Path=${basePath === '' ? '/' : basePath}; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** A band may be called like another cookie of the shop. */
function cookieName(shopSlug: string): CookieName {
  return `checkout_${encodeURIComponent(shopSlug)}`
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function storedAddress(address: Address): Record<string, unknown> {
  return withoutEmpty(Object.fromEntries(ADDRESS_KEYS.map((key) => [snake(key), address[key]])))
}

function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined))
}

function parseCookie(cookies: string, name: string): Record<string, unknown> | null {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${name}=`))
  if (!pair) return null
  try {
    const value: unknown = JSON.parse(decodeURIComponent(pair.slice(name.length + 1)))
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
    address[key] = text(stored[snake(key)], length) ?? address[key]
  }
  return address
}

function text(value: unknown, length: number): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, length) : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
