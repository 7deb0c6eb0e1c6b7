/**
 * How codes that fans type (vouchers, presale codes) are stored: as an HMAC under a secret of their own, so that a copy of
 * the database alone gives no code away. Rows of imports before that hold a plain sha256 and go on working.
 */
import { createHash, createHmac } from 'node:crypto'
import { normaliseCode } from '../../../schema/codes.ts'

/** The previous one is set while the secret changes: codes that the import has not hashed anew yet still fit. */
export type CodeSecrets = { CODE_SECRET?: string | undefined; CODE_SECRET_PREVIOUS?: string | undefined }

const PREFIX = 'h1:'
const CHECKED_TEXT = 'the secret that codes are hashed with'
const CHECK_LENGTH = 32

/** `secret` is CODE_SECRET, the same for the import and the worker. */
export function codeHash(secret: string, code: string): string {
  return PREFIX + createHmac('sha256', secret).update(normaliseCode(code)).digest('hex')
}

export function formerCodeHash(code: string): string {
  return createHash('sha256').update(normaliseCode(code)).digest('hex')
}

/** Every form in which the database may hold this code, the one that an import writes first. */
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

/** Tells whether two secrets are the same without storing either: the import keeps it beside the codes. */
export function codeSecretCheck(secret: string): string {
  return createHmac('sha256', secret).update(CHECKED_TEXT).digest('hex').slice(0, CHECK_LENGTH)
}
