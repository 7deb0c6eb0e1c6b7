/**
 * Hashes the codes that fans type (vouchers, presale codes). The database never stores the code itself. The hash is an
 * HMAC with CODE_SECRET, so that a copy of the database alone reveals no code. The secret serves no other purpose. Rows
 * of older versions of the import contain a plain SHA-256 and remain valid.
 */
import { createHash, createHmac } from 'node:crypto'

/**
 * CODE_SECRET_PREVIOUS is set while the secret is rotated: until an import rehashes the stored codes, they match only
 * the previous secret.
 */
export type CodeSecrets = { CODE_SECRET?: string | undefined; CODE_SECRET_PREVIOUS?: string | undefined }

const PREFIX = 'h1:'
const CHECKED_TEXT = 'the secret that codes are hashed with'
const CHECK_LENGTH = 32

/**
 * Returns the form in which a code is hashed: upper case without white space. Fans may type it in lower case or with
 * spaces.
 */
export function normaliseCode(code: string): string {
  return code.replace(/\s+/g, '').toUpperCase()
}

/** `secret` is CODE_SECRET or CODE_SECRET_PREVIOUS. The import and the worker must have the same secrets. */
export function codeHash(secret: string, code: string): string {
  return PREFIX + createHmac('sha256', secret).update(normaliseCode(code)).digest('hex')
}

export function formerCodeHash(code: string): string {
  return createHash('sha256').update(normaliseCode(code)).digest('hex')
}

/** Returns every hash under which the database may store this code. An import writes the first. */
export function codeHashes(
  { CODE_SECRET: secret, CODE_SECRET_PREVIOUS: previous }: CodeSecrets,
  code: string,
): string[] {
  return [
    ...(secret ? [codeHash(secret, code)] : []),
    ...(previous ? [codeHash(previous, code)] : []),
    formerCodeHash(code),
  ]
}

/** Returns a fingerprint of the secret. The import stores it to detect whether the secret has changed. */
export function codeSecretCheck(secret: string): string {
  return createHmac('sha256', secret).update(CHECKED_TEXT).digest('hex').slice(0, CHECK_LENGTH)
}
