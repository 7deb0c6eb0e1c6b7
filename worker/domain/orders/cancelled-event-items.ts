/** Selects the items that an order loses with a cancelled event, and sums the amount to refund for them. */
import type { Cents } from '../../../schema/money.ts'

export type CancellableItem = {
  id: string
  eventId: string | null
  /** For parts of a bundle, the id of the bundle's root item. */
  bundleRootId: string | null
  totalCents: Cents
  voucherCents: Cents
  invalidatedAt: number | null
}

/**
 * Returns the event's valid items. If such an item belongs to a bundle without a valid ticket of another event, also
 * returns the bundle's root item. The price of a bundle's combination (a city, for example) is part of its root item,
 * so it is refunded with the bundle's last ticket. The bundle's merchandise remains ordered.
 */
export function itemsOfCancelledEvent<Item extends CancellableItem>(items: Item[], eventId: string): Item[] {
  const valid = items.filter(({ invalidatedAt }) => invalidatedAt === null)
  const tickets = valid.filter((item) => item.eventId === eventId)
  const rootsOf = (some: Item[]) => new Set(some.flatMap(({ bundleRootId }) => bundleRootId ?? []))
  const left = rootsOf(valid.filter((item) => item.eventId !== null && item.eventId !== eventId))
  const roots = rootsOf(tickets)
  return valid.filter((item) => item.eventId === eventId || (roots.has(item.id) && !left.has(item.id)))
}

/** Returns the amount in cents that the buyer paid for these items. */
export function paidFor(items: Pick<CancellableItem, 'totalCents' | 'voucherCents'>[]): Cents {
  return items.reduce((sum, { totalCents, voucherCents }) => sum + totalCents - voucherCents, 0)
}
