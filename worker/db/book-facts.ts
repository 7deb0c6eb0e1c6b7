/**
 * The facts that the audit of the books compares, page by page. An order's amounts and tickets are read in one batch, so
 * they show the same instant. `orderBooksAfter` leaves out orders that were placed more than 400 days ago, because their
 * money is settled.
 */
import { type SQL, sql } from 'drizzle-orm'
import { firstIdAt } from '../../schema/ids.ts'
import { DAY } from '../../schema/limits.ts'
import type { OrderStatus } from '../../schema/rules/order-payable.ts'
import type { PaymentProviderId } from '../../schema/tables/payment.ts'
import {
  type FindingKind,
  ORDER_FINDINGS,
  type OrderBook,
  SEAT_FINDINGS,
  SETTLING_MS,
  type VoucherBook,
} from '../domain/orders/book-audit.ts'
import type { SeatOrder } from '../domain/seats/sold-seat-audit.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'

const ORDERS_AUDITED_MS = 400 * DAY
const EVENTS_AUDITED_MS = 7 * DAY
/**
 * The audit compares the number of captures in this period with the number of webhook notices. Captures of the last
 * NOTICE_DELAY_MS are left out, because their notices may still arrive.
 */
const WEBHOOK_WINDOW_MS = 6 * 3_600_000
const NOTICE_DELAY_MS = 10 * 60_000

type Rows<Row> = D1Result<Row> | undefined
const rowsOf = <Row>(result: Rows<Row>): Row[] => result?.results ?? []

/** Orders with a higher id than `after`, by id. */
export async function orderBooksAfter(db: Database, after: string, now: number, limit: number): Promise<OrderBook[]> {
  const first = after === '' ? firstIdAt('order', now - ORDERS_AUDITED_MS) : after
  const [books, lines] = (await runBatch(db, [
    sql`select id, status, total_cents as totalCents, paid_cents as paidCents, refunded_cents as refundedCents,
        placed_at as placedAt, due_at as dueAt,
        (select ifnull(sum(amount_cents), 0) from payments where order_id = orders.id and status = 'captured') as capturedCents,
        (select ifnull(sum(refunds.amount_cents), 0) from refunds
          join payments on payments.id = refunds.payment_id and payments.status = 'captured'
          where refunds.order_id = orders.id and refunds.status = 'done' and refunds.reason <> 'double_payment') as returnedCents,
        (select ifnull(sum(max(0, (select ifnull(sum(refunds.amount_cents), 0) from refunds
            where refunds.payment_id = payments.id and refunds.status = 'done') - payments.amount_cents)), 0)
          from payments where payments.order_id = orders.id) as overreturnedCents,
        (select count(*) from tickets where order_id = orders.id and invalidated_at is null) as validTickets,
        exists (select 1 from orders as main where main.id = orders.merged_into_id
          and orders.is_reserved = 0 and orders.status in ('processing', 'pending_fulfillment')
          and (main.merged_into_id is not null or main.shop_id <> orders.shop_id
            or main.status in ('fulfillment', 'done', 'cancelled', 'refunded'))) as isStranded,
        voucher_cents as voucherCents,
        (select ifnull(sum(voucher_cents), 0) from order_items where order_id = orders.id) as itemVoucherCents,
        (select ifnull(sum(voucher_cents), 0) from order_items where order_id = orders.id and invalidated_at is null) as validVoucherCents,
        ifnull((select cents from voucher_redemptions where order_id = orders.id), 0) as redeemedCents,
        ifnull((select cents - returned_cents from voucher_redemptions where order_id = orders.id), 0) as heldCents
      from orders where id > ${first} order by id limit ${limit}`,
    sql`select order_id as orderId, amount as ordered,
        (select count(*) from tickets where tickets.order_item_id = order_items.id) as issued
      from order_items where event_id is not null and invalidated_at is null
        and order_id in (select id from orders where id > ${first} order by id limit ${limit})`,
  ])) as [Rows<Omit<OrderBook, 'tickets'>>, Rows<{ orderId: string; ordered: number; issued: number }>]
  const tickets = new Map<string, OrderBook['tickets']>()
  for (const { orderId, ordered, issued } of rowsOf(lines))
    tickets.set(orderId, [...(tickets.get(orderId) ?? []), { ordered, issued }])
  return rowsOf(books).map((book) => ({ ...book, tickets: tickets.get(book.id) ?? [] }))
}

/**
 * The latest instant at which an order was placed, paid or cancelled, or at which one of its items became void. A complete
 * refund makes all items void. The audit skips the seats of orders that changed recently.
 */
const CHANGED_AT = sql`max(orders.placed_at, ifnull(orders.paid_at, 0), ifnull(orders.cancelled_at, 0),
  ifnull((select max(invalidated_at) from order_items where order_items.order_id = orders.id), 0))`
const UNDER_WAY = sql`refunds.status in ('open', 'sent', 'failed')`

/** Events that ended recently or are still to come, and that may have sold something. */
const isAudited = (
  now: number,
) => sql`ifnull(events.happening_until_at, events.happening_from_at) > ${now - EVENTS_AUDITED_MS}
  and (events.presale_at <= ${now}
    or exists (select 1 from presale_codes where event_id = events.id and valid_from_at <= ${now})
    or exists (select 1 from order_items where event_id = events.id))`

export type AuditedEvent = { id: string; blockCount: number; capacities: ReadonlyMap<string, number> }

/** The audited event with the lowest id above `after`; null if there is none. */
export async function auditedEventAfter(db: Database, after: string, now: number): Promise<AuditedEvent | null> {
  const [found] = (await runBatch(db, [
    sql`select id, block_count as blockCount from events
      where id > ${after} and ${isAudited(now)} order by id limit 1`,
  ])) as [Rows<{ id: string; blockCount: number }>]
  const [event] = rowsOf(found)
  if (!event) return null
  const [areas] = (await runBatch(db, [
    sql`select section_id as sectionId, capacity from allotments where event_id = ${event.id}`,
  ])) as [Rows<{ sectionId: string; capacity: number }>]
  return { ...event, capacities: new Map(rowsOf(areas).map(({ sectionId, capacity }) => [sectionId, capacity])) }
}

/** The orders with these ids, and all active orders with items of the event. */
export async function seatOrdersOf(
  db: Database,
  eventId: string,
  orderIds: Iterable<string>,
): Promise<Map<string, SeatOrder>> {
  const isActive = sql`orders.status not in ('cancelled', 'refunded')`
  const [found, lines] = (await runBatch(db, [
    sql`select id, status, seat_epoch as seatEpoch, ${CHANGED_AT} as changedAt
      from orders where id in (select value from json_each(${JSON.stringify([...orderIds])}))
        or id in (select order_id from order_items join orders on orders.id = order_id where event_id = ${eventId} and ${isActive})`,
    sql`select order_id as orderId, seat_id as seatId, section_id as sectionId, amount, invalidated_at as invalidatedAt
      from order_items join orders on orders.id = order_id
      where event_id = ${eventId} and section_id is not null and ${isActive}`,
  ])) as [
    Rows<{ id: string; status: OrderStatus; seatEpoch: number; changedAt: number }>,
    Rows<{
      orderId: string
      seatId: string | null
      sectionId: string
      amount: number
      invalidatedAt: number | null
    }>,
  ]
  const orders = new Map(rowsOf(found).map((order): [string, SeatOrder] => [order.id, { ...order, items: [] }]))
  for (const { orderId, seatId, sectionId, amount, invalidatedAt } of rowsOf(lines))
    orders.get(orderId)?.items.push({ seatId, sectionId, amount, isVoid: invalidatedAt !== null })
  return orders
}

export type StockBook = {
  variantId: string
  initial: number
  available: number
  ordered: number
  /**
   * The amount in refunded orders and void items. It has returned to stock only if the warehouse had not packed it yet.
   */
  perhapsBack: number
}

export async function stockBooksAfter(db: Database, after: string, limit: number): Promise<StockBook[]> {
  const amountWhere = (condition: ReturnType<typeof sql>) =>
    sql`(select ifnull(sum(item.amount), 0) from order_items as item join orders on orders.id = item.order_id
      where item.variant_id = variant_stock.variant_id and item.event_id is null and ${condition})`
  const isBack = sql`(orders.status = 'refunded' or item.invalidated_at is not null)`
  const [rows] = (await runBatch(db, [
    sql`select variant_id as variantId, initial, available,
        ${amountWhere(sql`orders.status <> 'cancelled' and not ${isBack}`)} as ordered,
        ${amountWhere(sql`orders.status <> 'cancelled' and ${isBack}`)} as perhapsBack
      from variant_stock where variant_id > ${after} order by variant_id limit ${limit}`,
  ])) as [Rows<StockBook>]
  return rowsOf(rows)
}

export async function presaleCodesAfter(
  db: Database,
  after: string,
  limit: number,
): Promise<{ id: string; uses: number; used: number }[]> {
  const [rows] = (await runBatch(db, [
    sql`select id, uses, (select count(distinct orders.id) from order_items join orders on orders.id = order_items.order_id
        where presale_code_id = presale_codes.id and orders.status not in ('cancelled', 'refunded')) as used
      from presale_codes where id > ${after} order by id limit ${limit}`,
  ])) as [Rows<{ id: string; uses: number; used: number }>]
  return rowsOf(rows)
}

export async function voucherBooksAfter(db: Database, after: string, limit: number): Promise<VoucherBook[]> {
  const [rows] = (await runBatch(db, [
    sql`select id, used_cents as usedCents, (select ifnull(sum(cents - returned_cents), 0) from voucher_redemptions
        where voucher_id = vouchers.id) as heldCents,
        exists (select 1 from order_items where id = gift_item_id and invalidated_at is not null) as refundedGift
      from vouchers where id > ${after} order by id limit ${limit}`,
  ])) as [Rows<Omit<VoucherBook, 'refundedGift'> & { refundedGift: number }>]
  return rowsOf(rows).map((row) => ({ ...row, refundedGift: row.refundedGift === 1 }))
}

type RefundRow = { id: string; orderId: string; status: string; createdAt: number; releasedAt: number | null }
type WebhookCount = { provider: PaymentProviderId; captures: number; notices: number }
type OldestWork = { kind: string; createdAt: number }

/** `accounts` are the provider accounts whose webhooks report captures; `captureNotices` are the types of these notices. */
export async function moneyUnderWay(
  db: Database,
  accounts: readonly { id: PaymentProviderId; captureNotices: readonly string[] }[],
  now: number,
  limit: number,
): Promise<{ refunds: RefundRow[]; webhooks: WebhookCount[]; outbox: OldestWork[] }> {
  const since = now - WEBHOOK_WINDOW_MS
  const [refunds, outbox, ...counts] = (await runBatch(db, [
    sql`select id, order_id as orderId, status, created_at as createdAt, released_at as releasedAt
      from refunds left join refund_releases on refund_id = id
      where ${UNDER_WAY} and (refund_id is null or released_at is not null)
      order by ifnull(released_at, created_at) limit ${limit}`,
    // Rows of `refund_event_order` are left out, because they may wait for a direct debit, which takes days.
    // `cancel-event` shows the number of waiting orders.
    sql`select kind, min(created_at) as createdAt from outbox where done_at is null and dead_at is null
      and kind <> 'refund_event_order' group by kind`,
    ...accounts.map(
      ({ id, captureNotices }) => sql`select ${id} as provider,
        (select count(*) from payments where status = 'captured' and checked_at >= ${since}
          and provider = ${id} and captured_at between ${since} and ${now - NOTICE_DELAY_MS}) as captures,
        (select count(*) from provider_events where received_at >= ${since} and provider = ${id}
          and type in (select value from json_each(${JSON.stringify(captureNotices)}))) as notices`,
    ),
  ])) as [Rows<RefundRow>, Rows<OldestWork>, ...Rows<WebhookCount>[]]
  return { refunds: rowsOf(refunds), webhooks: counts.flatMap(rowsOf), outbox: rowsOf(outbox) }
}

/**
 * The condition for incidents of these kinds whose subjects the audit run has examined. The run began at `began`. It does
 * not examine orders and events that are too old for the audit. It also skips the seats of an order that changed at most
 * SETTLING_MS before `began`, or later.
 */
export function judgedIncidents(kinds: readonly FindingKind[], began: number, now: number): SQL {
  const subject = sql`incidents.subject_id`
  const orderOfSubject = sql`substr(${subject}, 1, instr(${subject} || '/', '/') - 1)`
  const audited = sql`(select id from events where ${isAudited(now)})`
  const always = sql`true`
  const scopes: Record<FindingKind, SQL> = {
    ...each(
      ORDER_FINDINGS,
      sql`${subject} >= ${firstIdAt('order', now - ORDERS_AUDITED_MS)} and ${subject} in (select id from orders)`,
    ),
    ...each(
      SEAT_FINDINGS,
      sql`incidents.details ->> 'eventId' in ${audited} and not exists
        (select 1 from orders where orders.id = ${orderOfSubject} and ${CHANGED_AT} >= ${began - SETTLING_MS})`,
    ),
    seat_object_unreachable: sql`${subject} in ${audited}`,
    stock_differs: sql`${subject} in (select variant_id from variant_stock)`,
    presale_code_overused: sql`${subject} in (select id from presale_codes)`,
    ...each(['voucher_differs', 'gift_used_and_refunded'], sql`${subject} in (select id from vouchers)`),
    // The run reads only some of the refunds under way, and a stuck refund stays an incident until it is done.
    refund_stuck: sql`${subject} in (select id from refunds where not ${UNDER_WAY})`,
    webhook_silent: always,
    outbox_late: always,
    books_unreadable: always,
  }
  const judged = [...Map.groupBy(kinds, (kind) => scopes[kind])].map(
    ([isLookedAt, named]) =>
      sql`(incidents.kind in (select value from json_each(${JSON.stringify(named)})) and ${isLookedAt})`,
  )
  return judged.length === 0 ? sql`false` : sql`(${sql.join(judged, sql` or `)})`
}

function each<Kind extends FindingKind>(kinds: readonly Kind[], scope: SQL): Record<Kind, SQL> {
  return Object.fromEntries(kinds.map((kind) => [kind, scope])) as Record<Kind, SQL>
}

/**
 * The condition for incidents about seats that could not be released for an order that was not written. All events of the
 * order must be audited.
 */
export function judgedPlacements(now: number): SQL {
  return sql`incidents.kind = 'seats_not_returned' and not exists (select 1 from events
    where instr(incidents.details ->> 'events', events.id) > 0 and not (${isAudited(now)}))`
}
