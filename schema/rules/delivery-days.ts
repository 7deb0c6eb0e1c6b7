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

/** Writes a time of delivery without its unit, such as `2–4`. */
export function daysText({ from, to }: DeliveryDays): string {
  return from === to ? String(to) : `${from}–${to}`
}

/** Returns the time of delivery of a parcel with several goods; null if it is empty, or one of them has no time. */
export function slowestDelivery(times: readonly (DeliveryDays | null)[]): DeliveryDays | null {
  const known = times.filter((days) => days !== null)
  if (known.length === 0 || known.length < times.length) return null
  return { from: Math.max(...known.map(({ from }) => from)), to: Math.max(...known.map(({ to }) => to)) }
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
