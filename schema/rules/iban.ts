/**
 * The IBAN of a refund's account. This module contains the IBAN formats of all countries, so the browser loads it only when
 * a fan types an IBAN.
 */
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'

/** Returns the IBAN without spaces and in capital letters; null if its format or its check digits are wrong. */
export function ibanIn(typed: string): string | null {
  const iban = electronicFormatIBAN(typed)
  return iban !== null && isValidIBAN(iban) ? iban : null
}
