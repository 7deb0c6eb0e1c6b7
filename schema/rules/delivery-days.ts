/**
 * How many working days an order usually takes until it arrives in Germany. The time starts with the order and includes the
 * packing, so a carrier's description must name only the time in transit.
 */
import type { ProductMeta, ShopMeta } from '../catalogue-values.ts'

/** A parcel usually leaves within this many working days. The mails and the terms say the same in words. */
export const PACKING_DAYS = 3

type DeliveryDays = { from: number; to: number }

/** Returns the time of delivery that a product's page names: its own, or else the shop's. Null if neither has one. */
export function deliveryDaysOf(
  product: Pick<ProductMeta, 'delivery_days'>,
  shop: Pick<ShopMeta, 'delivery_days'>,
): DeliveryDays | null {
  return product.delivery_days ?? shop.delivery_days ?? null
}

type Range = { minimum: number; maximum: number }

/**
 * Splits the time of delivery into the time until the parcel leaves, at most `packingDays`, and the time that it travels. The
 * sums of the minimums and of the maximums are the given days.
 */
export function splitDelivery({ from, to }: DeliveryDays, packingDays: number): { packing: Range; transit: Range } {
  const slowest = Math.min(packingDays, to - from)
  return { packing: { minimum: 0, maximum: slowest }, transit: { minimum: from, maximum: to - slowest } }
}
