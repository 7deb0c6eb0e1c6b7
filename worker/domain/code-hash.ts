/**
 * How codes that fans type (vouchers, presale codes) are stored: as an HMAC under a secret of their own, so that a copy of
 * the database alone gives no code away. Rows of imports before that hold a plain sha256 and go on working.
 */
import { createHash, createHmac } from 'node:crypto'
import { normaliseCode } from '../../schema/codes.ts'

const PREFIX = 'h1:'

/** `secret` is CODE_SECRET, the same for the import and the worker. */
export function codeHash(secret: string, code: string): string {
  return PREFIX + createHmac('sha256', secret).update(normaliseCode(code)).digest('hex')
}

export function formerCodeHash(code: string): string {
  return createHash('sha256').update(normaliseCode(code)).digest('hex')
}

/** Every form in which the database may hold this code. */
export function codeHashes(secret: string | undefined, code: string): string[] {
  return secret ? [codeHash(secret, code), formerCodeHash(code)] : [formerCodeHash(code)]
}
