/**
 * Works off the outbox: woken by the queue, and by the cron for whatever the queue lost. Rows are taken by a lease, a few
 * together, the truth is read again, the thing is done, the row is closed; where it fails the row waits and comes again.
 */
import type { OrderStatus } from '../../schema/tables/order.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { eventsOf, findOrder, findTicketedOrders, type TicketedOrder } from '../db/order.ts'
import { dueOutboxIds, finishOutboxRows, type OutboxRow, postponeOutboxRow, takeOutboxRows } from '../db/outbox.ts'
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
/** Rows taken together; all are begun at once, well within their lease. */
const MOST_AT_ONCE = 20
/** What is done within this time is closed by one statement. */
const CLOSE_TOGETHER_MS = 5

type Rings = { messages: readonly Pick<Message<OutboxMessage>, 'body' | 'ack'>[] }
type Orders = Promise<ReadonlyMap<string, TicketedOrder>>

export async function handleOutbox(batch: Rings, env: Env): Promise<void> {
  await workOffAll(
    env,
    batch.messages.map(({ body }) => body.outboxId),
  )
  for (const message of batch.messages) message.ack()
}

export async function drainOutbox(env: Env, now: number): Promise<void> {
  await workOffAll(env, await dueOutboxIds(openDatabase(env.DB), now, MOST_A_RUN), now)
}

async function workOffAll(env: Env, ids: string[], now?: number): Promise<void> {
  for (let start = 0; start < ids.length; start += MOST_AT_ONCE)
    await workOff(env, ids.slice(start, start + MOST_AT_ONCE), now ?? Date.now())
}

async function workOff(env: Env, ids: string[], now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const rows = await takeOutboxRows(db, ids, now)
  if (rows.length === 0) return
  // Awaited by whoever needs it, so that a failure is that row's own.
  const orders = findTicketedOrders(db, [...new Set(rows.filter(isOrderMail).map((row) => row.subjectId))])
  const close = closingTogether(db)
  await Promise.all(
    rows.map(async (row) => {
      try {
        await act(env, row, orders, now)
        await close(row.id)
      } catch (error) {
        log('warn', 'outbox row postponed', { outbox: row.id, kind: row.kind, attempts: row.attempts })
        await postponeOutboxRow(db, row, reasonOf(error), Date.now())
      }
    }),
  )
}

/** One row that hangs keeps none of the others open. */
function closingTogether(db: Database): (id: string) => Promise<void> {
  let open: { ids: string[]; closed: Promise<void> } | null = null
  return (id) => {
    if (open) open.ids.push(id)
    else {
      const ids = [id]
      const closed = scheduler.wait(CLOSE_TOGETHER_MS).then(() => {
        open = null
        return finishOutboxRows(db, ids, Date.now())
      })
      open = { ids, closed }
    }
    return open.closed
  }
}

type OrderMailKind = Exclude<MailOccasion['kind'], 'mail_payment_refunded'>

function isOrderMail(row: OutboxRow): row is OutboxRow & { kind: OrderMailKind } {
  return ['mail_order_received', 'mail_order_paid', 'mail_order_cancelled'].includes(row.kind)
}

async function act(env: Env, row: OutboxRow, orders: Orders, now: number): Promise<void> {
  if (isOrderMail(row)) return mailOrder(env, row.id, (await orders).get(row.subjectId), { kind: row.kind }, now)
  switch (row.kind) {
    case 'settle_free_order':
      return settleFreeOrder(env, row.subjectId, now)
    case 'release_seats':
      return releaseSeats(env, row, now)
    case 'refund_payment':
      return refundPayment(env, row, now)
    case 'mail_payment_refunded':
      return mailRefund(env, row, now)
  }
}

async function mailRefund(env: Env, row: OutboxRow, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const found = await findRefund(db, row.subjectId)
  if (!found) return
  const { orderId, amountCents, reason } = found.refund
  const whole = (await findTicketedOrders(db, [orderId])).get(orderId)
  const occasion = { kind: 'mail_payment_refunded', amountCents, isLate: reason === 'late_payment' } as const
  await mailOrder(env, row.id, whole, occasion, now)
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
  whole: TicketedOrder | undefined,
  occasion: MailOccasion,
  now: number,
): Promise<void> {
  // The truth may have moved on: bank details are no use for a paid order, nor is a farewell for one taken up again.
  if (!whole || !isStillTrue(occasion, whole.order.status)) return
  const db = openDatabase(env.DB)
  const shops = await loadShops(db, await loadCatalogueVersion(db, now))
  const mail = await orderMail({ env, occasion, ...whole, shops, now })
  await sendMail(env, { ...mail, to: whole.order.email, id: mailId })
}

function isStillTrue({ kind }: MailOccasion, status: OrderStatus): boolean {
  if (kind === 'mail_order_received') return status === 'payment_pending'
  if (kind === 'mail_order_cancelled') return status === 'cancelled'
  return true
}
