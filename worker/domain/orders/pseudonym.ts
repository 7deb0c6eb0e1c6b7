/**
 * Pseudonyms of IP networks, delivery addresses and cards. Limits count the orders that share a pseudonym. A pseudonym is an
 * HMAC of the value with a secret, so equal values have equal pseudonyms. Without the secret, nobody can find the values in
 * a copy of the database by hashing all candidates, such as all IP networks. Because of `purpose`, equal values of different
 * kinds get different pseudonyms.
 */
import { createHmac } from 'node:crypto'
import type { Address } from '../../../schema/inputs/address.ts'

const PSEUDONYM_BYTES = 16

type Purpose = 'network' | 'delivery' | 'card'

export function pseudonymOf(secret: string, purpose: Purpose, value: string): string {
  return createHmac('sha256', secret)
    .update(`${purpose}/${value}`)
    .digest()
    .subarray(0, PSEUDONYM_BYTES)
    .toString('base64url')
}

/**
 * Normalises a delivery address, so that usual spellings are equal. Removes case, accents, punctuation and spaces, and
 * replaces "str." with "strasse". At the end or before a house number, it replaces "str" without a period too.
 */
export function normalisedAddress({ address, postCode, city, countryCode }: Address): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replace(/str(?:\.|(?=\s*\d)|$)/, 'strasse')
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, '')
  return [countryCode, postCode, city, address].map(plain).join('/')
}
