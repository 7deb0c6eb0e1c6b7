/**
 * PayPal on the cart step (PAY-05). The buyer approves an order at PayPal for the cart, whose address and email become the
 * checkout's details. On the review step, the buyer places the order. PayPal's order then gets the final amount and is
 * captured. Its `custom_id` is the cart's id until then, so only an order of the same cart can use it.
 */
import type { Locale } from '../../schema/locale.ts'
import type { Cents } from '../../schema/money.ts'
import { immediateDeadline } from '../domain/orders/payment-deadline.ts'
import type { OpenedPage, PageRequest } from '../domain/orders/payment-provider.ts'
import type { Env } from '../env.ts'
import {
  changePayPalOrder,
  createPayPalOrder,
  findPayPalOrder,
  invoiceId,
  orderPayment,
  type PayPalBuyer,
  type PayPalOrder,
  payPalBuyer,
  payPalOrderEnd,
} from '../integrations/paypal.ts'
import { PayPalError } from '../integrations/paypal-client.ts'
import { log, reasonOf } from '../services/log.ts'
import { ShopError } from '../services/shop-error.ts'
import type { PaymentMethod } from './method.ts'
import { hasPayPal } from './paypal.ts'
import { payPalOrders } from './paypal-button.ts'

type ExpressCart = { cartId: string; amountCents: Cents; asksAddress: boolean; locale: Locale; returnUrl: string }

/** Creates an order at PayPal for a cart, and returns its id. Throws PAYMENT_FAILED. */
export async function openExpress(env: Env, cart: ExpressCart): Promise<string> {
  try {
    return await createPayPalOrder(env, {
      requestId: crypto.randomUUID(),
      customId: cart.cartId,
      invoiceId: null,
      amountCents: cart.amountCents,
      locale: cart.locale,
      asksAddress: cart.asksAddress,
      paysNow: false,
      successUrl: cart.returnUrl,
      cancelUrl: cart.returnUrl,
    })
  } catch (error) {
    log('warn', 'express payment not started', { error: reasonOf(error) })
    throw new ShopError('PAYMENT_FAILED', {})
  }
}

/** Returns the buyer who approved PayPal's order for this cart. Throws PAYMENT_FAILED if nobody did. */
export async function readExpress(env: Env, cartId: string, externalId: string): Promise<PayPalBuyer> {
  const found = await findPayPalOrder(env, externalId).catch((error: unknown) => {
    log('warn', 'express payment not read', { error: reasonOf(error) })
    return null
  })
  if (!found || customIdOf(found) !== cartId || orderPayment(env, found).state !== 'approved')
    throw new ShopError('PAYMENT_FAILED', {})
  return payPalBuyer(found)
}

function customIdOf({ purchase_units }: PayPalOrder): string | null {
  return purchase_units?.[0]?.custom_id ?? null
}

/** Gives the approved order the amount of our order. A repeated call finds the payment's id in it. */
async function start(env: Env, request: PageRequest): Promise<OpenedPage> {
  const { approvedId = '', cartId, paymentId, reference } = request
  const found = approvedId === '' ? null : await findPayPalOrder(env, approvedId)
  const isOwn = found !== null && cartId !== '' && [cartId, paymentId].includes(customIdOf(found) ?? '')
  if (!isOwn || orderPayment(env, found).state !== 'approved') throw new PayPalError(422, 'ORDER_NOT_APPROVED')
  await changePayPalOrder(env, approvedId, {
    amountCents: request.lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    customId: paymentId,
    invoiceId: invoiceId(reference, paymentId),
  })
  return { externalId: approvedId, url: null, token: approvedId, expiresAt: payPalOrderEnd(request.expiresAt) }
}

export const payPalExpress = {
  id: 'paypal_express',
  offered: hasPayPal,
  deadline: immediateDeadline,
  holdsForDays: false,
  followUp: null,
  instructions: null,
  refundRoute: 'as_paid',
  provider: 'paypal',
  online: { ...payPalOrders, start },
} satisfies PaymentMethod<'paypal_express'>
