/**
 * PayPal on the review step (PAY-05). The buyer places the order, approves PayPal's order in PayPal's window, and the worker
 * captures it.
 */
import { immediateDeadline } from '../domain/orders/payment-deadline.ts'
import type { OpenedPage, PageRequest } from '../domain/orders/payment-provider.ts'
import type { Env } from '../env.ts'
import {
  capturePayPalOrder,
  createPayPalOrder,
  findPayPalOrder,
  invoiceId,
  orderPayment,
  payPalOrderEnd,
  readPayPalPayment,
} from '../integrations/paypal.ts'
import type { OnlinePayment, PaymentMethod } from './method.ts'
import { hasPayPal, payPal } from './paypal.ts'

async function start(env: Env, request: PageRequest): Promise<OpenedPage> {
  const externalId = await createPayPalOrder(env, {
    requestId: request.paymentId,
    customId: request.paymentId,
    invoiceId: invoiceId(request.reference, request.paymentId),
    amountCents: request.lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    locale: request.locale,
    asksAddress: false,
    paysNow: true,
    successUrl: request.successUrl,
    cancelUrl: request.cancelUrl,
  })
  return { externalId, url: null, token: externalId, expiresAt: payPalOrderEnd(request.expiresAt) }
}

/**
 * An order at PayPal cannot be cancelled. Until the shop captures it, however, PayPal takes no money, and the shop captures
 * no payment that it has closed. Therefore an order that is not approved counts as expired. An approved one does not: the
 * caller then captures it, or closes its payment.
 */
async function expire(env: Env, externalId: string): Promise<boolean> {
  const found = await findPayPalOrder(env, externalId)
  return found !== null && orderPayment(env, found).state === 'open'
}

/** The calls that both methods of PayPal need. */
export const payPalOrders: Omit<OnlinePayment, 'start'> = {
  token: async (_env, externalId) => externalId,
  read: readPayPalPayment,
  expire,
  capture: capturePayPalOrder,
  forgetsUnpaid: true,
  account: payPal,
}

export const payPalButton = {
  id: 'paypal',
  offered: hasPayPal,
  deadline: immediateDeadline,
  holdsForDays: false,
  followUp: null,
  instructions: null,
  refundRoute: 'as_paid',
  provider: 'paypal',
  online: { ...payPalOrders, start },
} satisfies PaymentMethod<'paypal'>
