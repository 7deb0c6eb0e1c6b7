/**
 * Writes an order with everything that must be true together: rows, stock, and the outbox entries that follow from it.
 * One D1 batch, so all or nothing; the CHECK on stock is what refuses the buyer who came too late.
 */
import { eq, inArray, sql } from 'drizzle-orm'
import { refuse } from '../../schema/errors.ts'
import { ID_PREFIXES } from '../../schema/ids.ts'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { events } from '../../schema/tables/event.ts'
import { orderItems, orders } from '../../schema/tables/order.ts'
import { type OutboxKind, outbox } from '../../schema/tables/outbox.ts'
import type { OrderDraft, WriteOutcome } from '../domain/order-draft.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { inserterOf } from './insert.ts'

const insertOrder = inserterOf(orders)
const insertItem = inserterOf(orderItems)
const insertOutbox = inserterOf(outbox)
const TAKE_STOCK = 'update variant_stock set available = available - ? where variant_id = ?'

/** Throws where the outcome is not known (D1 out of reach, answer lost): the caller runs it again. */
export async function writePlacedOrder(db: Database, draft: OrderDraft, now: number): Promise<WriteOutcome> {
  const { order, items, stock } = draft
  const followUp = followUpOf(draft)
  try {
    await runBatch(db, [
      insertOrder(order),
      ...items.map(insertItem),
      ...stock.map(({ variantId, amount }) => ({ text: TAKE_STOCK, values: [amount, variantId] })),
      ...(followUp ? [insertOutbox({ ...followUp, subjectId: order.id, createdAt: now, nextAttemptAt: now })] : []),
    ])
    return 'written'
  } catch (error) {
    const message = messageOf(error)
    if (/orders\.id/.test(message)) return 'already_written'
    if (/orders\.reference/.test(message)) return 'reference_taken'
    if (/variant_stock_never_negative/.test(message)) {
      return { refusal: refuse('ITEM_NOT_AVAILABLE', { variantId: await firstShort(db, stock) }) }
    }
    // Raised by triggers of the migration 0002_order_limits.
    if (/order_items_buyer_limit/.test(message)) {
      return { refusal: refuse('TICKET_BUYER_LIMIT_EXCEEDED', { limit: await strictestLimit(db, items) }) }
    }
    if (/order_items_presale_code/.test(message)) return { refusal: refuse('PRESALE_CODE_USED', {}) }
    // Raised by triggers of the migration seat_owners.
    if (/order_items_seat_(taken|withdrawn)/.test(message)) {
      const seatIds = await lostSeats(db, items)
      if (seatIds.length > 0) return { refusal: refuse('SEATS_NOT_AVAILABLE', { seatIds }) }
      return { refusal: refuse('TICKETS_NOT_AVAILABLE', { left: 0 }) }
    }
    throw error
  }
}

/**
 * What must follow: the buyer of a transfer needs the bank's details; a free order is paid already. Its id follows from
 * the order's, so that whoever placed the order can ring for it without asking.
 */
export function followUpOf({ order }: OrderDraft): { id: string; kind: OutboxKind } | null {
  const id = `${ID_PREFIXES.outbox}_${order.id.slice(ID_PREFIXES.order.length + 1)}`
  if (order.totalCents === 0) return { id, kind: 'settle_free_order' }
  return order.paymentMethod === 'bank_transfer' ? { id, kind: 'mail_order_received' } : null
}

async function firstShort(db: Database, stock: OrderDraft['stock']): Promise<string> {
  for (const { variantId, amount } of stock) {
    const [row] = await db.select().from(variantStock).where(eq(variantStock.variantId, variantId))
    if (row && row.available < amount) return variantId
  }
  return stock[0]?.variantId ?? ''
}

/** The limit to name; an order for several events rarely has more than one. */
async function strictestLimit(db: Database, items: OrderDraft['items']): Promise<number> {
  const ids = items.flatMap(({ eventId }) => eventId ?? [])
  const rows = await db
    .select({ limit: events.cartLimit })
    .from(events)
    .where(inArray(events.id, ids.slice(0, 90)))
  return Math.min(...rows.map(({ limit }) => limit))
}

/** The draft's seats that another open order has or an import took away; empty where an area became smaller. */
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

/** Drizzle wraps D1's error; the constraint's name stands in the innermost message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} ${messageOf(error.cause)}`
}
