/**
 * Cart and checkout: each resolver parses its input, calls services or the cart object, and returns the data to show.
 */
import * as z from 'zod/mini'
import {
  type AddItemsRequest,
  addItemsSchema,
  changeAmountSchema,
  countryCodeSchema,
  itemIdSchema,
  mutationKeySchema,
  placeOrderSchema,
  variantIdSchema,
  voucherAmountSchema,
  voucherCodeSchema,
} from '../../schema/inputs/cart.ts'
import { detailsInputSchema } from '../../schema/inputs/cart-details.ts'
import { namesTextSchema } from '../../schema/inputs/holder.ts'
import { DAY, SHIPPABLE_WINDOW_DAYS } from '../../schema/limits.ts'
import { NO_SHIPPING } from '../../schema/rules/shipping.ts'
import type { ShopContext } from '../context.ts'
import { loadCarriers } from '../db/carrier.ts'
import type { CartAnswer, CartState } from '../domain/cart/cart.ts'
import { type CartLine, flatLines, subtotalCents } from '../domain/cart/cart-line.ts'
import { servedCountries } from '../domain/orders/country.ts'
import { cartIsMergeable } from '../domain/orders/order-merge.ts'
import { carriersFor, parcelOf } from '../domain/orders/shipping.ts'
import { voucherUse } from '../domain/orders/voucher.ts'
import type { CartResolvers, MutationResolvers, QueryResolvers } from '../generated/resolver-types.ts'
import { openExpress, readExpress } from '../payments/paypal-express.ts'
import { explainAddFailure } from '../services/add-failure.ts'
import { requireCheckForMethod, requireCheckForTickets } from '../services/bot-check.ts'
import { createResumeLink, resumeCart } from '../services/cart-resumption.ts'
import { offersForCart } from '../services/checkout-options.ts'
import { acceptPresaleCodes } from '../services/presale-code.ts'
import { withinRate } from '../services/rate-limit.ts'
import { isOverloadError } from '../services/seat-load.ts'
import { ShopError, throwIfRefused } from '../services/shop-error.ts'
import {
  cartLines,
  cartObject,
  commandContext,
  orderContext,
  readCart,
  readDetails,
  requireShownCart,
  saveDetails,
} from '../services/visitor-cart.ts'
import { acceptVoucher } from '../services/voucher.ts'
import { shownLine, shownVoucher } from './cart-line.ts'
import type { CartModel } from './models.ts'
import { parse } from './parse.ts'

async function shownCart(context: ShopContext, state: CartState): Promise<CartModel> {
  const lines = await cartLines(context, state)
  const flat = flatLines(lines)
  const total = subtotalCents(lines)
  const { voucher } = state
  const applied = voucher ? { voucher, use: voucherUse(voucher, lines, context.now) } : null
  const shippable = Math.max(0, ...flat.map((line) => line.sellable.shippableFromAt ?? 0))
  const later = shippable > context.now ? shippable : null
  return {
    id: state.id,
    reference: state.reference,
    version: state.version,
    countryCode: state.countryCode,
    items: lines.map((line) => shownLine(line, context, applied)),
    totalCents: total,
    originalTotalCents: total + flat.reduce((sum, line) => sum + savedCents(line), 0),
    voucherCents: applied?.use.cents ?? 0,
    voucher: applied && shownVoucher(applied, context),
    containsTickets: flat.some((line) => line.sellable.event !== null),
    containsOnlineTickets: flat.some((line) => line.sellable.event !== null && !line.sellable.physical),
    physical: flat.some((line) => line.sellable.physical),
    mergeable: context.shop.orderMergingAllowed && cartIsMergeable(lines),
    ageRestricted: flat.some((line) => line.sellable.ageRestricted),
    heldUntil: state.heldUntil,
    serverNow: context.now,
    shippableFrom: later,
    shippableFromUntil: later === null ? null : later + SHIPPABLE_WINDOW_DAYS * DAY,
  }
}

function savedCents({ sellable, amount }: CartLine): number {
  return sellable.originalPriceCents !== null && sellable.originalPriceCents > sellable.priceCents
    ? (sellable.originalPriceCents - sellable.priceCents) * amount
    : 0
}

async function payload(context: ShopContext, answer: CartAnswer, clientMutationId: string) {
  const { state, shifted } = throwIfRefused(answer)
  return { cart: await shownCart(context, state), shifted, clientMutationId }
}

/** Adds all items or none, and applies the voucher that a link named with them (CART-06). */
async function addAll(context: ShopContext, requests: AddItemsRequest[], key: string) {
  await withinRate(context.env.HOLD_TRIES, context.env.HOLD_TRIES_WIDE, context)
  await requireCheckForTickets(
    context,
    requests.map(({ productVariantId }) => productVariantId),
  )
  await acceptPresaleCodes(context, requests)
  const command = commandContext(context, await context.discounts.areOpen())
  const code = requests.find(({ paymentCode }) => paymentCode)?.paymentCode
  const voucher = code ? await acceptVoucher(context, code, null) : null
  const answer = await cartObject(context)
    .addItems(command, requests, key)
    .catch((error: unknown) => {
      if (isOverloadError(error)) context.outcome.seatLoad = { holds: 1, slow: 0, overloads: 1 }
      throw error
    })
  context.outcome.seatLoad = answer.seatLoad
  if (!answer.ok || !voucher) return payload(context, answer, key)
  const applied = await cartObject(context).applyVoucher(command, voucher, `${key}/voucher`)
  return payload(context, applied.ok ? { ...applied, shifted: answer.shifted } : applied, key)
}

const Query: Pick<QueryResolvers, 'cart' | 'session' | 'shippingMethods' | 'paymentMethods' | 'shippingCountries'> = {
  cart: async (_root, _args, context) => shownCart(context, await readCart(context)),

  session: async (_root, _args, context) => {
    const { queue } = context
    // The cart of a waiting visitor is not read, so that polls wake no cart object.
    if (queue.queue) return { id: context.visitor.cartId ?? 'crt_new', expiresAt: context.now, ...queue }
    const state = await readCart(context)
    return { id: state.id, expiresAt: state.sessionExpiresAt, ...queue }
  },

  shippingMethods: async (_root, args, context) => {
    const countryCode = parse(countryCodeSchema, args.countryCode, 'countryCode')
    const [state, carriers] = await Promise.all([readCart(context), loadCarriers(context.db, context.catalogueVersion)])
    const parcel = parcelOf(await cartLines(context, state))
    if (!parcel) return []
    const able = carriersFor(carriers, parcel, countryCode)
    if (able.length === 0) throw new ShopError('NO_DELIVERY_METHOD', {})
    return able.map((carrier) => ({
      id: carrier.id,
      name: carrier.name[context.locale],
      description: carrier.description[context.locale],
      priceCents: carrier.priceCents,
    }))
  },

  paymentMethods: async (_root, _args, context) => {
    const lines = await cartLines(context, await readCart(context))
    return offersForCart(context.env, context.shop, lines, orderContext(context))
  },

  shippingCountries: async (_root, _args, context) =>
    servedCountries(await loadCarriers(context.db, context.catalogueVersion)),
}

const Mutation: Pick<
  MutationResolvers,
  | 'addItems'
  | 'removeItem'
  | 'changeAmount'
  | 'changeVariant'
  | 'changeCountry'
  | 'extendHolds'
  | 'applyVoucher'
  | 'removeVoucher'
  | 'updatePersonalIdentifier'
  | 'placeOrder'
  | 'createPayPalExpress'
  | 'readPayPalExpress'
  | 'saveDetails'
  | 'heartbeat'
  | 'createResumeLink'
  | 'resumeSession'
> = {
  addItems: async (_root, args, context) => {
    const { requests, clientMutationId } = parse(addItemsSchema, args.input, 'input')
    if (context.visitor.blocksCookies) throw new ShopError('COOKIES_BLOCKED', {})
    return explainAddFailure(context.requestId, () => addAll(context, requests, clientMutationId))
  },

  removeItem: async (_root, args, context) => {
    const key = parse(mutationKeySchema, args.clientMutationId, 'clientMutationId')
    const itemId = parse(itemIdSchema, args.itemId, 'itemId')
    return payload(context, await cartObject(context).removeItem(commandContext(context), itemId, key), key)
  },

  changeAmount: async (_root, args, context) => {
    const key = parse(mutationKeySchema, args.clientMutationId, 'clientMutationId')
    const itemId = parse(itemIdSchema, args.itemId, 'itemId')
    const amount = parse(changeAmountSchema, args.amount, 'amount')
    const admittedVariantId = args.productVariantId ?? null
    if (admittedVariantId !== null) {
      await withinRate(context.env.HOLD_TRIES, context.env.HOLD_TRIES_WIDE, context)
      await requireCheckForTickets(context, [admittedVariantId])
    }
    const command = commandContext(context, await context.discounts.areOpen())
    const change = { itemId, amount, admittedVariantId }
    return payload(context, await cartObject(context).changeAmount(command, change, key), key)
  },

  changeVariant: async (_root, args, context) => {
    const key = parse(mutationKeySchema, args.clientMutationId, 'clientMutationId')
    const itemId = parse(itemIdSchema, args.itemId, 'itemId')
    const variantId = parse(variantIdSchema, args.productVariantId, 'productVariantId')
    const command = commandContext(context, await context.discounts.areOpen())
    return payload(context, await cartObject(context).changeVariant(command, { itemId, variantId }, key), key)
  },

  extendHolds: async (_root, args, context) => {
    const key = parse(mutationKeySchema, args.clientMutationId, 'clientMutationId')
    return payload(context, await cartObject(context).extendHolds(commandContext(context), key), key)
  },

  changeCountry: async (_root, args, context) => {
    const key = parse(mutationKeySchema, args.clientMutationId, 'clientMutationId')
    const countryCode = parse(countryCodeSchema, args.countryCode, 'countryCode')
    const served = servedCountries(await loadCarriers(context.db, context.catalogueVersion))
    if (!served.some((country) => country.countryCode === countryCode))
      throw new ShopError('COUNTRY_NOT_SERVED', { countryCode })
    return payload(context, await cartObject(context).changeCountry(commandContext(context), countryCode, key), key)
  },

  applyVoucher: async (_root, args, context) => {
    const key = parse(mutationKeySchema, args.clientMutationId, 'clientMutationId')
    const code = parse(voucherCodeSchema, args.code, 'code')
    const amount = parse(z.nullish(voucherAmountSchema), args.amount, 'amount')
    const voucher = await acceptVoucher(context, code, amount || null)
    return payload(context, await cartObject(context).applyVoucher(commandContext(context), voucher, key), key)
  },

  removeVoucher: async (_root, args, context) => {
    const key = parse(mutationKeySchema, args.clientMutationId, 'clientMutationId')
    return payload(context, await cartObject(context).applyVoucher(commandContext(context), null, key), key)
  },

  updatePersonalIdentifier: async (_root, args, context) => {
    const key = parse(mutationKeySchema, args.clientMutationId, 'clientMutationId')
    const itemId = parse(itemIdSchema, args.itemId, 'itemId')
    const text = parse(namesTextSchema, args.personalIdentifier, 'personalIdentifier')
    const answer = await cartObject(context).updatePersonalIdentifier(commandContext(context), itemId, text, key)
    const { state } = throwIfRefused(answer)
    const lines = flatLines(await cartLines(context, state))
    const line = lines.find(({ items }) => items.some(({ id }) => id === itemId))
    if (!line) throw new ShopError('NOT_FOUND', { what: 'item' })
    return { cartItem: shownLine(line, context, null), cart: await shownCart(context, state), clientMutationId: key }
  },

  saveDetails: async (_root, args, context) => {
    const key = parse(mutationKeySchema, args.clientMutationId, 'clientMutationId')
    const changes = parse(detailsInputSchema, args.input, 'input')
    return { details: await saveDetails(context, args.cartId, changes, key), clientMutationId: key }
  },

  placeOrder: async (_root, args, context) => {
    const { cartId, ...input } = parse(placeOrderSchema, args.input, 'input')
    await withinRate(context.env.ORDER_TRIES, context.env.ORDER_TRIES_WIDE, context)
    requireShownCart(context, cartId)
    requireCheckForMethod(context, input.paymentMethod)
    const normal = { ...input, shippingMethod: input.shippingMethod ?? NO_SHIPPING }
    const answer = await cartObject(context).placeOrder(orderContext(context), normal, input.clientMutationId)
    const { orderId, reference, totalCents, status, eventIds } = throwIfRefused(answer)
    context.outcome.placedEvents = eventIds
    return { cart: { id: orderId, reference, totalCents, status }, clientMutationId: input.clientMutationId }
  },

  createPayPalExpress: async (_root, args, context) => {
    await withinRate(context.env.ORDER_TRIES, context.env.ORDER_TRIES_WIDE, context)
    const cart = await shownCart(context, await readCart(context))
    const carriers = cart.physical ? await loadCarriers(context.db, context.catalogueVersion) : []
    const carrier = carriers.find(({ id }) => id === args.shippingMethod)
    const amountCents = cart.totalCents - cart.voucherCents + (carrier?.priceCents ?? 0)
    if (cart.items.length === 0 || amountCents <= 0) throw new ShopError('CART_EMPTY', {})
    const externalPaymentId = await openExpress(context.env, {
      cartId: cart.id,
      amountCents,
      asksAddress: cart.physical,
      locale: context.locale,
      returnUrl: `${context.origin}${context.basePath}/checkout`,
    })
    return { externalPaymentId }
  },

  readPayPalExpress: async (_root, args, context) => {
    await withinRate(context.env.ORDER_TRIES, context.env.ORDER_TRIES_WIDE, context)
    return readExpress(context.env, context.visitor.requireCartId(), args.externalPaymentId)
  },

  heartbeat: async (_root, _args, context) => {
    const id = context.visitor.requireCartId()
    const { expiresAt, ended } = await cartObject(context).heartbeat(commandContext(context))
    if (ended) throw new ShopError('SESSION_NOT_FOUND', {})
    return { id, expiresAt, ...context.queue }
  },

  createResumeLink: (_root, _args, context) => createResumeLink(context),

  resumeSession: async (_root, args, context) =>
    shownCart(context, await resumeCart(context, args.id, args.replace ?? false)),
}

const cart: Pick<CartResolvers, 'details'> = {
  details: (_cart, _args, context) => readDetails(context),
}

export const cartResolvers = { Query, Mutation, Cart: cart }
