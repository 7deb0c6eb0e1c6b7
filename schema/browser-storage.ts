/**
 * The name of everything that the shop stores in a fan's browser. The functions that write there take these names alone
 * (`web/data/browser-storage.ts`, `worker/http/signed-cookie.ts`), and a test asks the privacy text to name each of them.
 * Angle brackets stand for the slug of a shop, the id of an event or the key of a waiting room.
 */
export const COOKIES = [
  'cart',
  'visit',
  'place.<room>',
  'ask.<room>',
  'pass.<room>',
  'queue.<room>',
  'queue.trial',
  'bot-check',
  'presale_<event>',
  'access_<shop>',
  'discount_<shop>',
  'checkout_<shop>',
  'locale',
  'tracking',
] as const

/** In localStorage or sessionStorage. */
export const STORAGE_KEYS = ['visit', 'queue', 'presale-code/<event>', 'over_18', 'newsletter_popup', 'snow'] as const

type Filled<Name extends string> = Name extends `${infer Start}<${string}>` ? `${Start}${string}` : Name

/** Without the prefix `__Host-`. */
export type CookieName = Filled<(typeof COOKIES)[number]>
export type StorageKey = Filled<(typeof STORAGE_KEYS)[number]>
