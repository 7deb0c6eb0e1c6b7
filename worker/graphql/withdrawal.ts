/** The withdrawal from a contract about goods. */
import { withdrawalSchema } from '../../schema/inputs/withdrawal.ts'
import { eventsOf, type OrderItem } from '../db/order.ts'
import { shipmentOf } from '../db/shipment.ts'
import { disclosedWithKeyUntil } from '../domain/orders/order-disclosure.ts'
import type { MutationResolvers, QueryResolvers } from '../generated/resolver-types.ts'
import { orderWithKey } from '../services/order-access.ts'
import { submitWithdrawal, withdrawableItems } from '../services/withdrawal.ts'
import { parse } from './parse.ts'

function shown({ id, descriptiveName, variantName, amount }: OrderItem) {
  return { id, name: descriptiveName, variantName, amount }
}

const Query: Pick<QueryResolvers, 'withdrawableOrder'> = {
  withdrawableOrder: async (_root, args, context) => {
    const whole = await orderWithKey(context, args.orderId, args.key)
    if (!whole) return null
    const { db, now } = context
    const [events, shipment, { items, excluded }] = await Promise.all([
      eventsOf(db, whole.items),
      shipmentOf(db, whole.order),
      withdrawableItems(db, whole),
    ])
    const isDisclosed = now < disclosedWithKeyUntil(whole.order, events.values(), shipment?.shippedAt ?? null)
    const { reference, email, billingAddress } = whole.order
    const { firstName = '', lastName = '' } = billingAddress
    return {
      reference,
      name: isDisclosed ? `${firstName} ${lastName}`.trim() : '',
      email: isDisclosed ? email : '',
      items: items.map((item) => ({ ...shown(item), isShipped: item.physical })),
      excludedItems: excluded.map((item) => ({ ...shown(item), reason: item.reason })),
    }
  },
}

const Mutation: Pick<MutationResolvers, 'submitWithdrawal'> = {
  submitWithdrawal: (_root, args, context) => submitWithdrawal(context, parse(withdrawalSchema, args.input, 'input')),
}

export const withdrawalResolvers = { Query, Mutation }
