/**
 * Vouchers and presale codes are stored and compared as hashes of a normalised form, so that case and blanks do not
 * matter. Import and worker share this form. The code itself is never stored.
 */

/** The normalised form, whose UTF-8 bytes are hashed: upper case without blanks. */
export function normaliseCode(code: string): string {
  return code.replace(/\s+/g, '').toUpperCase()
}
