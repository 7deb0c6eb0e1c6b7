/** logActivity: that a visitor's cart did something named, for seven days; no more than the name is kept. */
import { newId } from '../../schema/ids.ts'
import { activities } from '../../schema/tables/submission.ts'
import type { ShopContext } from '../context.ts'
import { ShopError } from './shop-error.ts'

export async function logActivity(context: ShopContext, action: string): Promise<void> {
  if (!/^[a-z0-9_.:-]{1,60}$/i.test(action))
    throw new ShopError('BAD_INPUT', { field: 'action', expected: 'a short name' })
  if (context.visitor.cartId === null) return
  await context.db.insert(activities).values({
    id: newId('activity', context.now),
    shopId: context.shop.id,
    cartId: context.visitor.cartId,
    action,
    happenedAt: context.now,
  })
}
