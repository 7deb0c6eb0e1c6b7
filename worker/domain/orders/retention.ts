/**
 * Retention of an order's buyer data. German law requires that invoices and receipts, which name the buyer, are retained
 * for eight years (§ 147 (3) AO and § 14b (1) UStG as of 2025). All other buyer data only serves claims, which lapse after
 * three years (§ 195 BGB). Both periods start at the end of the year (§ 147 (4) AO, § 199 (1) BGB).
 */
import { DAY, HOUR } from '../../../schema/limits.ts'

export const INVOICE_YEARS = 8
export const CLAIM_YEARS = 3
/** How long contact data remains after a full refund: the bank may return the money, or the buyer may ask about it. */
export const REFUNDED_ORDER_RETENTION_MS = 90 * DAY

/**
 * Returns the instant before which records are old enough to be deleted. They have been retained for `years` full calendar
 * years (in Berlin) after the year in which they were written.
 */
export function retentionCutoff(years: number, now: number): number {
  // New Year in Berlin is at 23:00 UTC.
  const year = new Date(now + HOUR).getUTCFullYear()
  return Date.UTC(year - years, 0, 1) - HOUR
}
