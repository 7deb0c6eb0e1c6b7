/**
 * Works off the outbox: woken by the queue, and by the cron for whatever the queue lost. A row is taken by a lease, the
 * truth is read again, the thing is done, the row is closed; where it fails the row waits and comes again.
 */
import type { OrderStatus } from '../../schema/tables/order.ts'
import { openDatabase } from '../db/database.ts'
import { eventsOf, findOrder, ticketsOf } from '../db/order.ts'
import { dueOutboxIds, finishOutboxRow, type OutboxRow, postponeOutboxRow, takeOutboxRow } from '../db/outbox.ts'
import { findRefund, finishRefund } from '../db/payment.ts'
import { loadCatalogueVersion, loadShops } from '../db/shop.ts'
import type { Env, OutboxMessage } from '../env.ts'
import { sendMail } from '../integrations/mail.ts'
import { refundCapture } from '../integrations/stripe.ts'
import { type MailOccasion, orderMail } from '../mail/order-mail.ts'
import { log, reasonOf } from '../services/log.ts'
import { settleFreeOrder } from '../services/payment.ts'
import { giveSeatsBack } from '../services/rebooking.ts'

const MOST_A_RUN = 50

type Rings = { messages: readonly Pick<Message<OutboxMessage>, 'body' | 'ack'>[] }

export async function handleOutbox(batch: Rings, env: Env): Promise<void> {
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
      return mailOrder(env, row.id, row.subjectId, { kind: row.kind }, now)
    case 'mail_payment_refunded': {
      const found = await findRefund(openDatabase(env.DB), row.subjectId)
      if (!found) return
      const { orderId, amountCents, reason } = found.refund
      return mailOrder(env, row.id, orderId, { kind: row.kind, amountCents, isLate: reason === 'late_payment' }, now)
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
  mailId: string,
  orderId: string,
  occasion: MailOccasion,
  now: number,
): Promise<void> {
  const db = openDatabase(env.DB)
  const whole = await findOrder(db, orderId)
  // The truth may have moved on: bank details are no use for a paid order, nor is a farewell for one taken up again.
  if (!whole || !isStillTrue(occasion, whole.order.status)) return
  const [events, tickets, shops] = await Promise.all([
    eventsOf(db, whole.items),
    ticketsOf(db, orderId),
    loadCatalogueVersion(db, now).then((version) => loadShops(db, version)),
  ])
  const mail = await orderMail({ env, occasion, ...whole, events, tickets, shops, now })
  await sendMail(env, { ...mail, to: whole.order.email, id: mailId })
}

function isStillTrue({ kind }: MailOccasion, status: OrderStatus): boolean {
  if (kind === 'mail_order_received') return status === 'payment_pending'
  if (kind === 'mail_order_cancelled') return status === 'cancelled'
  return true
}
