/**
 * Settles payments, for the webhook, the return page, the cron and operators. The state of an online payment is read from
 * the provider. The amount of a bank transfer comes from an operator. Received money pays for its order or is refunded to
 * the buyer. If the money does not fit the order, the order gets the status `problem`, and an operator decides. Several
 * callers may settle the same payment, even at the same time.
 */
import { cancelUnpaidOrder } from '../db/cancellation.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/database.ts'
import { noteIncident, openOrAcceptedAmong, resolveIncidents } from '../db/incident.ts'
import { eventsOf, findOrder, type OrderEvent, type WholeOrder } from '../db/order.ts'
import {
  closePayment,
  findPayment,
  mayAskAbout,
  noteCard,
  notePending,
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
import { hasCancelledEvent, paidStatus } from '../domain/orders/order-status.ts'
import { eventsState, type Money, outcomeOf, type ReturnReason } from '../domain/orders/payment-outcome.ts'
import type { ProviderPayment } from '../domain/orders/payment-provider.ts'
import { pseudonymOf } from '../domain/orders/pseudonym.ts'
import { stockOf } from '../domain/orders/stock.ts'
import { rootMessageOf } from '../domain/text/error-message.ts'
import type { Env } from '../env.ts'
import { log } from '../services/log.ts'
import { wakeOutbox } from '../services/outbox.ts'
import { rebookAllOrNone, releaseOrderSeats } from '../services/rebooking.ts'
import { ticketsFor } from '../services/ticket.ts'
import { readAndCapture } from './capture.ts'
import { methodOf } from './table.ts'

/** The number of attempts to settle a payment. An attempt has no effect if the order or the payment changes meanwhile. */
const MAX_DECISIONS = 5
const MAX_CODE_ATTEMPTS = 4

/** The reason for the refund, by the name of the CHECK or the text of the trigger that refuses a revival. */
const REVIVAL_REFUSALS: Record<string, ReturnReason> = {
  variant_stock_never_negative: 'late_payment',
  orders_revival_seats: 'late_payment',
  orders_revival_buyer_limit: 'buyer_limit',
  orders_revival_presale_code: 'presale_code_used',
  orders_revival_voucher: 'voucher_gone',
}

/**
 * Reads a payment's state from the provider and applies it. `sessionId` is the id of the provider's page, in case the
 * page was opened but its id was never stored. Returns `known` without asking the provider if the payment does not
 * exist, has no online provider, is already settled, or has no page. Throws if the provider is unreachable or the money
 * could not be settled. The caller should then try again later.
 */
export async function settlePayment(
  env: Env,
  paymentId: string,
  now: number,
  sessionId: string | null = null,
): Promise<'known' | ProviderPayment['state']> {
  const db = openDatabase(env.DB)
  const payment = await findPayment(db, paymentId)
  const externalId = payment?.externalId ?? sessionId
  const online = payment && methodOf(payment.method).online
  if (!payment || !online || externalId === null || isSettled(payment)) return 'known'
  const found = await readAndCapture(env, db, payment, online, externalId, now)
  const unknown = { kind: UNKNOWN_AT_PROVIDER, subjectId: payment.id }
  if (found.state === 'missing') {
    // The secret key belongs to another account than the one that opened the page. The payment is closed, so that its order
    // can be cancelled. The cron asks about the payment for some more days, in case an operator corrects the key.
    if (payment.status === 'open') await noteIncident(db, { ...unknown, details: { orderId: payment.orderId } }, now)
    await closePayment(db, payment.id, 'failed', now)
    return found.state
  }
  if (found.state === 'paid') {
    const { cardFingerprint } = found
    // Store the card before the capture, because the report of excess tickets runs after the capture and reads the card.
    if (cardFingerprint) await noteCard(db, payment.id, pseudonymOf(env.SESSION_SECRET, 'card', cardFingerprint))
    await takeMoney(env, db, payment.id, found, now)
  } else if (found.state === 'expired') {
    await closePayment(db, payment.id, 'expired', now)
  } else if (found.state === 'failed' || found.state === 'declined') {
    await closePayment(db, payment.id, 'failed', now)
  } else if (found.state === 'pending' && payment.pendingAt === null) {
    await notePending(db, payment.id, now)
  }
  // Until the state is known and applied, the open incident makes the cron ask again.
  const isKnown = ['paid', 'expired', 'failed', 'declined'].includes(found.state)
  if (payment.status === 'failed' && isKnown) await resolveIncidents(db, [unknown], now)
  return found.state
}

function isSettled({ status }: Payment): boolean {
  return status === 'captured' || status === 'refunded'
}

/**
 * Decides from the current rows what happens to received money, and applies the decision. If the rows have changed in
 * the meantime, it decides again. Throws after `MAX_DECISIONS` attempts. The money is then not settled, and the caller
 * should try again later.
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
  if (payment && !isSettled(payment))
    throw new Error(`payment ${paymentId} could not be settled: its order kept changing`)
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
  const isByHand = methodOf(payment.method).online === null
  const outcome = outcomeOf({
    order,
    expectedCents: payment.amountCents,
    money,
    events: eventsState([...events.values()], now),
    // If the contact data of a cancelled order has been purged, the shop cannot send its tickets.
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
      return revive(env, db, whole, events, { ...capture, isByHand }, now)
    case 'return':
      await returnPayment(
        db,
        payment.id,
        { orderId: order.id, amountCents, captureId, reason: outcome.reason, seatEpoch: null, isByHand },
        now,
      )
  }
}

/**
 * Revives a cancelled order for which money arrived: books its seats and takes its stock again. If they are not
 * available, or the buyer's ticket limit or the uses of the presale code are exceeded, the money is refunded.
 */
async function revive(
  env: Env,
  db: Database,
  { order, items }: WholeOrder,
  events: ReadonlyMap<string, OrderEvent>,
  { isByHand, ...capture }: Omit<Capture, 'goal' | 'tickets' | 'revival'> & { isByHand: boolean },
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
      // Nothing is taken if another attempt booked the seats under a higher epoch, or another payment settled the order.
      if (!taken) await releaseOrderSeats(env, order.id, epoch, items, events, now)
      return
    } catch (error) {
      const message = rootMessageOf(error)
      const refusal = Object.entries(REVIVAL_REFUSALS).find(([name]) => message.includes(name))
      if (!refusal) throw error
      reason = refusal[1]
      await releaseOrderSeats(env, order.id, epoch, items, events, now)
    }
  }
  const { paymentId, orderId, countedCents, captureId } = capture
  const money = { orderId, amountCents: countedCents, captureId, reason, seatEpoch: epoch, isByHand }
  await returnPayment(db, paymentId, money, now)
}

async function captureWithTickets(
  db: Database,
  capture: Omit<Capture, 'tickets'>,
  createTickets: () => NewTicket[],
  now: number,
): Promise<boolean> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await capturePayment(db, { ...capture, tickets: createTickets() }, now)
    } catch (error) {
      // One of the random validation codes is already in use, so try again with new ones.
      if (attempts >= MAX_CODE_ATTEMPTS || !/tickets\.validation_code/.test(rootMessageOf(error))) throw error
    }
  }
}

/**
 * Settles the open payments of an order before the return page shows the order. It also asks the provider about failed
 * payments, because a wrong key makes payments fail. Once a payment of the order is settled, it asks only about those
 * failed payments that the provider did not know.
 *
 * The whole shop shares the provider's rate limit. Therefore `mayAskAbout` limits the requests of a visitor who keeps
 * reloading the page.
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

/**
 * Returns the payments that the provider did not know, except those whose incident is resolved or accepted. The buyer may
 * have paid each of them, even if another payment has paid the order by now.
 */
async function unknownAmong(db: Database, failed: Payment[]): Promise<Payment[]> {
  const unknown = failed.map(({ id }) => ({ kind: UNKNOWN_AT_PROVIDER, subjectId: id }))
  const open = (await openOrAcceptedAmong(db, unknown)).filter(({ isAccepted }) => isAccepted === 0)
  return failed.filter(({ id }) => open.some(({ subjectId }) => subjectId === id))
}

/** Marks an order whose total is zero as paid. If one of its events has been cancelled, cancels the order instead. */
export async function settleFreeOrder(env: Env, orderId: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const whole = await findOrder(db, orderId)
  if (!whole || whole.order.totalCents > 0 || whole.order.isReserved) return
  const events = await eventsOf(db, whole.items)
  if (hasCancelledEvent(events)) {
    await cancelUnpaidOrder(db, whole.order, [], stockOf(whole.items), 'event_cancelled', now)
  } else {
    const tickets = ticketsFor(whole.items, events)
    await coverFreeOrder(db, { id: orderId, goal: paidStatus(whole.items), tickets }, now)
  }
  await wakeOutbox(env, orderId)
}
