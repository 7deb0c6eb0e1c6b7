/**
 * Writes an order, its items, its stock changes and its outbox rows in one D1 batch, so that all of them are written or none.
 * Limits are enforced by constraints and triggers, because two orders may be written at the same time; a broken constraint
 * becomes a refusal for the buyer.
 */
import { eq, inArray, sql } from 'drizzle-orm'
import { type Refusal, refuse } from '../../schema/errors.ts'
import { ID_PREFIXES, newId } from '../../schema/ids.ts'
import { DAY, UNPAID_ORDERS_OF_ADDRESS } from '../../schema/limits.ts'
import type { NewsletterList } from '../../schema/newsletter.ts'
import { variantStock, variants } from '../../schema/tables/catalogue.ts'
import { events } from '../../schema/tables/event.ts'
import type { IncidentDetails } from '../../schema/tables/incident.ts'
import { orderItems, orders } from '../../schema/tables/order.ts'
import { type OutboxKind, outbox } from '../../schema/tables/outbox.ts'
import { presaleCodes } from '../../schema/tables/presale-code.ts'
import { voucherRedemptions } from '../../schema/tables/voucher.ts'
import type { DraftedVoucher, OrderDraft, WriteOutcome } from '../domain/orders/order-draft.ts'
import { rootMessageOf } from '../domain/text/error-message.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { noteIncident } from './incident.ts'
import { inserterOf } from './insert.ts'
import { insertOrder } from './order-move.ts'

/**
 * How long an unpaid order of another cart counts against its mail address, as in the trigger order_items_buyer_limit.
 */
const UNPAID_COUNTS_MS = DAY / 24
const insertItem = inserterOf(orderItems)
const insertOutbox = inserterOf(outbox)
const insertRedemption = inserterOf(voucherRedemptions)
const TAKE_STOCK = 'update variant_stock set available = available - ? where variant_id = ?'

type RefusalOf = (db: Database, draft: OrderDraft) => Refusal | Promise<Refusal>

/** The refusal for each constraint, by the name in SQLite's message. */
const REFUSALS: Record<string, RefusalOf> = {
  // A CHECK of the table `variant_stock`.
  variant_stock_never_negative: async (db, { stock }) =>
    refuse('ITEM_NOT_AVAILABLE', { variantId: await firstShortVariant(db, stock) }),
  // The other names are the messages of triggers in migrations.
  order_items_buyer_limit: async (db, draft) =>
    refuse('TICKET_BUYER_LIMIT_EXCEEDED', { limit: await exceededLimit(db, draft) }),
  orders_unpaid_by_buyer: () => refuse('UNPAID_ORDERS_EXCEEDED', { limit: UNPAID_ORDERS_OF_ADDRESS }),
  orders_unpaid_by_network: () => refuse('NETWORK_ORDERS_EXCEEDED', {}),
  order_items_presale_code: () => refuse('PRESALE_CODE_USED', {}),
  order_items_seat_taken: refuseLostSeats,
  order_items_seat_withdrawn: refuseLostSeats,
  // The CHECK of the table `vouchers`, and the triggers of migrations/0006_voucher_triggers.sql.
  vouchers_never_overdrawn: () => refuse('VOUCHER_USED', {}),
  voucher_expired: () => refuse('VOUCHER_EXPIRED', {}),
  voucher_released: () => refuse('VOUCHER_UNAVAILABLE', {}),
  voucher_void: () => refuse('VOUCHER_EXPIRED', {}),
  order_items_abandoned: () => refuse('ORDER_FAILED', {}),
  order_items_merge: () => refuse('MERGEORDER_FAILED', {}),
}

/**
 * Writes the order, or returns why it was not written. Throws if the outcome is unknown, because D1 is unreachable or its
 * answer got lost. The caller then calls this function again. A broken constraint is a known outcome: D1 rolled the batch
 * back, or an earlier run had written the order, but its answer got lost.
 */
export async function writePlacedOrder(db: Database, draft: OrderDraft, now: number): Promise<WriteOutcome> {
  const { order, items, stock, voucher } = draft
  const followUp = followUpOf(draft)
  try {
    await runBatch(db, [
      insertOrder(order),
      ...items.map(insertItem),
      ...stock.map(({ variantId, amount }) => ({ text: TAKE_STOCK, values: [amount, variantId] })),
      ...(voucher ? [insertRedemption(redemptionOf(order.id, voucher, now))] : []),
      ...(followUp ? [insertOutbox({ ...followUp, subjectId: order.id, createdAt: now, nextAttemptAt: now })] : []),
      ...listsWanted(order).map((list) =>
        insertOutbox({
          id: newId('outbox', now),
          kind: 'subscribe_newsletter',
          subjectId: order.id,
          discriminator: list,
          createdAt: now,
          nextAttemptAt: now,
        }),
      ),
    ])
    return 'written'
  } catch (error) {
    const message = rootMessageOf(error)
    if (!isConstraintError(message)) throw error
    // The order is looked up first. If an earlier run has written it, this run breaks several constraints, and SQLite
    // names only one of them.
    const reference = await writtenReference(db, order.id)
    if (reference !== null) return { reference }
    if (message.includes('orders.reference')) return 'reference_taken'
    for (const [name, judge] of Object.entries(REFUSALS)) {
      if (message.includes(name)) return { refusal: await judge(db, draft), fault: null }
    }
    const withdrawn = /FOREIGN KEY/.test(message) ? await withdrawnItem(db, draft) : null
    if (withdrawn) return { refusal: withdrawn, fault: null }
    return { refusal: refuse('ORDER_FAILED', {}), fault: constraintIn(message) }
  }
}

function redemptionOf(orderId: string, { programme, reference, label, cents }: DraftedVoucher, now: number) {
  return { orderId, programme, voucherId: programme === 'own' ? reference : null, label, cents, redeemedAt: now }
}

/**
 * Ensures that an order that is not written yet is never written. The incident's row makes a trigger reject every later
 * insert of the order, even one that is still in transit. If the order is written already, returns its reference and
 * records nothing; else returns null. Throws if D1 is unreachable. `fault` is the reason why operators must investigate. If
 * it is null, nothing is left to do, and the incident is resolved at once.
 */
export async function abandonOrder(
  db: Database,
  order: { id: string; cartId: string | null },
  fault: string | null,
  now: number,
): Promise<string | null> {
  const details: IncidentDetails = { cartId: order.cartId, fault }
  const [, written] = await runBatch(db, [
    sql`insert into incidents (id, kind, subject_id, details, created_at, resolved_at)
      select ${newId('incident', now)}, 'order_abandoned', ${order.id}, ${JSON.stringify(details)}, ${now},
        ${fault === null ? now : null}
      where not exists (select 1 from orders where id = ${order.id})
      on conflict (kind, subject_id) do nothing`,
    sql`select reference from orders where id = ${order.id}`,
  ])
  const [row] = (written?.results ?? []) as { reference: string }[]
  return row?.reference ?? null
}

/** Reports that the seats of an order that was not written could not be released. */
export async function reportUnreleasedSeats(db: Database, { order, bookings }: OrderDraft, now: number): Promise<void> {
  const details = { cartId: order.cartId, events: bookings.map(({ eventId }) => eventId).join(' ') }
  await noteIncident(db, { kind: 'seats_not_returned', subjectId: order.id, details }, now)
}

/**
 * The outbox row that is written with the order; null if there is none. Its id is derived from the order's id, so that the
 * cart object can enqueue the row without a query.
 */
export function followUpOf({ order, followUp }: OrderDraft): { id: string; kind: OutboxKind } | null {
  const id = `${ID_PREFIXES.outbox}_${order.id.slice(ID_PREFIXES.order.length + 1)}`
  return followUp === null ? null : { id, kind: followUp }
}

/** NEWS-01: the mailing lists whose boxes the buyer ticked. The cron handles their rows, because nobody waits for them. */
function listsWanted({ newsletter, ticketNewsletter }: OrderDraft['order']): NewsletterList[] {
  return [...(newsletter ? (['main'] as const) : []), ...(ticketNewsletter ? (['tickets'] as const) : [])]
}

async function writtenReference(db: Database, orderId: string): Promise<string | null> {
  const [row] = await db.select({ reference: orders.reference }).from(orders).where(eq(orders.id, orderId))
  return row?.reference ?? null
}

async function firstShortVariant(db: Database, stock: OrderDraft['stock']): Promise<string> {
  for (const { variantId, amount } of stock) {
    const [row] = await db.select().from(variantStock).where(eq(variantStock.variantId, variantId))
    if (row && row.available < amount) return variantId
  }
  return stock[0]?.variantId ?? ''
}

/** The lowest exceeded ticket limit of the order's events. Tickets are counted as in the trigger order_items_buyer_limit. */
async function exceededLimit(db: Database, { order, items }: OrderDraft): Promise<number> {
  const wanted = new Map<string, number>()
  for (const { eventId, amount } of items) if (eventId) wanted.set(eventId, (wanted.get(eventId) ?? 0) + amount)
  const rows = await db
    .select({
      eventId: events.id,
      limit: events.cartLimit,
      bought: sql<number>`(select total(item.amount) from orders as placed join order_items as item on item.order_id = placed.id
        where placed.buyer_key = ${order.buyerKey} and placed.status not in ('cancelled', 'refunded')
          and (placed.cart_id = ${order.cartId} or placed.paid_at is not null or placed.paid_cents > 0
            or placed.placed_at > ${order.placedAt - UNPAID_COUNTS_MS})
          and item.event_id = events.id and item.invalidated_at is null)`,
    })
    .from(events)
    .where(inArray(events.id, [...wanted.keys()].slice(0, 90)))
  const met = rows.filter(({ eventId, limit, bought }) => bought + (wanted.get(eventId) ?? 0) > limit)
  return Math.min(...(met.length > 0 ? met : rows).map(({ limit }) => limit))
}

/**
 * The refusal for a variant or presale code that an import has deleted since it was put into the cart. Null if all exist.
 */
async function withdrawnItem(db: Database, { items }: OrderDraft): Promise<Refusal | null> {
  const variantIds = [...new Set(items.map(({ variantId }) => variantId))]
  const codeIds = [...new Set(items.flatMap(({ presaleCodeId }) => presaleCodeId ?? []))]
  const [known, codes] = await db.batch([
    db
      .select({ id: variants.id })
      .from(variants)
      .where(inArray(variants.id, variantIds.slice(0, 90))),
    db
      .select({ id: presaleCodes.id })
      .from(presaleCodes)
      .where(inArray(presaleCodes.id, codeIds.slice(0, 90))),
  ])
  const gone = variantIds.find((variantId) => !known.some(({ id }) => id === variantId))
  if (gone !== undefined) return refuse('ITEM_NOT_AVAILABLE', { variantId: gone })
  return codeIds.every((codeId) => codes.some(({ id }) => id === codeId)) ? null : refuse('PRESALE_CODE_INVALID', {})
}

function isConstraintError(message: string): boolean {
  return /SQLITE_CONSTRAINT|constraint failed/i.test(message)
}

/** SQLite's description of the constraint, which contains names of columns but no values. */
function constraintIn(message: string): string {
  return /[A-Z ]+ constraint failed(?:: [\w., ]+)?/.exec(message)?.[0].trim().slice(0, 200) ?? 'constraint failed'
}

async function refuseLostSeats(db: Database, { items }: OrderDraft): Promise<Refusal> {
  const seatIds = await lostSeats(db, items)
  return seatIds.length > 0 ? refuse('SEATS_NOT_AVAILABLE', { seatIds }) : refuse('TICKETS_NOT_AVAILABLE', { left: 0 })
}

/**
 * The draft's seats that another active order has or that an import withdrew. The list is empty if the order was refused
 * because an area became smaller.
 */
async function lostSeats(db: Database, items: OrderDraft['items']): Promise<string[]> {
  const seats = items.flatMap(({ eventId, sectionId, seatId }) => (seatId ? [{ eventId, sectionId, seatId }] : []))
  const rows = await db.all<{ seatId: string }>(sql`
    select value ->> 'seatId' as seatId from json_each(${JSON.stringify(seats)}) where exists (
      select 1 from withdrawn_seats where event_id = value ->> 'eventId' and section_id = value ->> 'sectionId'
        and seat_id = value ->> 'seatId'
    ) or exists (
      select 1 from order_items join orders on orders.id = order_items.order_id
      where event_id = value ->> 'eventId' and seat_id = value ->> 'seatId' and invalidated_at is null
        and orders.status not in ('cancelled', 'refunded')
    )`)
  return rows.map(({ seatId }) => seatId)
}
