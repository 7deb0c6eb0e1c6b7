/** Shows an order to a visitor with the link from a mail, and sends such links. */
import { orderLinkSchema } from '../../schema/inputs/order-link.ts'
import type { ShopContext } from '../context.ts'
import { eventsOf, type WholeOrder } from '../db/order.ts'
import { refundsOfOrder } from '../db/refund.ts'
import { waitsForAccount } from '../db/refund-account.ts'
import { shipmentOf } from '../db/shipment.ts'
import { disclosedWithKeyUntil } from '../domain/orders/order-disclosure.ts'
import type { MutationResolvers, OrderPage, QueryResolvers } from '../generated/resolver-types.ts'
import { documentsOf } from '../services/invoice.ts'
import { orderWithKey } from '../services/order-access.ts'
import { repeatOrderMail, requestOrderLink } from '../services/order-link.ts'
import { ShopError } from '../services/shop-error.ts'
import { shownOrder } from './order.ts'
import { actionsOf } from './order-actions.ts'
import { timelineOf } from './order-timeline.ts'
import { parse } from './parse.ts'

export async function shownPage(context: ShopContext, whole: WholeOrder): Promise<OrderPage> {
  const { db, now } = context
  const { order, items } = whole
  const [events, shipment, refunds] = await Promise.all([
    eventsOf(db, items),
    shipmentOf(db, order),
    refundsOfOrder(db, order.id),
  ])
  const until = disclosedWithKeyUntil(order, events.values(), shipment?.shippedAt ?? null)
  const hasParcel = items.some(({ physical, invalidatedAt }) => physical && invalidatedAt === null)
  return {
    order: await shownOrder(context, whole, until),
    timeline: timelineOf({
      order,
      refunds: refunds.filter(({ reason }) => reason !== 'double_payment'),
      shipment: hasParcel ? shipment : null,
      hasParcel,
    }),
    shipment:
      hasParcel && shipment?.shippedAt
        ? { trackingNumber: shipment.trackingNumber, trackingUrl: shipment.trackingUrl }
        : null,
    documents:
      now < until
        ? documentsOf(whole, refunds).map(({ file, returned }) => ({
            file,
            refundedAt: returned?.at ?? null,
            refundedCents: returned?.cents ?? null,
          }))
        : [],
    showsPersonalData: now < until,
    refundAccountCents: refunds.filter(waitsForAccount).reduce((sum, { amountCents }) => sum + amountCents, 0),
    actions: actionsOf({ ...whole, events, shipment }, context),
  }
}

const Query: Pick<QueryResolvers, 'orderPage'> = {
  orderPage: async (_root, args, context) => {
    const whole = await orderWithKey(context, args.orderId, args.key)
    return whole ? shownPage(context, whole) : null
  },
}

const Mutation: Pick<MutationResolvers, 'repeatOrderMail' | 'requestOrderLink'> = {
  repeatOrderMail: async (_root, args, context) => {
    const whole = await orderWithKey(context, args.orderId, args.key)
    if (!whole) throw new ShopError('ORDER_NOT_FOUND', {})
    await repeatOrderMail(context, whole)
    return true
  },

  requestOrderLink: async (_root, args, context) => {
    await requestOrderLink(context, parse(orderLinkSchema, args, 'form'))
    return true
  },
}

export const orderPageResolvers = { Query, Mutation }
