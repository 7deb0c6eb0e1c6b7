/**
 * Settlement: from "the provider says paid" to a paid order. Webhook, return page, cron and bank booking all lead here. The
 * provider is asked for the truth, and batches that may run twice or at the same time apply it. Money always arrives
 * somewhere: at its order, or back at the buyer.
 */
import { cancelUnpaidOrder } from '../db/cancellation.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/database.ts'
import { noteIncident, resolveIncidents, standingAmong } from '../db/incident.ts'
import { eventsOf, findOrder, type OrderEvent, type WholeOrder } from '../db/order.ts'
import {
  closePayment,
  findPayment,
  mayAskAbout,
  noteCard,
  type Payment,
  paymentsOf,
  UNKNOWN_AT_PROVIDER,
} from '../db/payment.ts'
import {
  type Capture,
  capturePayment,
  claimSeatEpoch,
  coverFreeOrder,
  type NewTicket,
  returnPayment,
} from '../db/settlement.ts'
import { countingKey } from '../domain/orders/counting-key.ts'
import { hasCancelledEvent, paidStatus } from '../domain/orders/order-status.ts'
import { eventsState, type Money, outcomeOf, type ReturnReason } from '../domain/orders/payment-outcome.ts'
import type { PaymentTruth } from '../domain/orders/payment-provider.ts'
import { stockOf } from '../domain/orders/stock.ts'
import { rootMessageOf } from '../domain/text/error-message.ts'
import type { Env } from '../env.ts'
import { log } from '../services/log.ts'
import { wakeOutbox } from '../services/outbox.ts'
import { rebookAllOrNone, releaseOrderSeats } from '../services/rebooking.ts'
import { ticketsFor } from '../services/ticket.ts'
import { methodOf } from './table.ts'

/** Each decision but the last was outrun by another change of the order or payment; then the caller tries again later. */
const MAX_DECISIONS = 5
const MAX_CODE_ATTEMPTS = 4

/**
 * Asks the provider about a payment and applies the answer. `sessionId` names a page that was opened but never stored.
 * Answers `known` if there is nothing to ask. Throws if the provider is unreachable or the money could not be settled; the
 * caller then tries again later.
 */
export async function settlePayment(
  env: Env,
  paymentId: string,
  now: number,
  sessionId: string | null = null,
): Promise<'known' | PaymentTruth['state']> {
  const db = openDatabase(env.DB)
  const payment = await findPayment(db, paymentId)
  const externalId = payment?.externalId ?? sessionId
  const online = payment && methodOf(payment.method).online
  if (!payment || !online || externalId === null || isSettled(payment)) return 'known'
  const truth = await online.read(env, externalId)
  const unknown = { kind: UNKNOWN_AT_PROVIDER, subjectId: payment.id }
  if (truth.state === 'missing') {
    // The secret key belongs to another account than the one that opened the page. A closed payment keeps no seats. The cron
    // asks about it for some more days, in case the key is corrected.
    if (payment.status === 'open') await noteIncident(db, { ...unknown, details: { orderId: payment.orderId } }, now)
    await closePayment(db, payment.id, 'failed', now)
    return truth.state
  }
  if (truth.state === 'paid') {
    const { cardFingerprint } = truth
    // The card is stored before the money is taken, because the report of excess tickets follows the money.
    if (cardFingerprint) await noteCard(db, payment.id, countingKey(env.SESSION_SECRET, 'card', cardFingerprint))
    await takeMoney(env, db, payment.id, truth, now)
  } else if (truth.state === 'expired' || truth.state === 'failed') {
    await closePayment(db, payment.id, truth.state, now)
  }
  // Until the outcome is known and applied, the open incident makes the cron ask again.
  const isKnown = truth.state === 'paid' || truth.state === 'expired' || truth.state === 'failed'
  if (payment.status === 'failed' && isKnown) await resolveIncidents(db, [unknown], now)
  return truth.state
}

function isSettled({ status }: Payment): boolean {
  return status === 'captured' || status === 'refunded'
}

/**
 * Decides from the current rows what becomes of the money, and applies the decision. If the rows changed before it took
 * effect, it decides again. Throws after `MAX_DECISIONS` attempts: the money is not settled yet.
 */
export async function takeMoney(env: Env, db: Database, paymentId: string, money: Money, now: number): Promise<void> {
  for (let decisions = 0; decisions < MAX_DECISIONS; decisions++) {
    const payment = await findPayment(db, paymentId)
    if (!payment || isSettled(payment)) return
    const whole = await findOrder(db, payment.orderId)
    if (!whole) throw new Error(`payment ${payment.id} has no order`)
    await applyMoney(env, db, whole, payment, money, now)
    await wakeOutbox(env, payment.orderId)
  }
  const payment = await findPayment(db, paymentId)
  if (payment && !isSettled(payment)) throw new Error(`payment ${paymentId} could not be settled: others moved it`)
}

async function applyMoney(
  env: Env,
  db: Database,
  whole: WholeOrder,
  payment: Payment,
  money: Money,
  now: number,
): Promise<void> {
  const { order, items } = whole
  const events = await eventsOf(db, items)
  const outcome = outcomeOf({
    order,
    expectedCents: payment.amountCents,
    money,
    events: eventsState([...events.values()], now),
    // Once the contact data of a cancelled order is purged, its tickets could not be sent to anybody.
    isBuyerKnown: order.email !== '',
  })
  const { amountCents, captureId } = money
  const capture = { orderId: order.id, paymentId: payment.id, countedCents: amountCents, captureId }
  switch (outcome.kind) {
    case 'capture':
      await captureWithTickets(
        db,
        { ...capture, goal: paidStatus(items), revival: null },
        () => ticketsFor(items, events),
        now,
      )
      return
    case 'problem':
      log('error', 'payment does not fit its order', {
        payment: payment.id,
        order: order.id,
        amountCents,
        currency: money.currency,
      })
      await capturePayment(
        db,
        { ...capture, countedCents: outcome.countedCents, goal: 'problem', tickets: [], revival: null },
        now,
      )
      return
    case 'revive':
      return revive(env, db, whole, events, capture, now)
    case 'return':
      await returnPayment(
        db,
        payment.id,
        { orderId: order.id, amountCents, captureId, reason: outcome.reason, seatEpoch: null },
        now,
      )
  }
}

/**
 * Money for a cancelled order takes its seats and goods again if they are free and within the buyer's limits. Otherwise it
 * goes back.
 */
async function revive(
  env: Env,
  db: Database,
  { order, items }: WholeOrder,
  events: ReadonlyMap<string, OrderEvent>,
  capture: Omit<Capture, 'goal' | 'tickets' | 'revival'>,
  now: number,
): Promise<void> {
  const epoch = await claimSeatEpoch(db, order.id, capture.paymentId)
  if (epoch === null) return
  let reason: ReturnReason = 'late_payment'
  if (await rebookAllOrNone(env, order.id, epoch, items, events, now)) {
    try {
      const taken = await captureWithTickets(
        db,
        { ...capture, goal: paidStatus(items), revival: { epoch, stock: stockOf(items) } },
        () => ticketsFor(items, events),
        now,
      )
      // Another attempt has the seats under a higher epoch, or another payment was faster.
      if (!taken) await releaseOrderSeats(env, order.id, epoch, items, events, now)
      return
    } catch (error) {
      // Goods or seats are gone, or the buyer has the tickets by another order: a CHECK or a trigger refused the batch.
      if (!/variant_stock_never_negative|orders_revival_(limits|seats)/.test(rootMessageOf(error))) throw error
      if (/orders_revival_limits/.test(rootMessageOf(error))) reason = 'buyer_limit'
      await releaseOrderSeats(env, order.id, epoch, items, events, now)
    }
  }
  const { paymentId, orderId, countedCents, captureId } = capture
  await returnPayment(db, paymentId, { orderId, amountCents: countedCents, captureId, reason, seatEpoch: epoch }, now)
}

async function captureWithTickets(
  db: Database,
  capture: Omit<Capture, 'tickets'>,
  drawTickets: () => NewTicket[],
  now: number,
): Promise<boolean> {
  for (let draws = 1; ; draws++) {
    try {
      return await capturePayment(db, { ...capture, tickets: drawTickets() }, now)
    } catch (error) {
      // A validation code of 10^12 was in use: draw others.
      if (draws >= MAX_CODE_ATTEMPTS || !/tickets\.validation_code/.test(rootMessageOf(error))) throw error
    }
  }
}

/**
 * Settles all payments of an order before the return page shows it. Failed payments are included, because a wrong key makes
 * payments fail. A visitor may ask as often as they like, but the provider is asked rarely: its read limit is shared by the
 * whole shop.
 */
export async function settleOrder(env: Env, orderId: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const payments = await paymentsOf(db, orderId)
  const failed = payments.filter(({ status }) => status === 'failed')
  const askedAgain = payments.some(isSettled) ? await unknownAmong(db, failed) : failed
  for (const payment of payments) {
    const { id, status } = payment
    const mayChange = status === 'open' || askedAgain.includes(payment)
    if (mayChange && (await mayAskAbout(db, id, now))) await settlePayment(env, id, now)
  }
}

/** The payments that the provider did not know. They may hold money, although the order has been paid since. */
async function unknownAmong(db: Database, failed: Payment[]): Promise<Payment[]> {
  const unknown = failed.map(({ id }) => ({ kind: UNKNOWN_AT_PROVIDER, subjectId: id }))
  const open = (await standingAmong(db, unknown)).filter(({ isAccepted }) => isAccepted === 0)
  return failed.filter(({ id }) => open.some(({ subjectId }) => subjectId === id))
}

/** Marks an order that costs nothing as paid; cancels it instead if one of its events has been cancelled. */
export async function settleFreeOrder(env: Env, orderId: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const whole = await findOrder(db, orderId)
  if (!whole || whole.order.totalCents > 0) return
  const events = await eventsOf(db, whole.items)
  if (hasCancelledEvent(events)) {
    await cancelUnpaidOrder(db, whole.order, [], stockOf(whole.items), 'event_cancelled', now)
  } else {
    const tickets = ticketsFor(whole.items, events)
    await coverFreeOrder(db, { id: orderId, goal: paidStatus(whole.items), tickets }, now)
  }
  await wakeOutbox(env, orderId)
}
