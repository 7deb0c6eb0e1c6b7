/**
 * What is stored instead of a network, a delivery address or a card: an HMAC with the shop's secret. Equal values have
 * equal keys, and a copy of the database alone does not allow trying out all networks. The purpose separates kinds of keys.
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

/** Normalises a delivery address: no case, accents, punctuation or spaces, and "str." becomes "strasse". */
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
