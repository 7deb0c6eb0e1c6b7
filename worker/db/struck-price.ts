/**
 * The reference price that § 11 PAngV requires for a struck price: the lowest price in the 30 days before the current price
 * began. Only variants with the product's current price count. The last entry of the price history before those 30 days
 * counts too, because its price was still valid when they began. The value is null if no price of that time is known, or if
 * the original price is not above the current one. The shop then shows no struck price.
 */
import { sql } from 'drizzle-orm'
import { DAY } from '../../schema/limits.ts'
import { priceHistory, products, variants } from '../../schema/tables/catalogue.ts'

const presentSince = sql`(select max(present.since_at) from price_history present where present.variant_id = ${variants.id})`
const daysBefore = sql`${presentSince} - ${sql.raw(String(30 * DAY))}`
const validThen = sql`(select max(older.since_at) from price_history older where older.variant_id = ${variants.id} and older.since_at <= ${daysBefore})`
export const lowestPrice = sql<
  number | null
>`case when ${products.originalPriceCents} > ${products.priceCents} then (select min(${priceHistory.priceCents}) from ${variants} join ${priceHistory} on ${priceHistory.variantId} = ${variants.id} where ${variants.productId} = ${products.id} and ${variants.priceCents} = ${products.priceCents} and ${priceHistory.sinceAt} < ${presentSince} and ${priceHistory.sinceAt} >= coalesce(${validThen}, 0)) end`
