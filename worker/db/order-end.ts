/** Statements that take items from a paid order, and that end an order whose money has gone back. */
import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { orders } from '../../schema/tables/order.ts'
import { statusesBefore } from '../domain/orders/order-status.ts'
import type { Database } from './database.ts'
import { moveOrder } from './order-move.ts'

/** Statuses in which the warehouse has not packed the order yet. If the order is refunded, its products return to stock. */
const UNPACKED = ['processing', 'pending_fulfillment', 'problem'] as const

/** Refunds for which items became void. */
export const isOfItems = sql`refunds.reason in ('cancelled_event', 'request', 'withdrawal')`

/**
 * Whether a paid order has lost its last item, and no refund of items is open, which would end the order when it is done. The
 * organiser may keep the whole price as a fee, so an order can end without a refund.
 */
function endsWithoutMoney(orderId: string): SQL {
  return sql`orders.id = ${orderId} and ${inArray(orders.status, statusesBefore('refunded'))}
    and not exists (select 1 from order_items where order_id = ${orderId} and invalidated_at is null)
    and not exists (select 1 from refunds where refunds.order_id = ${orderId} and refunds.status <> 'done' and ${isOfItems})`
}

/**
 * The last statements of a batch that takes items from a paid order: they make the items void, and end the order if it has no
 * other item and no refund that would end it later. All of them depend on `mine`.
 */
export function loseItems(
  db: Database,
  orderId: string,
  itemIds: readonly string[],
  mine: SQL,
  now: number,
): SQLWrapper[] {
  const releaseId = newId('outbox', now)
  return [
    sql`update order_items set invalidated_at = ${now} where order_id = ${orderId} and invalidated_at is null
      and id in (select value from json_each(${JSON.stringify(itemIds)})) and ${mine}`,
    ...voidOrder(
      db,
      orderId,
      releaseId,
      sql`${endsWithoutMoney(orderId)} and ${mine}`,
      sql`exists (select 1 from outbox where id = ${releaseId})`,
      now,
    ),
  ]
}

/**
 * Statements that move the order to `refunded` if `isWhole` holds, release its seats, return its unpacked products to stock
 * and void its tickets. The first statement inserts the outbox row `releaseId`. `mine` is the condition that this row
 * exists, and all other statements depend on it.
 */
export function voidOrder(
  db: Database,
  orderId: string,
  releaseId: string,
  isWhole: SQL,
  mine: SQL,
  now: number,
): SQLWrapper[] {
  return [
    sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at)
      select ${releaseId}, 'release_seats', orders.id, orders.seat_epoch, ${now}, 0, ${now} from orders where ${isWhole}
      on conflict (kind, subject_id, discriminator) do nothing`,
    sql`update variant_stock set available = available + (select sum(amount) from order_items
        where order_id = ${orderId} and event_id is null and invalidated_at is null and order_items.variant_id = variant_stock.variant_id)
      where ${mine} and variant_id in (select variant_id from order_items
        where order_id = ${orderId} and event_id is null and invalidated_at is null)
      and exists (select 1 from orders where id = ${orderId} and ${inArray(orders.status, [...UNPACKED])})`,
    moveOrder(db, 'refunded', sql`${orders.id} = ${orderId} and ${mine}`),
    sql`update order_items set invalidated_at = ${now} where order_id = ${orderId} and invalidated_at is null and ${mine}`,
    sql`update tickets set invalidated_at = ${now} where order_id = ${orderId} and invalidated_at is null and ${mine}`,
  ]
}
