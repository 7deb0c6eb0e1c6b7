/** Placed orders: shown, paid and paid again, by anyone who knows both id and reference. */
import { isId } from '../../schema/ids.ts'
import type { ShopContext } from '../context.ts'
import { eventsOf, findOrder, type OrderEvent, type WholeOrder } from '../db/order.ts'
import { giroCode, transferReference } from '../domain/orders/bank-transfer.ts'
import { disclosedOrder } from '../domain/orders/order-disclosure.ts'
import { hasCancelledEvent, isPayable } from '../domain/orders/order-status.ts'
import { paymentMethodName, paymentMethodsFor } from '../domain/orders/payment-method.ts'
import type { MutationResolvers, Order, QueryResolvers } from '../generated/resolver-types.ts'
import { settleOrder } from '../payments/settle.ts'
import { choosePaymentMethod, startStripePayment } from '../payments/start.ts'
import { bankAccountOf } from '../services/bank-account.ts'
import { requireCheckForTransfer } from '../services/bot-check.ts'
import { queuedEventsOf } from '../services/checkout-options.ts'
import { log, reasonOf } from '../services/log.ts'
import { ShopError } from '../services/shop-error.ts'

/** Null for an unknown id, a wrong reference, and an order of a shop that this one must not show. */
async function knownOrder(context: ShopContext, orderId: string, reference: string): Promise<WholeOrder | null> {
  if (!isId('order', orderId)) return null
  const whole = await findOrder(context.db, orderId)
  if (!whole || whole.order.reference !== reference) return null
  if (context.shop.isBand && whole.order.shopId !== context.shop.id) return null
  return whole
}

async function requireOrder(context: ShopContext, orderId: string, reference: string): Promise<WholeOrder> {
  const whole = await knownOrder(context, orderId, reference)
  if (!whole) throw new ShopError('ORDER_NOT_FOUND', {})
  return whole
}

function offersFor(context: ShopContext, { order }: WholeOrder, events: ReadonlyMap<string, OrderEvent>) {
  return paymentMethodsFor({
    blacklist: (context.shops.find(({ id }) => id === order.shopId) ?? context.shop).paymentBlacklist,
    stripeConfigured: Boolean(context.env.STRIPE_SECRET_KEY),
    bankConfigured: Boolean(context.env.BANK_IBAN),
    events: [...events.values()],
    queuedEvents: queuedEventsOf(context.rooms, order.shopId),
    locale: context.locale,
    now: context.now,
  })
}

async function shownOrder(context: ShopContext, whole: WholeOrder): Promise<Order> {
  const order = disclosedOrder(whole.order, context.now)
  const { items } = whole
  const events = await eventsOf(context.db, items)
  const isCalledOff = hasCancelledEvent(events)
  const payable = isPayable(order) && !isCalledOff
  const balance = order.totalCents - order.paidCents
  const account = bankAccountOf(context.env)
  const purpose = transferReference(order.reference, whole.order.billingAddress)
  return {
    id: order.id,
    reference: order.reference,
    status: order.status,
    countryCode: order.countryCode,
    email: order.email,
    paymentMethod: order.paymentMethod,
    paymentMethodName: paymentMethodName(order.paymentMethod, context.locale),
    shippingName: order.shippingName,
    subtotalCents: order.subtotalCents,
    shippingCents: order.shippingCents,
    voucherCents: order.voucherCents,
    totalCents: order.totalCents,
    balanceCents: balance,
    vatCents: order.vatCents,
    placedAt: order.placedAt,
    dueAt: order.dueAt,
    hasCancelledEvent: isCalledOff,
    paidAt: order.paidAt,
    shippingAddress: order.shippingAddress,
    billingAddress: order.billingAddress,
    items: items.map((item) => ({
      id: item.id,
      type: item.type,
      descriptiveName: item.descriptiveName,
      variantName: item.variantName,
      amount: item.amount,
      unitCents: item.unitCents,
      totalCents: item.totalCents,
      invalidated: item.invalidatedAt !== null,
      productVariantId: item.variantId,
      seat:
        item.sectionId === null
          ? null
          : {
              sectionId: item.sectionId,
              sectionName: item.sectionName ?? '',
              row: item.seatRow,
              name: item.seatNumber,
            },
      personalIdentifier: order.isDisclosed ? item.personalIdentifier : null,
    })),
    bankTransfer:
      payable && order.paymentMethod === 'bank_transfer'
        ? {
            accountHolder: account.holder,
            iban: account.iban,
            bic: account.bic,
            bankName: account.bankName,
            reference: purpose,
            amountCents: balance,
            giroCode: giroCode(account, balance, purpose),
          }
        : null,
    paymentMethods: payable ? offersFor(context, whole, events) : [],
  }
}

/** The provider redirects the browser to addresses that we pass: only this shop's checkout is allowed (no open redirect). */
function ownAddress(context: ShopContext, address: string, field: string): string {
  const expected = `${context.origin}${context.basePath}/checkout/`
  const valid = address.length <= 500 && URL.canParse(address)
  // Parsed as the browser will read it, with dot segments resolved.
  if (!valid || !new URL(address).href.startsWith(expected)) {
    throw new ShopError('BAD_INPUT', { field, expected: `${expected}…` })
  }
  return address
}

const Query: Pick<QueryResolvers, 'order'> = {
  order: async (_root, args, context) => {
    const whole = await knownOrder(context, args.orderId, args.reference)
    return whole ? shownOrder(context, whole) : null
  },
}

const Mutation: Pick<
  MutationResolvers,
  'confirmOrderPayment' | 'createStripePayment' | 'updatePreferredPaymentMethod'
> = {
  confirmOrderPayment: async (_root, args, context) => {
    const whole = await requireOrder(context, args.orderId, args.reference)
    try {
      await settleOrder(context.env, whole.order.id, context.now)
    } catch (error) {
      log('warn', 'payment not confirmed', {
        order: whole.order.id,
        error: reasonOf(error),
      })
      throw new ShopError('PAYMENT_NOT_CONFIRMED', {})
    }
    return shownOrder(context, await requireOrder(context, args.orderId, args.reference))
  },

  createStripePayment: async (_root, args, context) => {
    const whole = await requireOrder(context, args.orderId, args.reference)
    const offered = offersFor(context, whole, await eventsOf(context.db, whole.items))
    if (!offered.some(({ id }) => id === 'stripe_checkout')) throw new ShopError('PAYMENT_METHOD_INVALID', {})
    return startStripePayment(
      context.env,
      whole,
      {
        successUrl: ownAddress(context, args.successUrl, 'successUrl'),
        cancelUrl: ownAddress(context, args.cancelUrl, 'cancelUrl'),
      },
      context.now,
    )
  },

  updatePreferredPaymentMethod: async (_root, args, context) => {
    const whole = await requireOrder(context, args.orderId, args.reference)
    const offered = offersFor(context, whole, await eventsOf(context.db, whole.items))
    if (!offered.some(({ id }) => id === args.preferredPaymentMethod)) throw new ShopError('PAYMENT_METHOD_INVALID', {})
    requireCheckForTransfer(context, args.preferredPaymentMethod)
    await choosePaymentMethod(context.env, whole, args.preferredPaymentMethod, context.now)
    return shownOrder(context, await requireOrder(context, args.orderId, args.reference))
  },
}

export const orderResolvers = { Query, Mutation }
