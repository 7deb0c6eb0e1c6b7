/**
 * Codes that fans type (vouchers, presale codes) are compared by the hash of one written form, so that case and blanks
 * do not matter. Importer and worker share this form; a code itself is never stored.
 */

/** The form whose UTF-8 bytes are hashed: no blanks, upper case. */
export function normaliseCode(code: string): string {
  return code.replace(/\s+/g, '').toUpperCase()
}
