/**
 * Access codes are kept as scrypt hashes with a random salt. An import finds the code's hash among those already stored, so
 * a second import changes nothing, and a salt derived from the code (which would tell the code to a quick guess) is needless.
 */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

const SALT_BYTES = 16
const HASH_BYTES = 32

/** `salt$hash` in base64url for each code, in order. */
export function hashAccessCodes(codes: string[], stored: string[]): string[] {
  return codes.map((code) => stored.find((hash) => matches(code, hash)) ?? hashCode(code))
}

function hashCode(code: string): string {
  const salt = randomBytes(SALT_BYTES)
  return `${salt.toString('base64url')}$${scryptSync(code.trim(), salt, HASH_BYTES).toString('base64url')}`
}

function matches(code: string, stored: string): boolean {
  const [salt = '', hash = ''] = stored.split('$')
  const expected = Buffer.from(hash, 'base64url')
  if (expected.length === 0) return false
  return timingSafeEqual(scryptSync(code.trim(), Buffer.from(salt, 'base64url'), expected.length), expected)
}
