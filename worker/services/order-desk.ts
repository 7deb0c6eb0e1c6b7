/** Lists open cases for operators, and shows, completes and cancels orders for them. */

import { openDatabase } from '../db/database.ts'
import { correctionsOf } from '../db/email-correction.ts'
import { eventsOf, findOrderByReference, findTicketedOrders, type WholeOrder } from '../db/order.ts'
import { openDisputes, openRefunds, problemOrders } from '../db/order-desk.ts'
import { parcelOrdersOf, partedAddOns } from '../db/order-merge.ts'
import { paymentsOf } from '../db/payment.ts'
import { refundsOfOrder } from '../db/refund.ts'
import { completeProblemOrder } from '../db/settlement.ts'
import { openWithdrawals } from '../db/submission.ts'
import { hasCancelledEvent, paidStatus } from '../domain/orders/order-status.ts'
import { declarationOf } from '../domain/support/declaration.ts'
import { submissionReference } from '../domain/support/submission-id.ts'
import type { Env } from '../env.ts'
import { cancelWithRefund } from './cancellation.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { wakeOutbox } from './outbox.ts'
import { ShopError } from './shop-error.ts'
import { ticketsFor } from './ticket.ts'

const MAX_LISTED = 200

export async function listOpen(env: Env) {
  const db = openDatabase(env.DB)
  const [refunds, orders, disputes, parcels, withdrawals] = await Promise.all([
    openRefunds(db, MAX_LISTED),
    problemOrders(db, MAX_LISTED),
    openDisputes(db, MAX_LISTED),
    partedAddOns(db, MAX_LISTED),
    openWithdrawals(db, MAX_LISTED),
  ])
  return { refunds, orders, disputes, parcels, withdrawals: withdrawals.map(listedWithdrawal) }
}

/** Without a link to the order, the reference is what the fan typed. */
function listedWithdrawal(row: Awaited<ReturnType<typeof openWithdrawals>>[number]) {
  const { id, createdAt, reference, status } = row
  const { about, orderReference } = declarationOf(row)
  return {
    withdrawal: submissionReference(id),
    reference: reference ?? orderReference,
    status,
    goods: about,
    createdAt,
  }
}

async function requireOrder(env: Env, reference: string): Promise<WholeOrder> {
  const whole = await findOrderByReference(openDatabase(env.DB), reference)
  if (!whole) throw new ShopError('ORDER_NOT_FOUND', {})
  return whole
}

/**
 * Returns an order with its items, tickets, payments, refunds and corrected addresses, and with the orders that share its
 * parcel. Throws ORDER_NOT_FOUND.
 */
export async function showOrder(env: Env, reference: string) {
  const { order } = await requireOrder(env, reference)
  const db = openDatabase(env.DB)
  const [ticketed, payments, refunds, emailCorrections, parcel] = await Promise.all([
    findTicketedOrders(db, [order.id]),
    paymentsOf(db, order.id),
    refundsOfOrder(db, order.id),
    correctionsOf(db, order.id),
    parcelOrdersOf(db, order),
  ])
  const addOns = await Promise.all(
    parcel.addOns.map(async (addOn) => {
      const whole = await findOrderByReference(db, addOn)
      return { reference: addOn, status: whole?.order.status, items: whole?.items ?? [] }
    }),
  )
  const { items = [], tickets = [] } = ticketed.get(order.id) ?? {}
  return { order, items, tickets, payments, refunds, emailCorrections, parcel: { ...parcel, addOns } }
}

type Moved = { reference: string; status: string }

/** Completes an order as if it were paid in full. Throws if its status is not `problem`, or if it has a cancelled event. */
export async function completeOrder(env: Env, reference: string, now: number): Promise<Moved> {
  const { order, items } = await requireOrder(env, reference)
  const db = openDatabase(env.DB)
  const events = await eventsOf(db, items)
  if (hasCancelledEvent(events)) throw new ShopError('EVENT_CANCELLED', {})
  const completion = { id: order.id, goal: paidStatus(items), tickets: ticketsFor(items, events) }
  if (!(await completeProblemOrder(db, completion, now)))
    throw new OperatorRefusal('ORDER_STATUS', { status: order.status })
  await wakeOutbox(env, order.id)
  return { reference, status: completion.goal }
}

/** Cancels an order that is not paid in full, and refunds its captured payments. */
export async function cancelByOperator(env: Env, reference: string, now: number): Promise<Moved> {
  const { order } = await requireOrder(env, reference)
  const answer = await cancelWithRefund(env, order.id, 'operator', now)
  if (answer === 'pending') throw new OperatorRefusal('PAYMENT_IN_PROGRESS', { reference })
  if (answer === 'changed') throw new OperatorRefusal('ORDER_CHANGED', { reference })
  if (answer === 'not_cancellable') throw new OperatorRefusal('ORDER_STATUS', { status: order.status })
  await wakeOutbox(env, order.id)
  return { reference, status: 'cancelled' }
}
