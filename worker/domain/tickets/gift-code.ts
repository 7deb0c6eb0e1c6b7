/**
 * The codes of gift vouchers. A code is derived from CODE_SECRET and the order item, so that a mail that is sent again, and
 * the order's page, show the same code, although the database contains only its hash. It has 80 bits that nobody can guess
 * without the secret.
 */
import { createHmac } from 'node:crypto'
import { type CodeSecrets, codeHash, codeHashes } from './presale-voucher-hash.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16
const GROUP = /(.{4})(?=.)/g

/** `position` numbers the vouchers of the order item, from 1. */
function giftCode(secret: string, orderItemId: string, position: number): string {
  const digest = createHmac('sha256', secret).update(`gift ${orderItemId} ${position}`).digest()
  const letters = [...digest.subarray(0, LENGTH)].map((byte) => ALPHABET.charAt(byte & 31)).join('')
  return letters.replace(GROUP, '$1-')
}

/** The code of a new gift voucher and its hash; null if the deployment has no secret. */
export function newGiftCode(
  { CODE_SECRET: secret }: CodeSecrets,
  orderItemId: string,
  position: number,
): { code: string; hash: string } | null {
  if (!secret) return null
  const code = giftCode(secret, orderItemId, position)
  return { code, hash: codeHash(secret, code) }
}

/** The code of an issued gift voucher. Null if both secrets have changed since; then only the mail contains the code. */
export function issuedGiftCode(
  secrets: CodeSecrets,
  { giftItemId, giftPosition, codeHash: stored }: { giftItemId: string; giftPosition: number; codeHash: string },
): string | null {
  for (const secret of [secrets.CODE_SECRET, secrets.CODE_SECRET_PREVIOUS]) {
    if (!secret) continue
    const code = giftCode(secret, giftItemId, giftPosition)
    if (codeHashes(secrets, code).includes(stored)) return code
  }
  return null
}

/** Midwinter in Berlin is an hour ahead of UTC. */
const BERLIN_MS = 3_600_000

/** German limitation periods end with the third year after the year of the purchase (BGB § 195, § 199). */
export function giftExpiry(now: number): number {
  return Date.UTC(new Date(now + BERLIN_MS).getUTCFullYear() + 4, 0, 1) - BERLIN_MS - 1
}
