/** What a called-off event takes out of an order, and what of its price goes back. */
import type { Cents } from '../../../schema/money.ts'

export type CalledOffItem = {
  id: string
  eventId: string | null
  /** The bundle's root item, for what came in with a bundle. */
  bundleRootId: string | null
  totalCents: Cents
  voucherCents: Cents
  invalidatedAt: number | null
}

/**
 * The event's tickets that are still valid, and the bundles that are left without a ticket by it. A bundle's own item holds
 * what its combination costs beside its parts (a city, for example), so that price goes back with its last ticket. The
 * goods of such a bundle stay.
 */
export function calledOffItems<Item extends CalledOffItem>(items: Item[], eventId: string): Item[] {
  const valid = items.filter(({ invalidatedAt }) => invalidatedAt === null)
  const tickets = valid.filter((item) => item.eventId === eventId)
  const rootsOf = (some: Item[]) => new Set(some.flatMap(({ bundleRootId }) => bundleRootId ?? []))
  const left = rootsOf(valid.filter((item) => item.eventId !== null && item.eventId !== eventId))
  const roots = rootsOf(tickets)
  return valid.filter((item) => item.eventId === eventId || (roots.has(item.id) && !left.has(item.id)))
}

/** What the buyer paid for these items. */
export function paidFor(items: Pick<CalledOffItem, 'totalCents' | 'voucherCents'>[]): Cents {
  return items.reduce((sum, { totalCents, voucherCents }) => sum + totalCents - voucherCents, 0)
}
