/**
 * Access and discount codes as the database keeps them: scrypt hashes, `salt$hash` in base64url, those of one list under
 * one salt. A try then costs one scrypt however many codes were given out, which keeps guessing slow for who guesses and a
 * list of personal codes cheap for the shop. A list from before, with a salt for each code, is still understood and costs
 * a scrypt for each; the next import gives it one salt.
 */
import { Buffer } from 'node:buffer'
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

const SALT_BYTES = 16
const HASH_BYTES = 32

type Derive = (code: string, salt: string) => Buffer

/** With Node's default cost. */
const derive: Derive = (code, salt) => scryptSync(code, Buffer.from(salt, 'base64url'), HASH_BYTES)

/**
 * A stored form for each code, in order. The salt is that of the list's first stored code, so that a second import changes
 * nothing; a salt derived from a code would tell the code to a quick guess.
 */
export function hashAccessCodes(codes: string[], stored: string[]): string[] {
  const salt = saltOf(stored[0] ?? '') || randomBytes(SALT_BYTES).toString('base64url')
  return codes.map((code) => `${salt}$${derive(code.trim(), salt).toString('base64url')}`)
}

/** The stored form that `code`, as typed, fits; compared with every one in constant time. */
export function findAccessCode(code: string, stored: string[], deriveBy: Derive = derive): string | undefined {
  const typed = new Map([...new Set(stored.map(saltOf))].map((salt) => [salt, deriveBy(code.trim(), salt)]))
  const [fitting] = stored.filter((known) => {
    const expected = Buffer.from(known.split('$')[1] ?? '', 'base64url')
    const hash = typed.get(saltOf(known))
    return hash !== undefined && hash.length === expected.length && timingSafeEqual(hash, expected)
  })
  return fitting
}

function saltOf(stored: string): string {
  return stored.split('$')[0] ?? ''
}
