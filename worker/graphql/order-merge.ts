/** MERGE-01: places the cart as an add-on to an earlier order, and orders or undoes the add-on. */
import { mergePlaceOrderSchema, mutationKeySchema } from '../../schema/inputs/cart.ts'
import { SKIPPED_PAYMENT } from '../../schema/rules/payment-methods.ts'
import type { ShopContext } from '../context.ts'
import { eventsOf, type WholeOrder } from '../db/order.ts'
import type { MutationResolvers } from '../generated/resolver-types.ts'
import type { PaymentMethod } from '../payments/method.ts'
import { findMethod, methodOf } from '../payments/table.ts'
import { requireCheckForMethod } from '../services/bot-check.ts'
import { choosableMethods } from '../services/checkout-options.ts'
import { isBlocked, noteWrongShopCode } from '../services/code-tries.ts'
import { isAddOn, orderAddOn } from '../services/order-merge.ts'
import { withinRate } from '../services/rate-limit.ts'
import { objectsOf } from '../services/seat-objects.ts'
import { ShopError, throwIfRefused } from '../services/shop-error.ts'
import { cartObject, commandContext, orderContext, requireShownCart } from '../services/visitor-cart.ts'
import { needsAgeConfirmation, requireOrder, shownOrder } from './order.ts'
import { parse } from './parse.ts'

async function methodForAddOn(context: ShopContext, whole: WholeOrder, id: string): Promise<PaymentMethod> {
  if (whole.order.totalCents === 0) return methodOf(SKIPPED_PAYMENT)
  const offered = await choosableMethods(context, whole, await eventsOf(context.db, whole.items))
  const method = offered.some((offer) => offer.id === id) ? findMethod(id) : null
  if (!method) throw new ShopError('PAYMENT_METHOD_INVALID', {})
  requireCheckForMethod(context, method.id)
  return method
}

const Mutation: Pick<MutationResolvers, 'mergePlaceOrder' | 'confirmMergedOrder' | 'undoMergedOrder'> = {
  mergePlaceOrder: async (_root, args, context) => {
    const { clientMutationId: key, ...typed } = args.input
    const clientMutationId = parse(mutationKeySchema, key, 'input.clientMutationId')
    const { cartId, ...input } = parse(mergePlaceOrderSchema, typed, 'input')
    const { env, shop, network } = context
    await withinRate(env.ORDER_TRIES, env.ORDER_TRIES_WIDE, context)
    requireShownCart(context, cartId)
    // A network that keeps guessing is refused even with the right reference, so it learns nothing.
    const subject = `merge/${shop.id}`
    if (network !== '' && isBlocked(subject, context, context.now)) throw new ShopError('TOO_MANY_REQUESTS', {})
    const answer = await cartObject(context).mergePlaceOrder(orderContext(context), input, clientMutationId)
    if (!answer.ok && answer.code === 'MERGEORDER_NOTFOUND' && network !== '')
      await noteWrongShopCode(env, subject, context, context.now)
    const { orderId, reference, totalCents, status } = throwIfRefused(answer)
    return { order: { id: orderId, reference, totalCents, status }, clientMutationId }
  },

  confirmMergedOrder: async (_root, { input }, context) => {
    const whole = await requireOrder(context, input.orderId, input.reference)
    if (whole.order.isReserved) {
      const method = await methodForAddOn(context, whole, input.paymentMethod)
      const consent = {
        termsAccepted: input.termsAccepted,
        ageConfirmed: input.ageConfirmed ?? false,
        needsAge: await needsAgeConfirmation(context, whole),
      }
      await orderAddOn(context.env, whole, method, consent, context.now)
    }
    return shownOrder(context, await requireOrder(context, input.orderId, input.reference))
  },

  undoMergedOrder: async (_root, args, context) => {
    const { order } = await requireOrder(context, args.orderId, args.reference)
    // The purge deletes the cart's id together with the buyer's contact data.
    if (!isAddOn(order) || order.cartId === '') throw new ShopError('ORDER_NOT_FOUND', {})
    const cart = objectsOf(context.env, context.env.CART).getByName(order.cartId)
    const { restored, lost } = throwIfRefused(await cart.undoMerge(commandContext(context), order.id))
    return { restored, lost }
  },
}

export const orderMergeResolvers = { Mutation }
