/**
 * What is deleted when its time is over, each kind by a bounded statement of its own: a flood of one kind of row must not
 * run into D1's time limit and keep the others from being deleted. Every function answers with how many rows it changed.
 */
import { type SQL, sql } from 'drizzle-orm'
import { DAY, TICKET_EXPIRES_AFTER } from '../../schema/limits.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'

const NETWORK_KEPT_MS = DAY
const CANCELLED_ORDER_KEPT_MS = 30 * DAY
const RECORD_KEPT_MS = 90 * DAY

type Purge = (db: Database, now: number, limit: number) => Promise<number>

async function changesOf(db: Database, statement: SQL): Promise<number> {
  return (await db.run(statement)).meta.changes
}

/**
 * By the date the event has now: one that was moved needs its holders' names until after its new date, and one that was
 * postponed has no date yet.
 */
function eventsLongOver(now: number): SQL {
  const over = now - TICKET_EXPIRES_AFTER
  return sql`(select id from events where status <> 'postponed' and happening_from_at < ${over} and ifnull(happening_until_at, happening_from_at) < ${over})`
}

const ticketHolders: Purge = (db, now, limit) =>
  changesOf(
    db,
    sql`update tickets set personal_identifier = '{}' where id in (
      select id from tickets where personal_identifier <> '{}' and event_id in ${eventsLongOver(now)} limit ${limit})`,
  )

/** What the buyer typed for the item says the same once more. */
const itemHolders: Purge = (db, now, limit) =>
  changesOf(
    db,
    sql`update order_items set personal_identifier = null where id in (
      select id from order_items where personal_identifier is not null and event_id in ${eventsLongOver(now)} limit ${limit})`,
  )

/** Its number, items and sums stay for the books; the country stays for the tax of what was offered. */
const cancelledOrders: Purge = async (db, now, limit) => {
  const chosen = sql`select id from orders
    where status = 'cancelled' and email <> '' and cancelled_at < ${now - CANCELLED_ORDER_KEPT_MS} and paid_cents = 0
      and not exists (select 1 from refunds where refunds.order_id = orders.id and refunds.done_at is null)
    limit ${limit}`
  const [, orders] = await runBatch(db, [
    sql`update order_items set personal_identifier = null
      where order_id in (${chosen}) and personal_identifier is not null`,
    sql`update orders set email = '', buyer_key = '', delivery_key = null, cart_id = '', shipping_address = ${blankedOf('shipping_address')},
      billing_address = ${blankedOf('billing_address')} where id in (${chosen})`,
  ])
  return orders?.meta.changes ?? 0
}

function blankedOf(column: 'shipping_address' | 'billing_address'): SQL {
  return sql`json_object('firstName', '', 'lastName', '', 'company', '', 'address', '', 'address2', '', 'postCode', '',
    'city', '', 'countryCode', ${sql.raw(column)} ->> 'countryCode')`
}

/** The limit of unpaid orders looks back an hour; the network is deleted after a day. */
const networks: Purge = (db, now, limit) =>
  changesOf(
    db,
    sql`update orders set network_key = null where id in (
      select id from orders where network_key is not null and placed_at <= ${now - NETWORK_KEPT_MS} limit ${limit})`,
  )

const submissions: Purge = (db, now, limit) => deleteWhere(db, 'submissions', sql`delete_at < ${now}`, limit)
const outboxRows: Purge = (db, now, limit) => deleteWhere(db, 'outbox', sql`done_at < ${now - RECORD_KEPT_MS}`, limit)
const providerEvents: Purge = (db, now, limit) =>
  deleteWhere(db, 'provider_events', sql`received_at < ${now - RECORD_KEPT_MS}`, limit)
const incidents: Purge = (db, now, limit) =>
  deleteWhere(
    db,
    'incidents',
    // The audit needs an accepted difference as long as it finds it.
    sql`resolved_at < ${now - RECORD_KEPT_MS} and (accepted_at is null or ifnull(seen_at, 0) < ${now - RECORD_KEPT_MS})`,
    limit,
  )

function deleteWhere(db: Database, table: string, isExpired: SQL, limit: number): Promise<number> {
  const name = sql.raw(table)
  return changesOf(db, sql`delete from ${name} where id in (select id from ${name} where ${isExpired} limit ${limit})`)
}

/** Personal data first. */
export const PURGES: Record<string, Purge> = {
  ticketHolders,
  itemHolders,
  cancelledOrders,
  networks,
  submissions,
  outboxRows,
  providerEvents,
  incidents,
}
