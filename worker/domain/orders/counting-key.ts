/**
 * What is stored in place of a network, a delivery address or a card: an HMAC with the shop's secret. Equal values stay
 * equal, and nobody who has the database alone can try out all networks. A purpose keeps keys of two kinds apart.
 */
import { createHmac } from 'node:crypto'
import type { Address } from '../../../schema/inputs/address.ts'

const KEY_BYTES = 16

type Purpose = 'network' | 'delivery' | 'card'

export function countingKey(secret: string, purpose: Purpose, value: string): string {
  return createHmac('sha256', secret)
    .update(`${purpose}/${value}`)
    .digest()
    .subarray(0, KEY_BYTES)
    .toString('base64url')
}

/** One text for all spellings of a delivery address: no case, accents, punctuation or blanks, and "str." is "straße". */
export function deliveryText({ address, postCode, city, countryCode }: Address): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replace(/str(?:\.|(?=\s*\d)|$)/, 'strasse')
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, '')
  return [countryCode, postCode, city, address].map(plain).join('/')
}
