/** Shows an order to a visitor with the link from a mail. */
import { eventsOf } from '../db/order.ts'
import type { QueryResolvers } from '../generated/resolver-types.ts'
import { orderWithKey } from '../services/order-access.ts'
import { shownOrder } from './order.ts'
import { actionsOf } from './order-actions.ts'

const Query: Pick<QueryResolvers, 'orderPage'> = {
  orderPage: async (_root, args, context) => {
    const whole = await orderWithKey(context, args.orderId, args.key)
    if (!whole) return null
    const [order, events] = await Promise.all([shownOrder(context, whole), eventsOf(context.db, whole.items)])
    return { order, actions: actionsOf({ ...whole, events }, context) }
  },
}

export const orderPageResolvers = { Query }
