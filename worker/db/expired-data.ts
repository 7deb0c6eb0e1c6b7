/**
 * Deletes data whose retention period is over. Each kind has its own bounded statements, so that a flood of one kind of row
 * does not hit D1's time limit and block the others. A purge returns the number of changed rows. If it also changes items,
 * payments and tickets of orders, it counts only the orders.
 */
import { inArray, type SQL, sql } from 'drizzle-orm'
import { DAY, TICKET_EXPIRES_AFTER } from '../../schema/limits.ts'
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { orders } from '../../schema/tables/order.ts'
import { CLAIM_YEARS, INVOICE_YEARS, REFUNDED_ORDER_RETENTION_MS, retentionCutoff } from '../domain/orders/retention.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'

const NETWORK_RETENTION_MS = DAY
const CANCELLED_ORDER_RETENTION_MS = 30 * DAY
const RECORD_RETENTION_MS = 90 * DAY
const OPEN_NAME_CHANGE_RETENTION_MS = 28 * DAY
const OPEN_REMINDER_RETENTION_MS = 2 * DAY
const REMINDER_RETENTION_MS = 365 * DAY
/** So many failed attempts to change a pass at Google take about three days. */
const PASS_ATTEMPTS = 20

type Purge = (db: Database, now: number, limit: number) => Promise<number>

async function changesOf(db: Database, statement: SQL): Promise<number> {
  return (await db.run(statement)).meta.changes
}

/**
 * Whether an event is long over, by its current date. A moved event needs its ticket holders' names until after the new
 * date, and a postponed event has no date yet.
 */
function isLongOver(now: number): SQL {
  const over = now - TICKET_EXPIRES_AFTER
  return sql`(events.status <> 'postponed' and events.happening_from_at < ${over}
    and ifnull(events.happening_until_at, events.happening_from_at) < ${over})`
}

const eventsLongOver = (now: number) => sql`(select id from events where ${isLongOver(now)})`

const ticketHolders: Purge = (db, now, limit) =>
  changesOf(
    db,
    sql`update tickets set personal_identifier = '{}' where id in (
      select id from tickets where personal_identifier <> '{}' and event_id in ${eventsLongOver(now)} limit ${limit})`,
  )

/** An order's item also contains the holder's name that the buyer entered. */
const itemHolders: Purge = (db, now, limit) =>
  changesOf(
    db,
    sql`update order_items set personal_identifier = null where id in (
      select id from order_items where personal_identifier is not null and event_id in ${eventsLongOver(now)} limit ${limit})`,
  )

const nameChanges: Purge = (db, now, limit) =>
  changesOf(
    db,
    sql`delete from name_changes where id in (
      select id from name_changes where event_id in ${eventsLongOver(now)} limit ${limit})`,
  )

/**
 * Name changes that never took effect: requests to which the buyer did not respond, and changes whose fee was not paid. A
 * change must exist as long as its fee can still be paid, because that money must go back then. A payment no longer revives an
 * order without contact data.
 */
const openNameChanges: Purge = (db, now, limit) =>
  deleteWhere(
    db,
    'name_changes',
    sql`status <> 'done' and created_at < ${now - OPEN_NAME_CHANGE_RETENTION_MS} and (fee_order_id is null
      or exists (select 1 from orders where orders.id = fee_order_id and (orders.status = 'refunded' or orders.email = '')))`,
    limit,
  )

/**
 * The passes of tickets for events that are long over, with the devices that have them. A pass at Google remains until Google
 * has taken the change that deletes the holder's name (`ticketHolders`), or has refused it for days.
 */
const walletPasses: Purge = (db, now, limit) =>
  changesOf(
    db,
    sql`delete from wallet_passes where id in (
      select id from wallet_passes where event_id in ${eventsLongOver(now)}
        and (google_at is null or attempts >= ${PASS_ATTEMPTS} or (revision = sent_revision
          and not exists (select 1 from tickets where tickets.id = ticket_id and personal_identifier <> '{}')))
      limit ${limit})`,
  )

/** The order's number, items and amounts are kept for the books, and the country for the tax. */
const cancelledOrders: Purge = async (db, now, limit) => {
  const chosen = sql`select id from orders
    where status = 'cancelled' and email <> '' and cancelled_at < ${now - CANCELLED_ORDER_RETENTION_MS} and paid_cents = 0
      and not exists (select 1 from refunds where refunds.order_id = orders.id and refunds.done_at is null)
    limit ${limit}`
  const batch = await runBatch(db, [
    ...forgetDetails(chosen),
    sql`update orders set email = '', buyer_key = '', delivery_key = null, cart_id = '', shipping_address = ${blankedOf('shipping_address')},
      billing_address = ${blankedOf('billing_address')} where id in (${chosen})`,
  ])
  return batch.at(-1)?.meta.changes ?? 0
}

/** Statements that delete the personal data of orders outside the table of orders. */
function forgetDetails(orderIds: SQL): SQL[] {
  return [
    sql`update shipments set tracking_number = null, tracking_url = null
      where order_id in (${orderIds}) and (tracking_number is not null or tracking_url is not null)`,
    sql`update order_items set personal_identifier = null
      where order_id in (${orderIds}) and personal_identifier is not null`,
    sql`update payments set card_key = null where order_id in (${orderIds}) and card_key is not null`,
    sql`update tickets set personal_identifier = '{}' where order_id in (${orderIds}) and personal_identifier <> '{}'`,
    sql`delete from name_changes where order_id in (${orderIds})`,
  ]
}

/** Deletes the contact data of the orders' buyers, except the billing address, which invoices must contain. */
async function forgetContacts(db: Database, isOver: SQL, limit: number): Promise<number> {
  const chosen = sql`select id from orders where email <> '' and ${isOver} limit ${limit}`
  const batch = await runBatch(db, [
    // Google has long received the change that took the holder's name from a pass, because its ticket was refunded or expired.
    sql`delete from wallet_passes where order_id in (${chosen})`,
    ...forgetDetails(chosen),
    sql`update orders set email = '', buyer_key = '', delivery_key = null, cart_id = '',
      shipping_address = ${blankedOf('shipping_address')} where id in (${chosen})`,
  ])
  return batch.at(-1)?.meta.changes ?? 0
}

/**
 * Whether the order received its money before that instant. An order in `problem` may be refunded without ever having been
 * paid in full. For such an order, the time of its placement counts.
 */
const hadMoneyBefore = (instant: number) =>
  sql`(paid_at is not null or status = 'refunded') and case when paid_at is null then placed_at else paid_at end < ${instant}`

/** Whether all refunds of the order were completed before that instant. A failed refund is not completed. */
const refundsEndedBefore = (instant: number) =>
  sql`not exists (select 1 from refunds where refunds.order_id = orders.id and (refunds.done_at is null or refunds.done_at >= ${instant}))`

/** Whether no item became void since that instant. An order without a refund can end when its last item does. */
const itemsVoidBefore = (instant: number) =>
  sql`not exists (select 1 from order_items where order_items.order_id = orders.id and order_items.invalidated_at >= ${instant})`

const refundedOrders: Purge = (db, now, limit) => {
  const over = now - REFUNDED_ORDER_RETENTION_MS
  const isOver = sql`${hadMoneyBefore(over)} and ${refundsEndedBefore(over)} and ${itemsVoidBefore(over)}`
  return forgetContacts(db, sql`status = 'refunded' and ${isOver}`, limit)
}

/**
 * Whether all valid tickets of the order are for events that are long over. Before that, the shop must be able to tell the
 * buyer about changes.
 */
const eventsEnded = (now: number) =>
  sql`not exists (select 1 from order_items as item join events on events.id = item.event_id
    where item.order_id = orders.id and item.invalidated_at is null and not ${isLongOver(now)})`

const oldOrders: Purge = (db, now, limit) => {
  const over = retentionCutoff(CLAIM_YEARS, now)
  const isOver = sql`${inArray(orders.status, [...PAID_STATUSES])} and ${hadMoneyBefore(over)} and ${refundsEndedBefore(over)}
    and ${eventsEnded(now)}`
  return forgetContacts(db, isOver, limit)
}

/**
 * Deletes billing addresses when invoices need no longer be kept. By then, `oldOrders` or `refundedOrders` have deleted the
 * other contact data.
 */
const invoices: Purge = (db, now, limit) => {
  const over = retentionCutoff(INVOICE_YEARS, now)
  return changesOf(
    db,
    sql`update orders set billing_address = ${blankedOf('billing_address')} where id in (
      select id from orders where billing_address ->> 'lastName' <> '' and ${hadMoneyBefore(over)} and email = ''
        and ${refundsEndedBefore(over)} limit ${limit})`,
  )
}

function blankedOf(column: 'shipping_address' | 'billing_address'): SQL {
  return sql`json_object('firstName', '', 'lastName', '', 'company', '', 'address', '', 'address2', '', 'postCode', '',
    'city', '', 'countryCode', ${sql.raw(column)} ->> 'countryCode')`
}

/**
 * The limit of unpaid orders per network counts only orders of the last hour, so an order's network key is deleted after a
 * day.
 */
const networks: Purge = (db, now, limit) =>
  changesOf(
    db,
    sql`update orders set network_key = null where id in (
      select id from orders where network_key is not null and placed_at <= ${now - NETWORK_RETENTION_MS} limit ${limit})`,
  )

const emailCorrections: Purge = (db, now, limit) =>
  changesOf(
    db,
    sql`delete from email_corrections where (order_id, number) in (
      select order_id, number from email_corrections where corrected_at < ${now - RECORD_RETENTION_MS} limit ${limit})`,
  )
/** A refund may have been completed by a worker that did not know the table of accounts yet. */
const refundAccounts: Purge = (db, _now, limit) =>
  changesOf(
    db,
    sql`update refund_accounts set holder = '', iban = '' where refund_id in (
      select refund_id from refund_accounts join refunds on refunds.id = refund_id
      where refund_accounts.iban <> '' and refunds.status = 'done' limit ${limit})`,
  )
const subscriptions: Purge = (db, now, limit) =>
  deleteWhere(db, 'subscribers', sql`accepted_at < ${retentionCutoff(CLAIM_YEARS, now)}`, limit)
/**
 * Reminders that nobody confirmed, that waited for a year, or whose concert is over or was cancelled. A reminder is also
 * deleted when its mail has been sent.
 */
const reminders: Purge = (db, now, limit) =>
  deleteWhere(
    db,
    'reminders',
    sql`(confirmed_at is null and created_at < ${now - OPEN_REMINDER_RETENTION_MS})
      or confirmed_at < ${now - REMINDER_RETENTION_MS}
      or (kind in ('presale', 'tickets') and not exists (select 1 from events where events.id = subject_id
        and events.status <> 'cancelled' and events.sales_end_at > ${now}))`,
    limit,
  )
/** A submission remains until its photos are deleted from the bucket, because its row is what their deletion is found by. */
const submissions: Purge = (db, now, limit) =>
  deleteWhere(
    db,
    'submissions',
    sql`delete_at < ${now} and not exists (select 1 from uploads
      where uploads.submission_id = submissions.id and claimed_at is not null)`,
    limit,
  )
const outboxRows: Purge = (db, now, limit) =>
  deleteWhere(db, 'outbox', sql`done_at < ${now - RECORD_RETENTION_MS}`, limit)
const providerEvents: Purge = (db, now, limit) =>
  deleteWhere(db, 'provider_events', sql`received_at < ${now - RECORD_RETENTION_MS}`, limit)
const incidents: Purge = (db, now, limit) =>
  deleteWhere(
    db,
    'incidents',
    // The audit needs an accepted incident for as long as it keeps finding the same fault.
    sql`resolved_at < ${now - RECORD_RETENTION_MS} and (accepted_at is null or ifnull(seen_at, 0) < ${now - RECORD_RETENTION_MS})`,
    limit,
  )

function deleteWhere(db: Database, table: string, isExpired: SQL, limit: number): Promise<number> {
  const name = sql.raw(table)
  return changesOf(db, sql`delete from ${name} where id in (select id from ${name} where ${isExpired} limit ${limit})`)
}

/** The purges run in this sequence: personal data is deleted first. */
export const PURGES: Record<string, Purge> = {
  ticketHolders,
  itemHolders,
  walletPasses,
  nameChanges,
  openNameChanges,
  cancelledOrders,
  refundedOrders,
  oldOrders,
  invoices,
  networks,
  emailCorrections,
  refundAccounts,
  reminders,
  submissions,
  subscriptions,
  outboxRows,
  providerEvents,
  incidents,
}
