/** Reads an order's tickets, refunds and pending payment in one round trip. */
import { and, asc, eq, getTableColumns, inArray, isNotNull, ne, not, sql } from 'drizzle-orm'
import { orderItems } from '../../schema/tables/order.ts'
import { payments, refunds } from '../../schema/tables/payment.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { isRenamed } from './check-in.ts'
import type { Database } from './database.ts'
import type { Ticket } from './order.ts'
import { isNotAwaitingAccount } from './refund-account.ts'
import { isAwaitingRelease } from './refund-release.ts'

export type OrderProgress = {
  /** Whether the buyer has finished a payment whose money is still on its way. */
  isPaymentPending: boolean
  /**
   * Refunds of the order's money that are not paid out yet. A failed one is still owed. A refund that waits for an account of
   * the buyer is left out, because the page asks for that account. So is one that waits for the organiser's release.
   */
  refundingCents: number
  /** `isRenamed`: the ticket has been given to another holder. */
  tickets: (Ticket & { isRenamed: boolean })[]
}

export async function orderProgress(db: Database, orderId: string): Promise<OrderProgress> {
  const [pending, [refunding], issued] = await db.batch([
    db
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.orderId, orderId), eq(payments.status, 'open'), isNotNull(payments.pendingAt)))
      .limit(1),
    db
      .select({ cents: sql<number>`ifnull(sum(${refunds.amountCents}), 0)` })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(
        and(
          eq(refunds.orderId, orderId),
          inArray(refunds.status, ['open', 'sent', 'failed']),
          ne(refunds.reason, 'double_payment'),
          isNotAwaitingAccount,
          not(isAwaitingRelease),
        ),
      ),
    db
      .select({
        ...getTableColumns(tickets),
        isRenamed: sql<boolean>`${isRenamed}`.mapWith(Boolean).as('is_renamed'),
      })
      .from(tickets)
      .innerJoin(orderItems, eq(orderItems.id, tickets.orderItemId))
      .where(eq(tickets.orderId, orderId))
      .orderBy(asc(orderItems.position), asc(tickets.position)),
  ])
  return { isPaymentPending: pending.length > 0, refundingCents: refunding?.cents ?? 0, tickets: issued }
}
