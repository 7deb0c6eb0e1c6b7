/**
 * Processes the outbox. A queue message starts a run for new rows. The cron starts a run for all due rows, that is, for
 * retries and for rows whose message was lost.
 *
 * A run leases a few rows. For each row, it reads the current state of the row's subject, such as an order, acts on it and
 * closes the row. A failed row is retried later. If it is a day old and has been refused ten times, it becomes a dead
 * letter for operators. An unreachable provider does not count as a refusal.
 *
 * Seats, refunds, mails and mailing lists are processed in separate lanes, so that a slow provider delays only its own lane.
 */
import { OUTBOX_KINDS, type OutboxKind } from '../../schema/tables/outbox.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { noteIncident } from '../db/incident.ts'
import { needsMailSlot, takeMailSlot } from '../db/mail-slot.ts'
import { findTicketedOrders, type TicketedOrder } from '../db/order.ts'
import { orderKeyOf } from '../db/order-key.ts'
import { isRepeatedMail } from '../db/order-mail.ts'
import { parcelOrdersOf } from '../db/order-merge.ts'
import {
  deferOutboxRow,
  dueOutboxIds,
  finishOutboxRows,
  OUTBOX_LEASE_MS,
  type OutboxRow,
  outboxKindsOf,
  postponeOutboxRow,
  takeOutboxRows,
} from '../db/outbox.ts'
import { paymentIsPending } from '../db/payment.ts'
import { findRefund } from '../db/refund.ts'
import { loadCatalogueVersion, loadShops } from '../db/shop.ts'
import { redemptionOf } from '../db/voucher.ts'
import { isPayable } from '../domain/orders/order-status.ts'
import type { Env } from '../env.ts'
import { isMailOutage, MailOutcomeUnknown, sendMail } from '../integrations/mail.ts'
import { VoucherOutage } from '../integrations/voucher-programme.ts'
import { invoiceFile } from '../mail/invoice-pdf.ts'
import { type MailOccasion, orderMail } from '../mail/order-mail.ts'
import type { OrderFile } from '../mail/ticket-parts.ts'
import { settleFreeOrder, settleOrder } from '../payments/settle.ts'
import { isProviderOutage, methodOf } from '../payments/table.ts'
import { refundEventOrder } from '../services/event-cancellation.ts'
import { issueGiftVouchers } from '../services/gift-voucher.ts'
import { issueDocuments } from '../services/invoice.ts'
import { reportExcessTickets } from '../services/limit-report.ts'
import { log, reasonOf } from '../services/log.ts'
import { settleNameChange } from '../services/name-change.ts'
import { subscribeBuyer } from '../services/newsletter.ts'
import { orderOfLinkRequest } from '../services/order-link.ts'
import { enqueueOutboxRows, NotYet } from '../services/outbox.ts'
import { releaseOrderSeats } from '../services/rebooking.ts'
import { sendRefund } from '../services/refund.ts'
import { returnSeats } from '../services/returned-seats.ts'
import { VOUCHER_PROGRAMMES } from '../services/voucher-programme.ts'
import { INVOCATION_STATEMENTS, JOB_STATEMENTS, startBudget } from './job-budget.ts'
import { isNameMail, mailNameChange } from './mail-name-change.ts'
import { type OrderMailKind, occasionOf } from './mail-occasion.ts'
import { isReminderMail, mailReminder } from './mail-reminder.ts'
import { isSubmissionMail, mailSubmission } from './mail-submission.ts'

/**
 * The number of rows that are leased and processed in parallel. A refund needs about 16 statements, and a mail about 6.
 */
const MAX_AT_ONCE = { seats: 10, refunds: 5, mail: 20, lists: 5 } as const
/** One statement closes all rows that finish within this time. */
const CLOSE_TOGETHER_MS = 5
/** Shorter than the lease, so that no other run leases the row while its mail is still being sent. */
const MAIL_TIMEOUT_MS = OUTBOX_LEASE_MS / 3
/** A mail that may have been sent is retried only after the platform's own retries are over. */
const UNKNOWN_OUTCOME_MS = 15 * 60_000
/** The number of ids in one statement. D1 allows 100 bound parameters. */
const IDS_AT_ONCE = 90

const LANES = { seats: 'outboxSeats', refunds: 'outboxRefunds', mail: 'outboxMail', lists: 'outboxLists' } as const
type Lane = keyof typeof LANES

const LANE_OF: Record<OutboxKind, Lane> = {
  release_seats: 'seats',
  return_seats: 'seats',
  settle_free_order: 'seats',
  change_name: 'seats',
  refund_payment: 'refunds',
  refund_event_order: 'refunds',
  mail_order_received: 'mail',
  mail_payment_open: 'mail',
  mail_payment_reminder: 'mail',
  mail_order_paid: 'mail',
  mail_order_cancelled: 'mail',
  mail_event_cancelled: 'mail',
  mail_payment_late: 'mail',
  mail_payment_refunded: 'mail',
  mail_refund_requested: 'mail',
  mail_refund_returned: 'mail',
  mail_account_named: 'mail',
  mail_goods_returned: 'mail',
  mail_goods_withdrawn: 'mail',
  mail_submission_support: 'mail',
  mail_submission_receipt: 'mail',
  mail_submission_reply: 'mail',
  mail_order_shipped: 'mail',
  mail_order_link: 'mail',
  mail_order_documents: 'mail',
  mail_name_changed: 'mail',
  mail_name_requested: 'mail',
  mail_reminder_request: 'mail',
  mail_reminder: 'mail',
  subscribe_newsletter: 'lists',
  settle_voucher: 'refunds',
}

type FindOrder = (orderId: string) => Promise<TicketedOrder | undefined>
type Clock = () => number

/** Processes the rows of a queue batch. Rows beyond the budget are enqueued again. */
export async function handleOutbox(outboxIds: readonly string[], env: Env): Promise<void> {
  const budget = startBudget(env, Date.now(), INVOCATION_STATEMENTS)
  const left: string[] = []
  const ids = [...new Set(outboxIds)]
  const byLane = new Map<Lane, string[]>()
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    for (const { id, kind } of await outboxKindsOf(openDatabase(budget.env.DB), ids.slice(start, start + IDS_AT_ONCE)))
      byLane.set(LANE_OF[kind], [...(byLane.get(LANE_OF[kind]) ?? []), id])
  }
  await Promise.all(
    [...byLane].map(async ([lane, idsOfLane]) => {
      let start = 0
      for (; start < idsOfLane.length && budget.hasLeft(); start += MAX_AT_ONCE[lane])
        await processRows(budget.env, idsOfLane.slice(start, start + MAX_AT_ONCE[lane]), Date.now)
      left.push(...idsOfLane.slice(start))
    }),
  )
  await enqueueOutboxRows(env, ...left)
}

/** Processes the due rows of a lane. A row that fails becomes due after `now`, so this run does not take it again. */
export async function drainLane(env: Env, lane: Lane, now: number): Promise<void> {
  const budget = startBudget(env, now, JOB_STATEMENTS[LANES[lane]])
  const kinds = OUTBOX_KINDS.filter((kind) => LANE_OF[kind] === lane)
  while (budget.hasLeft()) {
    const ids = await dueOutboxIds(openDatabase(budget.env.DB), kinds, now, MAX_AT_ONCE[lane])
    if (ids.length === 0) return
    await processRows(budget.env, ids, budget.now)
  }
}

async function processRows(env: Env, ids: string[], clock: Clock): Promise<void> {
  const db = openDatabase(env.DB)
  const rows = await takeOutboxRows(db, ids, clock())
  if (rows.length === 0) return
  const findOrder = batchedOrderReader(db, [...new Set(rows.filter(isOfOrder).map((row) => row.subjectId))])
  const close = batchedRowCloser(db, clock)
  await Promise.all(
    rows.map(async (row) => {
      try {
        await act(env, row, findOrder, clock())
        await close(row.id)
      } catch (error) {
        await postpone(db, row, error, clock)
      }
    }),
  )
}

async function postpone(db: Database, row: OutboxRow, error: unknown, clock: Clock): Promise<void> {
  const now = clock()
  const { id, kind, attempts, subjectId } = row
  if (error instanceof NotYet) return deferOutboxRow(db, row, error.message, error.until)
  const isUnknown = error instanceof MailOutcomeUnknown
  const earliest = isUnknown ? now + UNKNOWN_OUTCOME_MS : now
  const isRefusal = !isMailOutage(error) && !isProviderOutage(error) && !(error instanceof VoucherOutage)
  // If the platform later answers that it accepted the mail, the row is closed and the mail is not sent again.
  if (isUnknown) void error.outcome.then(() => finishOutboxRows(db, [id], clock())).catch(() => undefined)
  log('warn', 'outbox row postponed', { outbox: id, kind, attempts })
  const isDead = await postponeOutboxRow(db, row, { reason: reasonOf(error), isRefusal, earliest }, now)
  if (!isDead) return
  log('error', 'outbox row is now a dead letter', { outbox: id, kind, attempts })
  await noteIncident(db, { kind: 'outbox_dead', subjectId: id, details: { kind, subjectId, attempts } }, now)
}

/**
 * Reads the orders of all rows with one query. If the query fails, the order of each row is read separately, so that one
 * row cannot stop the others.
 */
function batchedOrderReader(db: Database, orderIds: string[]): FindOrder {
  const all = findTicketedOrders(db, orderIds)
  return async (orderId) => {
    const found = await all.catch(() => findTicketedOrders(db, [orderId]))
    return found.get(orderId)
  }
}

/** Closes finished rows in groups, without waiting for rows that are still being processed. */
function batchedRowCloser(db: Database, clock: Clock): (id: string) => Promise<void> {
  let open: { ids: string[]; closed: Promise<void> } | null = null
  return (id) => {
    if (open) open.ids.push(id)
    else {
      const ids = [id]
      const closed = scheduler.wait(CLOSE_TOGETHER_MS).then(() => {
        open = null
        return finishOutboxRows(db, ids, clock())
      })
      open = { ids, closed }
    }
    return open.closed
  }
}

/** The mails whose row names the order. */
function isOrderMail(row: OutboxRow): row is OutboxRow & { kind: OrderMailKind } {
  if (row.kind === 'mail_payment_refunded' || row.kind === 'mail_order_link') return false
  return row.kind.startsWith('mail_') && !isSubmissionMail(row) && !isNameMail(row) && !isReminderMail(row)
}

/** Whether the handler of the row receives the order from `act`. The order is then the row's subject. */
function isOfOrder(row: OutboxRow): boolean {
  return isOrderMail(row) || row.kind === 'release_seats'
}

async function act(env: Env, row: OutboxRow, findOrder: FindOrder, now: number): Promise<void> {
  if (row.kind === 'mail_payment_open') return mailOpenPayment(env, row, now)
  if (isSubmissionMail(row)) return mailSubmission(env, row, MAIL_TIMEOUT_MS, now)
  if (isNameMail(row)) return mailNameChange(env, row, MAIL_TIMEOUT_MS, now)
  if (isReminderMail(row)) return mailReminder(env, row, MAIL_TIMEOUT_MS, now)
  if (isOrderMail(row)) return mailOrder(env, row, await findOrder(row.subjectId), await occasionOf(env, row), now)
  switch (row.kind) {
    case 'settle_free_order':
      return settleFreeOrder(env, row.subjectId, now)
    case 'release_seats':
      return releaseSeats(env, row, await findOrder(row.subjectId), now)
    case 'return_seats':
      return returnSeats(env, row.subjectId, row.discriminator.split('/')[0] ?? '', now)
    case 'refund_event_order':
      return refundEventOrder(env, row.subjectId, row.discriminator, now)
    case 'settle_voucher':
      return VOUCHER_PROGRAMMES.outside.settle(env, row.subjectId, now)
    case 'refund_payment':
      return sendRefund(env, row.subjectId, now)
    case 'mail_payment_refunded':
      return mailRefund(env, row, now)
    case 'mail_order_link':
      return mailLink(env, row, now)
    case 'change_name':
      return settleNameChange(env, row.subjectId, now)
    case 'subscribe_newsletter':
      return subscribeBuyer(env, row.subjectId, row.discriminator, now)
  }
}

/**
 * Tells a buyer who has left the provider's page how to pay. The provider's notice may be late or lost, so the provider is
 * asked first. A buyer whose money is on its way gets no mail.
 */
async function mailOpenPayment(env: Env, row: OutboxRow, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  await settleOrder(env, row.subjectId, now)
  if (await paymentIsPending(db, row.subjectId)) return
  const whole = (await findTicketedOrders(db, [row.subjectId])).get(row.subjectId)
  await mailOrder(env, row, whole, { kind: 'mail_payment_open' }, now)
}

async function mailRefund(env: Env, row: OutboxRow, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const found = await findRefund(db, row.subjectId)
  if (!found) return
  const { orderId, amountCents, reason, subject, status } = found.refund
  // The bank may have rejected the refund in the meantime. The buyer then gets no mail about it.
  if (status !== 'done') return
  const whole = (await findTicketedOrders(db, [orderId])).get(orderId)
  const route = found.payment ? methodOf(found.payment.method).refundRoute : 'as_paid'
  const refundRoute = found.isTransfer ? 'to_account' : route
  const occasion = { kind: 'mail_payment_refunded', amountCents, reason, subject, refundRoute } as const
  await mailOrder(env, row, whole, occasion, now)
}

/** Answers the request for a link. If no order has this reference and address, nobody gets a mail. */
async function mailLink(env: Env, row: OutboxRow, now: number): Promise<void> {
  const order = await orderOfLinkRequest(env, row)
  if (!order) return
  const whole = (await findTicketedOrders(openDatabase(env.DB), [order.id])).get(order.id)
  await mailOrder(env, row, whole, { kind: 'mail_order_link' }, now)
}

async function releaseSeats(env: Env, row: OutboxRow, whole: TicketedOrder | undefined, now: number): Promise<void> {
  if (!whole) return
  // Release only seats that were booked in the epoch of the row or an earlier one. A late payment may have booked the
  // seats again under a higher epoch.
  await releaseOrderSeats(env, whole.order.id, Number(row.discriminator), whole.items, whole.events, now)
}

async function mailOrder(
  env: Env,
  row: OutboxRow,
  whole: TicketedOrder | undefined,
  occasion: MailOccasion,
  now: number,
): Promise<void> {
  // The order may have changed. A paid order needs no bank details, and a revived order needs no mail about its
  // cancellation. If the order was cancelled long ago, its email address has been deleted.
  if (!whole || whole.order.email === '' || !isStillTrue(occasion, whole, now)) return
  const db = openDatabase(env.DB)
  if (needsMailSlot(occasion.kind)) {
    const until = await takeMailSlot(db, row.id, whole.order.buyerKey, now)
    if (until !== null) throw new NotYet('the address has received the maximum number of mails per hour', until)
  }
  const shops = await loadShops(db, await loadCatalogueVersion(db, now))
  const voucher = whole.order.voucherCents > 0 ? await redemptionOf(db, whole.order.id) : null
  const parcel = await parcelOrdersOf(db, whole.order)
  const gifts = occasion.kind === 'mail_order_paid' ? await issueGiftVouchers(env, whole.order, now) : []
  const key = await orderKeyOf(db, whole.order.id, now)
  const documents = isRepeatedMail(row) ? await mailedDocuments(db, whole, shops, now) : []
  const mail = await orderMail({ env, occasion, ...whole, voucher, gifts, parcel, shops, documents, key, now })
  await sendMail(env, { ...mail, to: whole.order.email, id: row.id }, MAIL_TIMEOUT_MS)
  if (occasion.kind !== 'mail_order_paid') return
  // If this threw, the row would be retried, and the buyer would get the tickets again.
  await reportExcessTickets(db, whole.order.id, now).catch((error: unknown) =>
    log('error', 'excess tickets not reported', { order: whole.order.id, error: reasonOf(error) }),
  )
}

/** A buyer who asks for the mail again gets the invoice with it, because the page of an old order no longer offers it. */
async function mailedDocuments(
  db: Database,
  whole: TicketedOrder,
  shops: ShopRow[],
  now: number,
): Promise<OrderFile[]> {
  const { name = '' } = shops.find(({ id }) => id === whole.order.shopId) ?? {}
  return Promise.all((await issueDocuments(db, whole, name, now)).map(invoiceFile))
}

function isStillTrue(occasion: MailOccasion, { order, items, events }: TicketedOrder, now: number): boolean {
  const { kind } = occasion
  // The buyer may have named another account already.
  if (occasion.kind === 'mail_refund_returned') return occasion.returnedCents > 0
  // The mail about the refund replaces the announcement, and another payment may have revived the order.
  if (occasion.kind === 'mail_payment_late') return occasion.amountCents > 0 && order.status === 'cancelled'
  if (kind === 'mail_order_cancelled') return order.status === 'cancelled'
  if (kind !== 'mail_order_received' && kind !== 'mail_payment_open' && kind !== 'mail_payment_reminder') return true
  const { instructions, online } = methodOf(order.paymentMethod)
  const isOfMethod = kind === 'mail_payment_open' ? online !== null : instructions !== null
  const isCalledOff = items.some(({ eventId }) => events.get(eventId ?? '')?.status === 'cancelled')
  const isInTime = kind === 'mail_order_received' || order.dueAt > now
  return order.status === 'payment_pending' && isPayable(order) && isOfMethod && isInTime && !isCalledOff
}
