/**
 * Starts payments at a provider and changes the payment method of an open order. The buyer pays on the provider's page, or
 * in the shop's page with the provider's script. Each payment is opened once at the provider. A second click, or a click
 * after a lost answer, finds the same payment.
 */
import { DAY, MINUTE, UNPAID_ORDERS_OF_ADDRESS } from '../../schema/limits.ts'
import { variantBeside } from '../../schema/rules/item-facts.ts'
import { openDatabase } from '../db/database.ts'
import { eventsOf, findOrder, type WholeOrder } from '../db/order.ts'
import {
  closePayment,
  mayAskAbout,
  notePaymentSession,
  openPaymentOnce,
  type Payment,
  paymentsOf,
} from '../db/payment.ts'
import { changePaymentMethod } from '../db/settlement.ts'
import { hasCancelledEvent, isPayable } from '../domain/orders/order-status.ts'
import { dueAtWithSession } from '../domain/orders/payment-deadline.ts'
import type { OpenedPage } from '../domain/orders/payment-provider.ts'
import { seatPlace } from '../domain/seats/seat-place.ts'
import { rootMessageOf } from '../domain/text/error-message.ts'
import type { Env } from '../env.ts'
import { log, reasonOf, typeOf } from '../services/log.ts'
import { wakeOutbox } from '../services/outbox.ts'
import { ShopError } from '../services/shop-error.ts'
import type { OnlineMethod, OnlinePayment, PaymentMethod } from './method.ts'
import { settlePayment } from './settle.ts'
import { methodOf } from './table.ts'

/**
 * Stripe requires that a page stays open for at least 30 minutes. The two extra minutes allow for clock differences and
 * for a retry with the same idempotency key.
 */
const MIN_SESSION_MS = 32 * MINUTE
const MAX_SESSION_MS = DAY - 5 * MINUTE
/** A payment without a provider's id is closed after this time. Until then, the provider may still return the id. */
const SAME_REQUEST_MS = MINUTE

export type HostedPayment = { externalPaymentId: string; externalPaymentUrl: string }
export type InPagePayment = { externalPaymentId: string; externalPaymentToken: string }

/** The shop's URLs to which the provider sends the buyer after a payment, and after a failed or cancelled one. */
export type ReturnUrls = { successUrl: string; cancelUrl: string }

/** `approvedId`: the provider's id of a payment that the buyer approved before ordering. */
export type InPageRequest = ReturnUrls & { approvedId?: string }

/**
 * Opens the provider's page for the unpaid amount, or finds the page that is already open. Has the conditions and the
 * errors of `openAtProvider`.
 */
export async function startHostedPayment(
  env: Env,
  whole: WholeOrder,
  method: OnlineMethod,
  addresses: ReturnUrls,
  now: number,
): Promise<HostedPayment> {
  const { externalId, url } = await openAtProvider(env, whole, method, addresses, now)
  if (url === null) throw new Error(`${method.id} has no hosted page`)
  return { externalPaymentId: externalId, externalPaymentUrl: url }
}

/**
 * Opens a payment of the unpaid amount that the buyer confirms in the shop's page, or finds the open one. The token is read
 * from the provider each time and never stored. Has the conditions and the errors of `openAtProvider`.
 */
export async function startInPagePayment(
  env: Env,
  whole: WholeOrder,
  method: OnlineMethod,
  addresses: InPageRequest,
  now: number,
): Promise<InPagePayment> {
  const { externalId, token } = await openAtProvider(env, whole, method, addresses, now)
  const readToken = method.online.token
  if (readToken === null) throw new Error(`${method.id} is not paid in the shop's page`)
  try {
    return { externalPaymentId: externalId, externalPaymentToken: token ?? (await readToken(env, externalId)) }
  } catch (error) {
    log('warn', 'payment token not read', { externalId, error: reasonOf(error) })
    throw new ShopError('PAYMENT_FAILED', {})
  }
}

/**
 * Opens a payment of the unpaid amount at the provider, or finds the one that is already open. The caller must have checked
 * that the visitor may pay for the order, that the method is offered, and that the URLs belong to the shop.
 *
 * Throws ORDER_NOT_PAYABLE, EVENT_CANCELLED, PAYMENT_IN_PROGRESS or PAYMENT_FAILED. PAYMENT_FAILED means that the provider
 * refused or was unreachable, or that the payment was closed meanwhile. The order can then still be paid.
 */
async function openAtProvider(
  env: Env,
  whole: WholeOrder,
  method: OnlineMethod,
  addresses: InPageRequest,
  now: number,
): Promise<Omit<OpenedPage, 'expiresAt'>> {
  const { order } = whole
  if (!isPayable(order)) throw new ShopError('ORDER_NOT_PAYABLE', { status: order.status })
  const db = openDatabase(env.DB)
  await refuseCancelledEvent(env, whole)
  await closeStalePayments(env, whole, now)
  const expiresAt = Math.min(now + MAX_SESSION_MS, Math.max(now + MIN_SESSION_MS, order.dueAt))
  const owed = order.totalCents - order.paidCents
  const payment = await openPaymentOnce(
    db,
    { orderId: order.id, provider: method.provider, method: method.id, amountCents: owed, expiresAt },
    now,
  )
  if (payment.externalId !== null) {
    return { externalId: payment.externalId, url: payment.externalUrl, token: null }
  }
  const session = await openPage(env, whole, method.online, payment, addresses, now)
  const noted = await notePaymentSession(db, payment, session, dueAtWithSession(order, session.expiresAt))
  if (!noted) {
    // While the page was being opened, the order was cancelled or the payment was closed.
    await method.online.expire(env, session.externalId)
    await closePayment(db, payment.id, 'expired', now)
    throw await startError(env, order.id)
  }
  return session
}

async function refuseCancelledEvent(env: Env, { items }: WholeOrder): Promise<void> {
  if (hasCancelledEvent(await eventsOf(openDatabase(env.DB), items))) throw new ShopError('EVENT_CANCELLED', {})
}

async function startError(env: Env, orderId: string): Promise<ShopError> {
  const whole = await findOrder(openDatabase(env.DB), orderId)
  if (!whole || isPayable(whole.order)) return new ShopError('PAYMENT_FAILED', {})
  return new ShopError('ORDER_NOT_PAYABLE', { status: whole.order.status })
}

/**
 * Closes each open payment that got no page within `SAME_REQUEST_MS`. Expires each page that is about to expire, and asks
 * the provider about its payment. Also asks about each other open payment, unless the shop asked about it seconds ago.
 * Throws if a payment is paid or in progress, so that the buyer does not pay twice.
 */
async function closeStalePayments(env: Env, { order }: WholeOrder, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  for (const payment of await paymentsOf(db, order.id)) {
    const { online } = methodOf(payment.method)
    if (payment.status !== 'open' || online === null) continue
    if (payment.externalId === null) {
      if (payment.createdAt + SAME_REQUEST_MS < now) await closePayment(db, payment.id, 'failed', now)
      continue
    }
    const isEnding = (payment.expiresAt ?? 0) <= now + MINUTE
    if (!isEnding && !(await mayAskAbout(db, payment.id, now))) continue
    const state = await expireAndSettle(env, online, payment.externalId, payment.id, isEnding, now)
    if (state === 'pending') throw new ShopError('PAYMENT_IN_PROGRESS', {})
    if (state === 'paid') throw new ShopError('ORDER_NOT_PAYABLE', { status: 'done' })
  }
}

async function expireAndSettle(
  env: Env,
  online: OnlinePayment,
  sessionId: string,
  paymentId: string,
  isEnding: boolean,
  now: number,
) {
  try {
    if (isEnding && (await online.expire(env, sessionId))) {
      await closePayment(openDatabase(env.DB), paymentId, 'expired', now)
      return 'expired'
    }
    return await settlePayment(env, paymentId, now)
  } catch (error) {
    log('warn', 'payment state not read', { payment: paymentId, error: reasonOf(error) })
    throw new ShopError('PAYMENT_FAILED', {})
  }
}

async function openPage(
  env: Env,
  whole: WholeOrder,
  online: OnlinePayment,
  payment: Payment,
  addresses: InPageRequest,
  now: number,
): Promise<OpenedPage> {
  const { order } = whole
  try {
    return await online.start(env, {
      paymentId: payment.id,
      orderId: order.id,
      reference: order.reference,
      cartId: order.cartId,
      email: order.email,
      buyer: {
        name: [order.billingAddress.firstName, order.billingAddress.lastName].filter(Boolean).join(' '),
        countryCode: order.billingAddress.countryCode,
      },
      locale: order.locale,
      lines: checkoutLines(whole, payment.amountCents),
      ...addresses,
      expiresAt: payment.expiresAt ?? now + MIN_SESSION_MS,
    })
  } catch (error) {
    log('warn', 'payment not started', {
      payment: payment.id,
      type: typeOf(error),
      refused: online.account.isRefusal(error),
    })
    if (online.account.isRefusal(error)) await closePayment(openDatabase(env.DB), payment.id, 'failed', now)
    throw new ShopError('PAYMENT_FAILED', {})
  }
}

/**
 * Returns the lines of the provider's page. If the items and the shipping do not sum to the unpaid amount, for example
 * after a partial payment, returns one line with that amount.
 */
function checkoutLines({ order, items }: WholeOrder, owedCents: number): { name: string; amountCents: number }[] {
  const isGerman = order.locale === 'de'
  const lines = items
    .filter((item) => item.totalCents > 0)
    .map((item) => {
      const variant = variantBeside(item.descriptiveName, item.variantName)
      const name = [item.descriptiveName, variant, seatPlace(item, order.locale)].filter(Boolean).join(', ')
      return { name: item.amount > 1 ? `${item.amount} × ${name}` : name, amountCents: item.totalCents }
    })
  const further = order.shippingCents + order.extraChargeCents
  if (further > 0) lines.push({ name: order.shippingName || (isGerman ? 'Versand' : 'Shipping'), amountCents: further })
  const sum = lines.reduce((total, { amountCents }) => total + amountCents, 0)
  // Stripe accepts at most 100 lines.
  if (sum === owedCents && lines.length <= 100) return lines
  return [{ name: `${isGerman ? 'Bestellung' : 'Order'} ${order.reference}`, amountCents: owedCents }]
}

/**
 * LATER-02: changes the payment method of an open order. The caller must have checked that the method is offered.
 * Throws ORDER_NOT_PAYABLE, EVENT_CANCELLED or UNPAID_ORDERS_EXCEEDED.
 */
export async function choosePaymentMethod(
  env: Env,
  whole: WholeOrder,
  method: PaymentMethod,
  now: number,
): Promise<void> {
  const { order } = whole
  if (!isPayable(order)) throw new ShopError('ORDER_NOT_PAYABLE', { status: order.status })
  await refuseCancelledEvent(env, whole)
  try {
    const { id, deadline, followUp } = method
    const dueAt = deadline.afterChange(order, now)
    const choice = { method: id, dueAt, remindAt: deadline.remindAt(dueAt, now), followUp }
    await changePaymentMethod(openDatabase(env.DB), order.id, choice, now)
  } catch (error) {
    // The trigger orders_unpaid_transfers raises an error with this text.
    if (!/orders_unpaid_by_buyer/.test(rootMessageOf(error))) throw error
    throw new ShopError('UNPAID_ORDERS_EXCEEDED', { limit: UNPAID_ORDERS_OF_ADDRESS })
  }
  await wakeOutbox(env, order.id)
}
