import type { InferInsertModel } from 'drizzle-orm'
import type { orderItems } from '../../../schema/tables/order.ts'

export type StockChange = { variantId: string; amount: number }

type StockItem = Pick<InferInsertModel<typeof orderItems>, 'eventId' | 'variantId' | 'amount' | 'invalidatedAt'>

/** Returns the amount of each merchandise variant in an order. Tickets have no stock, and void items do not count. */
export function stockOf(items: readonly StockItem[]): StockChange[] {
  const amounts = new Map<string, number>()
  for (const { eventId = null, variantId, amount, invalidatedAt = null } of items) {
    if (eventId === null && invalidatedAt === null) amounts.set(variantId, (amounts.get(variantId) ?? 0) + amount)
  }
  return [...amounts].map(([variantId, amount]) => ({ variantId, amount }))
}
