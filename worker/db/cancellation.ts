/**
 * The batch that cancels an order that is not paid in full. The reason is a cancelled event, or the decision of an operator
 * or of the buyer of an add-on. The batch restores stock and records refunds for the paid money. Through the outbox, it
 * releases the seats and sends the mail. Only the run that cancelled the order writes the outbox row that releases the
 * seats, and every later statement depends on that row.
 */
import { and, eq, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { type CancelReason, orders } from '../../schema/tables/order.ts'
import type { RefundReason } from '../../schema/tables/payment.ts'
import type { StockChange } from '../domain/orders/stock.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import type { Order } from './order.ts'
import { hasMoved, moveOrder } from './order-move.ts'
import { outboxInsertWhere } from './outbox.ts'
import { noPageIsOpen } from './overdue-order.ts'
import type { Payment } from './payment.ts'
import { refundInsertWhere, unreturnedOf } from './refund.ts'

const REFUND_REASONS: Record<Exclude<CancelReason, 'unpaid'>, RefundReason> = {
  event_cancelled: 'cancelled_event',
  operator: 'cancelled_order',
  buyer: 'cancelled_order',
}

/**
 * Cancels an order that is not paid in full, whatever its deadline, and refunds its captured payments. Returns false if the
 * order or its payments have changed since the caller read them. The caller should then read them and decide again.
 */
export async function cancelUnpaidOrder(
  db: Database,
  order: Pick<Order, 'id' | 'seatEpoch' | 'paidCents'>,
  captured: Pick<Payment, 'id'>[],
  stock: StockChange[],
  reason: Exclude<CancelReason, 'unpaid'>,
  now: number,
): Promise<boolean> {
  const releaseId = newId('outbox', now)
  const mine = sql`exists (select 1 from outbox where id = ${releaseId})`
  const [cancelled] = await runBatch(db, [
    moveOrder(
      db,
      'cancelled',
      and(
        eq(orders.id, order.id),
        eq(orders.seatEpoch, order.seatEpoch),
        eq(orders.paidCents, order.paidCents),
        noPageIsOpen,
      ),
      { cancelledAt: now, cancelReason: reason },
    ),
    sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at)
      select ${releaseId}, 'release_seats', id, ${String(order.seatEpoch)}, ${now}, 0, ${now} from orders
      where id = ${order.id} and status = 'cancelled' and seat_epoch = ${order.seatEpoch} on conflict (kind, subject_id, discriminator) do nothing`,
    ...stock.map(
      ({ variantId, amount }) =>
        sql`update variant_stock set available = available + ${amount} where variant_id = ${variantId} and ${mine}`,
    ),
    // A reserved add-on was never ordered, so there is nothing to tell its buyer.
    outboxInsertWhere(
      'mail_order_cancelled',
      order.id,
      sql`${mine} and exists (select 1 from orders where id = ${order.id} and is_reserved = 0)`,
      now,
    ),
    ...captured.flatMap(({ id }) =>
      refundInsertWhere(
        { paymentId: id, reason: REFUND_REASONS[reason], amountCents: unreturnedOf(id) },
        sql`${mine} and payments.status = 'captured' and ${unreturnedOf(id)} > 0`,
        now,
      ),
    ),
    sql`update payments set status = 'refunded' where order_id = ${order.id} and status = 'captured' and ${mine}`,
    // The money no longer counts for the order. The order's refunds show where the money went.
    sql`update orders set paid_cents = 0, refunded_cents = 0 where id = ${order.id} and ${mine}`,
  ])
  return hasMoved(cancelled)
}
