/**
 * Access and discount codes as the database stores them: scrypt hashes, `salt$hash` in base64url. Each try costs a scrypt
 * computation, which makes guessing slow. All codes of a list share one salt, so a try against a long list of personal codes
 * costs no more. Older lists have one salt per code, and a try costs one computation per code until the next import gives
 * the list a single salt.
 */
import { Buffer } from 'node:buffer'
import { randomBytes, scryptSync } from 'node:crypto'
import { equalInConstantTime } from '../text/constant-time.ts'

const SALT_BYTES = 16
const HASH_BYTES = 32

type Derive = (code: string, salt: string) => Buffer

/** scrypt with Node's default cost. */
const derive: Derive = (code, salt) => scryptSync(code, Buffer.from(salt, 'base64url'), HASH_BYTES)

/**
 * Hashes each code, in order. Reuses the salt of the list's first stored code, so that a second import changes nothing. A
 * new salt is random. If it were computed from a code, attackers could test guesses of that code without scrypt.
 */
export function hashAccessCodes(codes: string[], stored: string[]): string[] {
  const salt = saltOf(stored[0] ?? '') || randomBytes(SALT_BYTES).toString('base64url')
  return codes.map((code) => `${salt}$${derive(code.trim(), salt).toString('base64url')}`)
}

/** Returns the stored hash that the typed `code` matches, comparing with every hash in constant time. */
export function findAccessCode(code: string, stored: string[], deriveBy: Derive = derive): string | undefined {
  const typed = new Map([...new Set(stored.map(saltOf))].map((salt) => [salt, deriveBy(code.trim(), salt)]))
  const [match] = stored.filter((entry) => {
    const expected = Buffer.from(entry.split('$')[1] ?? '', 'base64url')
    const hash = typed.get(saltOf(entry))
    return hash !== undefined && equalInConstantTime(hash, expected)
  })
  return match
}

function saltOf(stored: string): string {
  return stored.split('$')[0] ?? ''
}
