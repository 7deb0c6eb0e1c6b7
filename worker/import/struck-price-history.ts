/** Writes the price history, which the law requires for crossed-out prices (PAngV § 11). */
import { chunks } from './sql.ts'
import type { Statement } from './target.ts'

export type PriceEntry = { variantId: string; priceCents: number; sinceAt: number }

/** Appends prices. A time that is not after the variant's last entry becomes one millisecond later than that entry. */
export function appendPrices(entries: PriceEntry[]): Statement[] {
  const sql = `INSERT INTO price_history (variant_id, price_cents, since_at)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), max(json_extract(value, '$[2]'),
      coalesce((SELECT max(since_at) + 1 FROM price_history WHERE variant_id = json_extract(value, '$[0]')), 0))
    FROM json_each(?1)`
  return chunks(
    entries.map(({ variantId, priceCents, sinceAt }) => JSON.stringify([variantId, priceCents, sinceAt])),
  ).map((list) => ({ sql, params: [list] }))
}
