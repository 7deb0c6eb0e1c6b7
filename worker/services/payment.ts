/**
 * From "the provider says paid" to a paid order. Webhook, return page, sweep and bank all lead to `settlePayment`, which
 * asks the provider for the truth and applies it by batches that may run twice or at the same time. Money always ends
 * somewhere: with its order, or on its way back to the buyer.
 */
import { DAY, PAYMENT_DEADLINE_MS, TICKET_EXPIRES_AFTER } from '../../schema/limits.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/database.ts'
import { eventsOf, findOrder, findOrderByReference, type OrderItem, type WholeOrder } from '../db/order.ts'
import {
  capturePayment,
  changePaymentMethod,
  closePayment,
  findPayment,
  type NewTicket,
  notePaymentSession,
  openPayment,
  type Payment,
  paymentsOf,
  returnPayment,
  touchPayment,
} from '../db/payment.ts'
import { isPayable, paidStatus } from '../domain/order-status.ts'
import { newValidationCode } from '../domain/validation-code.ts'
import type { Env } from '../env.ts'
import { createCheckout, readCheckout } from '../integrations/stripe.ts'
import { log } from './log.ts'
import { wakeOutbox } from './outbox.ts'
import { giveSeatsBack, takeSeatsAgain } from './rebooking.ts'
import { ShopError } from './shop-error.ts'

const MINUTE = 60_000
/** Stripe takes 30 minutes at least; a minute more for clocks that differ. */
const SHORTEST_SESSION_MS = 31 * MINUTE
const LONGEST_SESSION_MS = DAY - 5 * MINUTE

type Money = { amountCents: number; currency: string; captureId: string | null }

/** Asks the provider and applies what it says. Throws where the provider cannot be asked: the caller comes again. */
export async function settlePayment(env: Env, paymentId: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const payment = await findPayment(db, paymentId)
  if (payment?.status !== 'open' || payment.provider !== 'stripe' || !payment.externalId) return
  const truth = await readCheckout(env, payment.externalId)
  if (truth.state === 'expired') await closePayment(db, payment.id, 'expired', now)
  else if (truth.state === 'open') await touchPayment(db, payment.id, now)
  else await takeMoney(env, db, payment, truth, now)
}

/** Applies money that has arrived for an open payment. */
async function takeMoney(env: Env, db: Database, payment: Payment, money: Money, now: number): Promise<void> {
  const whole = await findOrder(db, payment.orderId)
  if (!whole) throw new Error(`payment ${payment.id} has no order`)
  const { order } = whole
  if (money.currency !== 'eur' || money.amountCents !== payment.amountCents) {
    // PAY-08: support looks at it; nothing is issued for a sum that does not fit.
    log('error', 'payment does not fit its order', {
      payment: payment.id,
      order: order.id,
      amountCents: money.amountCents,
    })
    await capture(db, whole, payment, money, 'problem', now)
  } else if (isPayable(order)) {
    await capture(db, whole, payment, money, paidStatus(whole.items), now)
  } else if (order.status === 'cancelled') {
    await revive(env, db, whole, payment, money, now)
  } else {
    await returnPayment(db, payment, { ...money, reason: 'double_payment' }, now)
  }
  await wakeOutbox(env)
}

async function capture(
  db: Database,
  { order, items }: WholeOrder,
  payment: Payment,
  money: Money,
  next: 'done' | 'pending_fulfillment' | 'problem',
  now: number,
  revived: { stock: { variantId: string; amount: number }[] } | null = null,
): Promise<void> {
  const events = await eventsOf(db, items)
  for (let tries = 0; ; tries++) {
    try {
      await capturePayment(
        db,
        {
          order,
          payment,
          amountCents: money.amountCents,
          captureId: money.captureId,
          next,
          tickets: next === 'problem' ? [] : ticketsFor(items, events),
          revived,
        },
        now,
      )
      return
    } catch (error) {
      // Two of 10^12 codes met: other codes, then.
      if (tries < 3 && /tickets\.validation_code/.test(textOf(error))) continue
      throw error
    }
  }
}

function ticketsFor(
  items: OrderItem[],
  events: ReadonlyMap<string, { happeningFromAt: number; happeningUntilAt: number | null }>,
): NewTicket[] {
  return items.flatMap((item) => {
    const event = item.eventId === null ? undefined : events.get(item.eventId)
    if (!event || item.eventId === null || item.invalidatedAt !== null) return []
    const { eventId } = item
    return Array.from(
      { length: item.amount },
      (_, position): NewTicket => ({
        orderItemId: item.id,
        position,
        eventId,
        kind: item.physical ? 'hard' : 'online',
        validationCode: newValidationCode(),
        expiresAt: (event.happeningUntilAt ?? event.happeningFromAt) + TICKET_EXPIRES_AFTER,
      }),
    )
  })
}

/** A payment after the cancellation takes seats and goods again if they are there, else it goes back. */
async function revive(
  env: Env,
  db: Database,
  whole: WholeOrder,
  payment: Payment,
  money: Money,
  now: number,
): Promise<void> {
  const { order, items } = whole
  const events = await eventsOf(db, items)
  const epoch = order.seatEpoch + 1
  const taken = await takeSeatsAgain(env, order.id, epoch, items, events, now)
  if (taken) {
    try {
      await capture(db, whole, payment, money, paidStatus(items), now, { stock: stockOf(items) })
      return
    } catch (error) {
      if (!/variant_stock_never_negative/.test(textOf(error))) throw error
      await giveSeatsBack(env, order.id, epoch, items, events, now)
    }
  }
  await returnPayment(db, payment, { ...money, reason: 'late_payment' }, now)
}

/** The merch of an order, by variant. */
export function stockOf(items: OrderItem[]): { variantId: string; amount: number }[] {
  const amounts = new Map<string, number>()
  for (const { eventId, variantId, amount } of items) {
    if (eventId === null) amounts.set(variantId, (amounts.get(variantId) ?? 0) + amount)
  }
  return [...amounts].map(([variantId, amount]) => ({ variantId, amount }))
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} ${textOf(error.cause)}`
}

export type PaymentStart = { externalPaymentId: string; externalPaymentUrl: string }

/** Opens (or finds again) the provider's page. The addresses must be the shop's own; the caller has checked the order's owner. */
export async function startStripePayment(
  env: Env,
  whole: WholeOrder,
  addresses: { successUrl: string; cancelUrl: string },
  now: number,
): Promise<PaymentStart> {
  const { order, items } = whole
  if (!env.STRIPE_SECRET_KEY) throw new ShopError('PAYMENT_METHOD_INVALID', {})
  if (!isPayable(order)) throw new ShopError('ORDER_NOT_PAYABLE', { status: order.status })
  const db = openDatabase(env.DB)
  const balance = order.totalCents - order.paidCents
  const known = (await paymentsOf(db, order.id)).find(
    ({ status, externalId, expiresAt, amountCents }) =>
      status === 'open' && externalId !== null && amountCents === balance && (expiresAt ?? 0) > now + MINUTE,
  )
  if (known?.externalId && known.externalUrl) {
    return { externalPaymentId: known.externalId, externalPaymentUrl: known.externalUrl }
  }
  const payment = await openPayment(
    db,
    { orderId: order.id, provider: 'stripe', method: 'stripe_checkout', amountCents: balance },
    now,
  )
  try {
    const session = await createCheckout(env, {
      paymentId: payment.id,
      orderId: order.id,
      reference: order.reference,
      email: order.email,
      locale: order.locale,
      lines: checkoutLines(whole, balance),
      ...addresses,
      expiresAt: Math.min(now + LONGEST_SESSION_MS, Math.max(now + SHORTEST_SESSION_MS, order.dueAt)),
    })
    await notePaymentSession(db, payment, session)
    return { externalPaymentId: session.externalId, externalPaymentUrl: session.url }
  } catch (error) {
    log('warn', 'payment not started', {
      payment: payment.id,
      items: items.length,
      error: error instanceof Error ? error.message : String(error),
    })
    await closePayment(db, payment.id, 'failed', now)
    throw new ShopError('PAYMENT_FAILED', {})
  }
}

/** Names and sums for the provider's page; after a part payment only what is left can be told. */
function checkoutLines({ order, items }: WholeOrder, balance: number): { name: string; amountCents: number }[] {
  const lines = items
    .filter((item) => item.totalCents > 0)
    .map((item) => ({
      name: `${item.amount > 1 ? `${item.amount} × ` : ''}${item.descriptiveName}${item.variantName ? `, ${item.variantName}` : ''}`,
      amountCents: item.totalCents,
    }))
  const further = order.shippingCents + order.extraChargeCents
  if (further > 0)
    lines.push({ name: order.shippingName || (order.locale === 'de' ? 'Versand' : 'Shipping'), amountCents: further })
  const sum = lines.reduce((total, line) => total + line.amountCents, 0)
  return sum === balance && items.every((item) => item.totalCents >= 0)
    ? lines
    : [
        {
          name: order.locale === 'de' ? `Bestellung ${order.reference}` : `Order ${order.reference}`,
          amountCents: balance,
        },
      ]
}

/** The return page asks: whatever the provider says of this order's open payments is applied before the order is shown. */
export async function settleOrder(env: Env, orderId: string, now: number): Promise<void> {
  for (const payment of await paymentsOf(openDatabase(env.DB), orderId)) {
    if (payment.status === 'open') await settlePayment(env, payment.id, now)
  }
}

/** Money on the bank account, as the bank's side tells it. Without an amount: the whole balance. */
export async function markPaidByBank(
  env: Env,
  reference: string,
  amountCents: number | null,
  now: number,
): Promise<{ reference: string; status: string; paidCents: number; totalCents: number }> {
  const db = openDatabase(env.DB)
  const whole = await findOrderByReference(db, reference)
  if (!whole) throw new ShopError('ORDER_NOT_FOUND', {})
  const { order } = whole
  const balance = order.totalCents - order.paidCents
  if (!isPayable(order) && order.status !== 'cancelled')
    throw new ShopError('ORDER_NOT_PAYABLE', { status: order.status })
  const amount = amountCents ?? balance
  const counted = Math.min(amount, balance)
  const bank = { orderId: order.id, provider: 'bank' as const, method: 'bank_transfer' }
  const payment = await openPayment(db, { ...bank, amountCents: counted }, now)
  await takeMoney(env, db, payment, { amountCents: counted, currency: 'eur', captureId: null }, now)
  if (amount > counted) {
    const rest = await openPayment(db, { ...bank, amountCents: amount - counted }, now)
    await returnPayment(db, rest, { amountCents: amount - counted, captureId: null, reason: 'double_payment' }, now)
  }
  const after = await findOrder(db, order.id)
  if (!after) throw new ShopError('ORDER_NOT_FOUND', {})
  return { reference, status: after.order.status, paidCents: after.order.paidCents, totalCents: after.order.totalCents }
}

/** An order of nothing to pay is paid at once. */
export async function settleFreeOrder(env: Env, orderId: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const whole = await findOrder(db, orderId)
  if (!whole || whole.order.totalCents > 0 || whole.order.paidAt !== null || whole.order.status === 'cancelled') return
  const open = (await paymentsOf(db, orderId)).find(({ status }) => status === 'open')
  const payment =
    open ??
    (await openPayment(db, { orderId, provider: 'voucher', method: 'internal_payment_skipped', amountCents: 0 }, now))
  await capture(db, whole, payment, { amountCents: 0, currency: 'eur', captureId: null }, paidStatus(whole.items), now)
  await wakeOutbox(env)
}

/** LATER-02: another way to pay for an order that is still open. */
export async function choosePaymentMethod(env: Env, whole: WholeOrder, method: string, now: number): Promise<void> {
  if (!isPayable(whole.order)) throw new ShopError('ORDER_NOT_PAYABLE', { status: whole.order.status })
  const deadline = method === 'bank_transfer' ? PAYMENT_DEADLINE_MS.bank_transfer : PAYMENT_DEADLINE_MS.stripe_checkout
  const dueAt = method === 'bank_transfer' ? whole.order.placedAt + deadline : now + deadline
  await changePaymentMethod(openDatabase(env.DB), whole.order.id, method, dueAt)
}
