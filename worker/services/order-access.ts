/** Finds an order for a visitor who knows both its id and its reference. An id alone reveals nothing. */
import { isId } from '../../schema/ids.ts'
import type { ShopContext } from '../context.ts'
import { findOrder, type Order, type WholeOrder } from '../db/order.ts'

/**
 * Returns null if the id is unknown or the reference is wrong. A band's shop also gets null for an order of another shop.
 */
export async function knownOrder(
  { db, shop }: Pick<ShopContext, 'db' | 'shop'>,
  orderId: string,
  reference: string,
): Promise<WholeOrder | null> {
  if (!isId('order', orderId)) return null
  const whole = await findOrder(db, orderId)
  return whole && isShownIn(shop, whole.order, reference) ? whole : null
}

function isShownIn(shop: ShopContext['shop'], order: Order, reference: string): boolean {
  return order.reference === reference && (!shop.isBand || order.shopId === shop.id)
}
