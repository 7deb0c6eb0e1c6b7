/**
 * The names of all cookies and storage entries that the shop creates in a visitor's browser. The functions that write
 * them (`web/data/browser-storage.ts`, `worker/http/signed-cookie.ts`) accept only these names, and a test checks that
 * the privacy policy lists each of them. Angle brackets mark a placeholder for a shop's slug, an event's id or a
 * waiting room's key.
 */
export const COOKIES = [
  'cart',
  'visit',
  'place.<room>',
  'ask.<room>',
  'pass.<room>',
  'queue.<room>',
  'trial',
  'bot-check',
  'presale_<event>',
  'access_<shop>',
  'discount_<shop>',
  'checkout_<shop>',
  'locale',
  'tracking',
  'consent_bar',
] as const

/** Keys of localStorage and sessionStorage. */
export const STORAGE_KEYS = [
  'visit',
  'queue',
  'inside',
  'presale-code/<event>',
  'checkout/<shop>',
  'ticketservice/<form>',
  'door-pass',
  'paypal_approval',
  'over_18',
  'newsletter_popup',
  'page_views',
  'snow',
] as const

type Filled<Name extends string> = Name extends `${infer Start}<${string}>` ? `${Start}${string}` : Name

/** Browsers accept a cookie whose name has this prefix only from the host itself, over a secure connection. */
export const HOST_PREFIX = '__Host-'

/**
 * Matches addresses on which browsers accept secure cookies. Browsers and the platform have already normalised the
 * address, so it need not be parsed.
 */
const SECURE_ADDRESS = /^(?:https:|http:\/\/(?:[^/:?#]+\.)?localhost(?:[:/?#]|$))/

export function addressIsSecure(address: string): boolean {
  return SECURE_ADDRESS.test(address)
}

/** The visit's key: 128 bits in hex. */
export function isVisitKey(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

/** A cookie's name without the prefix `__Host-`. */
export type CookieName = Filled<(typeof COOKIES)[number]>
export type StorageKey = Filled<(typeof STORAGE_KEYS)[number]>
