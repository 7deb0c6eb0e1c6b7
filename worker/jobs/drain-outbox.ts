/**
 * Works off the outbox: woken by the queue, and by the cron for whatever the queue lost. A row is taken by a lease, the
 * truth is read again, the thing is done, the row is closed; where it fails the row waits and comes again.
 */
import { openDatabase } from '../db/database.ts'
import { eventsOf, findOrder, ticketsOf } from '../db/order.ts'
import { dueOutboxIds, finishOutboxRow, type OutboxRow, postponeOutboxRow, takeOutboxRow } from '../db/outbox.ts'
import { findRefund, finishRefund } from '../db/payment.ts'
import { loadCatalogueVersion, loadShops } from '../db/shop.ts'
import type { Env, OutboxMessage } from '../env.ts'
import { sendMail } from '../integrations/mail.ts'
import { refundCapture } from '../integrations/stripe.ts'
import { orderMail } from '../mail/order-mail.ts'
import { log, reasonOf } from '../services/log.ts'
import { settleFreeOrder } from '../services/payment.ts'
import { giveSeatsBack } from '../services/rebooking.ts'

const MOST_A_RUN = 50

export async function handleOutbox(batch: MessageBatch<OutboxMessage>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    await workOff(env, message.body.outboxId, Date.now())
    message.ack()
  }
}

export async function drainOutbox(env: Env, now: number): Promise<void> {
  for (const id of await dueOutboxIds(openDatabase(env.DB), now, MOST_A_RUN)) await workOff(env, id, now)
}

async function workOff(env: Env, id: string, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const row = await takeOutboxRow(db, id, now)
  if (!row) return
  try {
    await act(env, row, now)
    await finishOutboxRow(db, id, Date.now())
  } catch (error) {
    log('warn', 'outbox row postponed', { outbox: id, kind: row.kind, attempts: row.attempts })
    await postponeOutboxRow(db, row, reasonOf(error), Date.now())
  }
}

async function act(env: Env, row: OutboxRow, now: number): Promise<void> {
  switch (row.kind) {
    case 'settle_free_order':
      return settleFreeOrder(env, row.subjectId, now)
    case 'release_seats':
      return releaseSeats(env, row, now)
    case 'refund_payment':
      return refundPayment(env, row, now)
    case 'mail_order_received':
    case 'mail_order_paid':
    case 'mail_order_cancelled':
      return mailOrder(env, row, row.subjectId, null, now)
    case 'mail_payment_refunded': {
      const found = await findRefund(openDatabase(env.DB), row.subjectId)
      if (found) await mailOrder(env, row, found.refund.orderId, found.refund.amountCents, now)
      return
    }
  }
}

async function releaseSeats(env: Env, row: OutboxRow, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const whole = await findOrder(db, row.subjectId)
  if (!whole) return
  // Only what was booked up to that epoch: an order that was paid late has taken its seats again under a higher one.
  await giveSeatsBack(env, whole.order.id, Number(row.discriminator), whole.items, await eventsOf(db, whole.items), now)
}

async function refundPayment(env: Env, row: OutboxRow, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const found = await findRefund(db, row.subjectId)
  // A transfer goes back by hand: the open row is support's list.
  if (found?.payment?.provider !== 'stripe' || found.refund.status !== 'open') return
  if (found.payment.captureId === null) throw new Error(`payment ${found.payment.id} names no capture to refund`)
  const { externalId } = await refundCapture(env, {
    refundId: found.refund.id,
    captureId: found.payment.captureId,
    amountCents: found.refund.amountCents,
  })
  await finishRefund(db, found.refund.id, externalId, now)
}

async function mailOrder(
  env: Env,
  row: OutboxRow,
  orderId: string,
  refundedCents: number | null,
  now: number,
): Promise<void> {
  const db = openDatabase(env.DB)
  const whole = await findOrder(db, orderId)
  if (!whole) return
  // The truth may have moved on: bank details are no use for a paid order, nor is a farewell for one taken up again.
  if (row.kind === 'mail_order_received' && whole.order.status !== 'payment_pending') return
  if (row.kind === 'mail_order_cancelled' && whole.order.status !== 'cancelled') return
  const [events, tickets, shops] = await Promise.all([
    eventsOf(db, whole.items),
    ticketsOf(db, orderId),
    loadCatalogueVersion(db, now).then((version) => loadShops(db, version)),
  ])
  const mail = await orderMail({ env, kind: row.kind, ...whole, events, tickets, shops, refundedCents, now })
  await sendMail(env, { ...mail, to: whole.order.email, id: row.id })
}
