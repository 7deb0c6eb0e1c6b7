/** Shows placed orders and starts their payments, for anyone who knows both the id and the reference of an order. */
import { orderPath } from '../../schema/order-path.ts'
import { type OrderStatus, PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { seatProperties } from '../../schema/rules/seat-properties.ts'
import { namesIn } from '../../schema/rules/ticket-names.ts'
import type { ShopContext } from '../context.ts'
import { findNameChangeOfFee } from '../db/name-change.ts'
import { eventsOf, type OrderEvent, type OrderItem, type WholeOrder } from '../db/order.ts'
import { findOrderKey, orderKeyOf } from '../db/order-key.ts'
import { parcelOrdersOf } from '../db/order-merge.ts'
import { loadSellables } from '../db/sellable.ts'
import { redemptionOf } from '../db/voucher.ts'
import { disclosedOrder, withoutAddressesOfMain } from '../domain/orders/order-disclosure.ts'
import { hasCancelledEvent, isPayable } from '../domain/orders/order-status.ts'
import { isFeeOfNameChange } from '../domain/tickets/name-change.ts'
import type { MutationResolvers, Order, OrderResolvers, QueryResolvers } from '../generated/resolver-types.ts'
import { captureOrder } from '../payments/order-capture.ts'
import { payPal } from '../payments/paypal.ts'
import { settleOrder } from '../payments/settle.ts'
import { choosePaymentMethod, type ReturnUrls, startHostedPayment, startInPagePayment } from '../payments/start.ts'
import { stripe } from '../payments/stripe.ts'
import { findMethod, hostedMethodAmong, inPageMethodAmong, methodOf, textsOf } from '../payments/table.ts'
import { requireCheckForMethod } from '../services/bot-check.ts'
import { choosableMethods, offersForOrder } from '../services/checkout-options.ts'
import { correctEmail } from '../services/email-correction.ts'
import { giftsOnPage } from '../services/gift-voucher.ts'
import { log, reasonOf } from '../services/log.ts'
import { knownOrder } from '../services/order-access.ts'
import { isAddOn } from '../services/order-merge.ts'
import { ShopError } from '../services/shop-error.ts'
import { progressOf } from './order-progress.ts'

export async function requireOrder(context: ShopContext, orderId: string, reference: string): Promise<WholeOrder> {
  const whole = await knownOrder(context, orderId, reference)
  if (!whole) throw new ShopError('ORDER_NOT_FOUND', {})
  return whole
}

/** `until` is when the link stops showing personal data, if it differs from that of a link with the reference. */
const PAID_OR_REFUNDED: readonly OrderStatus[] = [...PAID_STATUSES, 'refunded']

export async function shownOrder(context: ShopContext, whole: WholeOrder, until?: number): Promise<Order> {
  const { items } = whole
  const parcel = await parcelOrdersOf(context.db, whole.order)
  const disclosed = disclosedOrder(whole.order, context.now, until)
  const order = until === undefined ? withoutAddressesOfMain(disclosed, parcel.mainPlacedAt, context.now) : disclosed
  const [events, redemption, needsAge, gifts, isNameUnchanged] = await Promise.all([
    eventsOf(context.db, items),
    order.voucherCents > 0 ? redemptionOf(context.db, order.id) : null,
    order.isReserved ? needsAgeConfirmation(context, whole) : false,
    // A gift voucher is a product, so an order of tickets alone has none.
    order.isDisclosed && order.paidAt !== null && items.some(({ productId }) => productId !== null)
      ? giftsOnPage(context.env, order, context.now)
      : [],
    PAID_OR_REFUNDED.includes(order.status) && isFeeOfNameChange(items)
      ? findNameChangeOfFee(context.db, order.id).then((change) => change?.status === 'dropped')
      : false,
  ])
  const isCalledOff = hasCancelledEvent(events)
  const payable = isPayable(order) && !isCalledOff
  const balance = order.totalCents - order.paidCents
  const { instructions } = methodOf(order.paymentMethod)
  return {
    id: order.id,
    reference: order.reference,
    status: order.status,
    countryCode: order.countryCode,
    email: order.email,
    paymentMethod: order.paymentMethod,
    paymentMethodName: textsOf(context.env, order.paymentMethod, context.locale).name,
    shippingName: order.shippingName,
    subtotalCents: order.subtotalCents,
    shippingCents: order.shippingCents,
    voucherCents: order.voucherCents,
    voucherLabel: redemption?.label ?? null,
    voucherReturnedCents: redemption?.returnedCents ?? 0,
    giftVouchers: gifts.map(({ code, amountCents, usedCents, expiresAt, isVoid }) => ({
      code,
      leftCents: amountCents - usedCents,
      expiresAt,
      void: isVoid,
    })),
    totalCents: order.totalCents,
    balanceCents: balance,
    vatCents: order.vatCents,
    placedAt: order.placedAt,
    dueAt: order.dueAt,
    hasCancelledEvent: isCalledOff,
    cancelReason: order.cancelReason,
    paidAt: order.paidAt,
    ...(await progressOf(context, order, events, until)),
    shippingAddress: order.shippingAddress,
    billingAddress: order.billingAddress,
    items: items.map((item) => ({
      id: item.id,
      eventId: item.eventId,
      bundleItemId: item.bundleRootId,
      type: item.type,
      descriptiveName: item.descriptiveName,
      variantName: item.variantName,
      amount: item.amount,
      unitCents: item.unitCents,
      totalCents: item.totalCents,
      voucherCents: item.voucherCents,
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
              properties: seatProperties(item.seatFlags, context.locale),
            },
      personalIdentifier: order.isDisclosed ? shownText(item, events) : null,
    })),
    bankTransfer: payable && instructions ? instructions(context.env, order) : null,
    paymentMethods:
      payable || (order.isReserved && order.totalCents > 0) ? await choosableMethods(context, whole, events) : [],
    isReserved: order.isReserved,
    isAddOn: isAddOn(order),
    isNameUnchanged,
    needsAgeConfirmation: needsAge,
    mergedInto: parcel.mergedInto,
    partedFrom: parcel.partedFrom,
    addOns: parcel.addOns,
  }
}

/** The text on a personalised product, or the names on tickets without the holders' contact data. */
function shownText({ eventId, personalIdentifier }: OrderItem, events: ReadonlyMap<string, OrderEvent>): string | null {
  const event = eventId === null ? undefined : events.get(eventId)
  if (!event) return personalIdentifier
  return namesIn(personalIdentifier, event.personalizationRequirement).join(', ') || null
}

/** Whether the order contains goods that only adults may buy. */
export async function needsAgeConfirmation(context: ShopContext, { items }: WholeOrder): Promise<boolean> {
  const ids = items.map(({ variantId }) => variantId)
  const sellables = await loadSellables(context.db, context.catalogueVersion, ids)
  return [...sellables.values()].some(({ ageRestricted }) => ageRestricted)
}

/** Where a provider's page or script sends the buyer of an order that is paid in the shop's page. */
function ownReturnUrls(context: ShopContext, { order: { id, reference } }: WholeOrder): ReturnUrls {
  const base = `${context.origin}${context.basePath}`
  return {
    successUrl: `${base}${orderPath('done', id, reference)}?payment_received=1`,
    cancelUrl: `${base}${orderPath('payment', id, reference)}?payment_error=1`,
  }
}

/**
 * Returns the address if it is in this shop's checkout, otherwise throws BAD_INPUT. The payment provider redirects the
 * browser to the address, so any other address would make an open redirect.
 */
function ownAddress(context: ShopContext, address: string, field: string): string {
  const expected = `${context.origin}${context.basePath}/checkout/`
  const valid = address.length <= 500 && URL.canParse(address)
  // The address is compared in the form in which the browser will read it, with dot segments resolved.
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
  | 'confirmOrderPayment'
  | 'correctOrderEmail'
  | 'createStripePayment'
  | 'createStripeIntentPayment'
  | 'createPayPalPayment'
  | 'captureOrderPayment'
  | 'updatePreferredPaymentMethod'
> = {
  correctOrderEmail: async (_root, args, context) => {
    await correctEmail(context, await requireOrder(context, args.orderId, args.reference), args.email)
    return shownOrder(context, await requireOrder(context, args.orderId, args.reference))
  },

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
    const offered = offersForOrder(context, whole, await eventsOf(context.db, whole.items))
    const method = hostedMethodAmong(offered, whole.order.paymentMethod)
    if (!method) throw new ShopError('PAYMENT_METHOD_INVALID', {})
    return startHostedPayment(
      context.env,
      whole,
      method,
      {
        successUrl: ownAddress(context, args.successUrl, 'successUrl'),
        cancelUrl: ownAddress(context, args.cancelUrl, 'cancelUrl'),
      },
      context.now,
    )
  },

  createStripeIntentPayment: async (_root, args, context) => {
    const whole = await requireOrder(context, args.orderId, args.reference)
    const offered = offersForOrder(context, whole, await eventsOf(context.db, whole.items))
    const method = inPageMethodAmong(offered, whole.order.paymentMethod, stripe.id)
    if (!method) throw new ShopError('PAYMENT_METHOD_INVALID', {})
    return startInPagePayment(context.env, whole, method, ownReturnUrls(context, whole), context.now)
  },

  createPayPalPayment: async (_root, args, context) => {
    const whole = await requireOrder(context, args.orderId, args.reference)
    const offered = offersForOrder(context, whole, await eventsOf(context.db, whole.items))
    const method = inPageMethodAmong(offered, whole.order.paymentMethod, payPal.id)
    if (!method) throw new ShopError('PAYMENT_METHOD_INVALID', {})
    const approved = args.approvedId ? { approvedId: args.approvedId } : {}
    const request = { ...ownReturnUrls(context, whole), ...approved }
    return startInPagePayment(context.env, whole, method, request, context.now)
  },

  captureOrderPayment: async (_root, args, context) => {
    const { order } = await requireOrder(context, args.orderId, args.reference)
    try {
      return { outcome: await captureOrder(context.env, order.id, context.now) }
    } catch (error) {
      log('warn', 'payment not captured', { order: order.id, error: reasonOf(error) })
      throw new ShopError('PAYMENT_NOT_CONFIRMED', {})
    }
  },

  updatePreferredPaymentMethod: async (_root, args, context) => {
    const whole = await requireOrder(context, args.orderId, args.reference)
    const offered = await choosableMethods(context, whole, await eventsOf(context.db, whole.items))
    const method = offered.some(({ id }) => id === args.preferredPaymentMethod)
      ? findMethod(args.preferredPaymentMethod)
      : null
    if (!method) throw new ShopError('PAYMENT_METHOD_INVALID', {})
    requireCheckForMethod(context, method.id)
    await choosePaymentMethod(context.env, whole, method, context.now)
    return shownOrder(context, await requireOrder(context, args.orderId, args.reference))
  },
}

const order: Pick<OrderResolvers, 'pageKey'> = {
  /**
   * The reference alone must not open the order's page. Who may correct the email address may have the key: a correction mails
   * it to any address that this visitor types. The confirmation polls, so only its first request writes.
   */
  pageKey: async ({ id, mayCorrectEmail }, _args, { db, now }) =>
    mayCorrectEmail ? ((await findOrderKey(db, id)) ?? orderKeyOf(db, id, now)) : null,
}

export const orderResolvers = { Query, Mutation, Order: order }
