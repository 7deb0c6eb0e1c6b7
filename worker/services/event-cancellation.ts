/**
 * Refunds the orders of an event that the catalogue has cancelled. Each order has its own outbox row, so an interrupted run
 * can continue, and no order is refunded or mailed twice. An order that is not paid in full is cancelled. A paid order loses
 * the event's items (domain/orders/cancelled-event-items). If it has other valid items, only the lost items are refunded.
 * Otherwise, the order is refunded completely, including shipping.
 */
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { openDatabase } from '../db/database.ts'
import {
  type EventCancellation,
  findEventBySlug,
  queueEventOrders,
  refundEventItems,
  reportEventCancellation,
} from '../db/event-cancellation.ts'
import { goodsReturnsOf } from '../db/goods-return.ts'
import { eventsOf, findOrder, type WholeOrder } from '../db/order.ts'
import { paymentsOf } from '../db/payment.ts'
import { refundsOfOrder } from '../db/refund.ts'
import { itemsOfCancelledEvent, paidFor } from '../domain/orders/cancelled-event-items.ts'
import { splitOverPayments, unreturnedExtras, unreturnedMoney } from '../domain/orders/refund-split.ts'
import type { Env } from '../env.ts'
import { cancelWithRefund } from './cancellation.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { enqueueOutboxRows, NotYet, wakeOutbox } from './outbox.ts'
import { releaseOrderSeats } from './rebooking.ts'

/** One call queues at most this many orders. */
const MAX_PER_STEP = 200
/** The pause before the next attempt for an order with a payment in progress. A direct debit can be in progress for days. */
const PENDING_PAUSE_MS = 2 * 3_600_000

async function requireCancelledEvent(env: Env, slug: string) {
  const event = await findEventBySlug(openDatabase(env.DB), slug)
  if (!event) throw new OperatorRefusal('NOT_FOUND', { slug })
  // Only the catalogue cancels an event, so that a typing error in a shell does not refund a whole venue.
  if (event.status !== 'cancelled') throw new OperatorRefusal('EVENT_NOT_CANCELLED', { slug, status: event.status })
  return event
}

/** Returns the progress of the refunds. The event need not be cancelled. */
export async function eventCancellation(env: Env, slug: string): Promise<EventCancellation & { status: string }> {
  const db = openDatabase(env.DB)
  const event = await findEventBySlug(db, slug)
  if (!event) throw new OperatorRefusal('NOT_FOUND', { slug })
  return { status: event.status, ...(await reportEventCancellation(db, event.id)) }
}

/** Queues the next orders of a cancelled event; `queued` is 0 once all are queued. */
export async function cancelEventStep(env: Env, slug: string, now: number): Promise<{ queued: number }> {
  const event = await requireCancelledEvent(env, slug)
  const ids = await queueEventOrders(openDatabase(env.DB), event.id, MAX_PER_STEP, now)
  await enqueueOutboxRows(env, ...ids)
  return { queued: ids.length }
}

/** Refunds one order of the event, or cancels it if it is not paid. Throws if the outbox must try the order again later. */
export async function refundEventOrder(env: Env, orderId: string, eventId: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const whole = await findOrder(db, orderId)
  if (!whole) return
  const events = await eventsOf(db, whole.items)
  if (events.get(eventId)?.status !== 'cancelled') throw new Error(`event ${eventId} is not cancelled`)
  if (PAID_STATUSES.includes(whole.order.status)) {
    await refundPaidOrder(env, whole, eventId, now)
    const ofEvent = whole.items.filter((item) => item.eventId === eventId)
    await releaseOrderSeats(env, orderId, whole.order.seatEpoch, ofEvent, events, now)
  } else {
    const answer = await cancelWithRefund(env, orderId, 'event_cancelled', now)
    if (answer === 'pending') throw new NotYet(`order ${orderId} is being paid`, now + PENDING_PAUSE_MS)
    if (answer === 'changed') throw new Error(`order ${orderId} has changed since it was read`)
  }
  await wakeOutbox(env, orderId)
}

async function refundPaidOrder(env: Env, { order, items }: WholeOrder, eventId: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const valid = items.filter(({ invalidatedAt }) => invalidatedAt === null)
  const cancelledItems = itemsOfCancelledEvent(items, eventId)
  if (cancelledItems.length === 0) return
  const [payments, refunds, goods] = await Promise.all([
    paymentsOf(db, order.id),
    refundsOfOrder(db, order.id),
    goodsReturnsOf(db, order.id),
  ])
  // The unreturned money may contain a fee that the organiser has kept of returned tickets, so it is not all refunded.
  const extraCents = cancelledItems.length === valid.length ? unreturnedExtras(order, goods) : 0
  const owedCents = paidFor(cancelledItems) + extraCents
  const parts = splitOverPayments(owedCents, unreturnedMoney(payments, refunds))
  const itemIds = cancelledItems.map(({ id }) => id)
  const decided = {
    orderId: order.id,
    eventId,
    itemIds,
    validItems: valid.length,
    itemCents: paidFor(cancelledItems),
    parts,
  }
  if (!(await refundEventItems(db, decided, now))) throw new Error(`order ${order.id} has changed since it was read`)
}
