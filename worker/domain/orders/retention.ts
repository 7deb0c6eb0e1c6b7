/**
 * How long the buyer of an order stays known. An invoice names its buyer, and German law wants invoices and receipts kept
 * for eight years (§ 147 (3) AO and § 14b (1) UStG as of 2025). Everything else about the buyer serves claims only, which
 * lapse after three years (§ 195 BGB). Both count from the end of the year (§ 147 (4) AO, § 199 (1) BGB).
 */
import { DAY } from '../../../schema/limits.ts'

export const INVOICE_YEARS = 8
export const CLAIM_YEARS = 3
/** Of an order whose money has all gone back: so long a bank may return a refund or a buyer ask about it. */
export const REFUNDED_ORDER_KEPT_MS = 90 * DAY

const HOUR = 3_600_000

/** What was made before this instant has been kept for so many full years after its own. The year is that of Berlin. */
export function keptFor(years: number, now: number): number {
  // New Year in Berlin is at 23:00 UTC.
  const year = new Date(now + HOUR).getUTCFullYear()
  return Date.UTC(year - years, 0, 1) - HOUR
}
