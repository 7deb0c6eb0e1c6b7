/**
 * An id consists of a prefix that names its kind, ten characters for the time of its creation and sixteen random
 * characters (80 bits), in Crockford's base 32. Ids of one kind therefore sort by creation time, and nobody can guess
 * them.
 *
 * Some ids contain no time. The import derives the ids of catalogue rows from their kind and their slugs, SKU, number or
 * code, so that the next import finds the same rows. The worker derives the id of a browser's first cart from the visit, so
 * that two simultaneous requests without a cart cookie use the same cart. It derives the ids of submissions and of their
 * answers from idempotency keys.
 */

export const ID_PREFIXES = {
  shop: 'shp',
  category: 'cat',
  tour: 'tor',
  venue: 'ven',
  event: 'evt',
  pricingCategory: 'pca',
  product: 'prd',
  variant: 'var',
  news: 'nws',
  redirect: 'rdr',
  carrier: 'car',
  voucher: 'vch',
  presaleCode: 'psc',
  cart: 'crt',
  item: 'itm',
  order: 'ord',
  orderItem: 'oit',
  payment: 'pay',
  refund: 'rfd',
  ticket: 'tkt',
  nameChange: 'nch',
  submission: 'sub',
  submissionReply: 'srp',
  upload: 'upl',
  subscriber: 'nsl',
  reminder: 'rmd',
  outbox: 'out',
  operatorAction: 'oac',
  incident: 'inc',
  walletPass: 'wps',
} as const

export type IdKind = keyof typeof ID_PREFIXES

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const TIME_LENGTH = 10

/** Returns a new id. `now` is in epoch milliseconds. */
export function newId(kind: IdKind, now: number): string {
  return firstIdAt(kind, now) + lettersOf(crypto.getRandomValues(new Uint8Array(16)))
}

/**
 * Returns the id that belongs to a digest of at least 26 bytes. Equal digests give equal ids. The id contains no time,
 * so it must not be passed to `idCreatedAt`. Nobody can guess the id if the digest is an HMAC.
 */
export function derivedId(kind: IdKind, digest: Uint8Array): string {
  return `${ID_PREFIXES[kind]}_${lettersOf(digest.subarray(0, 26))}`
}

function lettersOf(bytes: Uint8Array): string {
  let letters = ''
  for (const byte of bytes) letters += ALPHABET.charAt(byte & 31)
  return letters
}

/**
 * Returns a bound for queries. Ids that were created before `instant` (epoch milliseconds) sort before the bound. All
 * other ids of the kind sort after it.
 */
export function firstIdAt(kind: IdKind, instant: number): string {
  let time = ''
  let rest = instant
  for (let digit = 0; digit < TIME_LENGTH; digit++) {
    time = ALPHABET.charAt(rest % 32) + time
    rest = Math.floor(rest / 32)
  }
  return `${ID_PREFIXES[kind]}_${time}`
}

/** Returns the creation time of an id that `newId` returned, in epoch milliseconds. */
export function idCreatedAt(id: string): number {
  const time = id.slice(id.indexOf('_') + 1).slice(0, TIME_LENGTH)
  return [...time].reduce((sum, digit) => sum * 32 + ALPHABET.indexOf(digit), 0)
}

/** Returns whether `value` has the format of an id of that kind. It does not check that a row with the id exists. */
export function isId(kind: IdKind, value: unknown): value is string {
  return typeof value === 'string' && new RegExp(`^${ID_PREFIXES[kind]}_[0-9a-hjkmnp-tv-z]{26}$`).test(value)
}
