/**
 * Derives the ids of catalogue rows. An id is its kind's prefix and 26 characters of Crockford's base 32. The characters
 * encode a SHA-256 hash of the kind and the row's path: its slugs, SKU, number or code hash. The same path gives the same
 * id in every import, so references need no lookup.
 */
import { createHash } from 'node:crypto'
import { ID_PREFIXES, type IdKind } from '../../schema/ids.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_LENGTH = 26

/** The kinds of rows that an import writes. */
export const ENTITY_KINDS = [
  'category',
  'venue',
  'shop',
  'tour',
  'event',
  'pricingCategory',
  'presaleCode',
  'product',
  'variant',
  'news',
  'redirect',
  'carrier',
  'voucher',
] as const satisfies readonly IdKind[]
export type EntityKind = (typeof ENTITY_KINDS)[number]

/** Returns the id of the row with this path, which must be unique within its kind. */
export function entityId(kind: EntityKind, ...path: string[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([kind, ...path]))
    .digest()
  let bits = 0n
  for (const byte of digest.subarray(0, 17)) bits = (bits << 8n) | BigInt(byte)
  let text = ''
  for (let digit = 0; digit < ID_LENGTH; digit++) {
    text += ALPHABET.charAt(Number(bits & 31n))
    bits >>= 5n
  }
  return `${ID_PREFIXES[kind]}_${text}`
}

/** Returns the first 16 hex digits of the content's SHA-256 hash, as a part of the key of a file in the bucket. */
export function contentName(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

/** Returns a key that identifies a stored code. `eventId` is null for a voucher. */
export function codeKey(eventId: string | null, hash: string): string {
  return `${eventId ?? ''}/${hash}`
}

/** The database table of each kind. */
export const TABLES: Record<EntityKind, string> = {
  category: 'categories',
  venue: 'venues',
  shop: 'shops',
  tour: 'tours',
  event: 'events',
  pricingCategory: 'pricing_categories',
  presaleCode: 'presale_codes',
  product: 'products',
  variant: 'variants',
  news: 'news',
  redirect: 'redirects',
  carrier: 'carriers',
  voucher: 'vouchers',
}
