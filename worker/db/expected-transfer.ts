/** Reads the orders to which the bookings of a bank statement may belong. */
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PaymentMethodId } from '../../schema/rules/payment-methods.ts'
import { orders } from '../../schema/tables/order.ts'
import { type PaymentProviderId, payments } from '../../schema/tables/payment.ts'
import type { ExpectedTransfer, KnownTransfers } from '../domain/orders/bank-booking.ts'
import type { Database } from './database.ts'

/** Of more unpaid orders, only the latest are compared with mistyped order numbers. */
const MOST_UNPAID = 5_000

/** Returns the orders with these references, the bookings that are already recorded, and the orders that wait for a transfer. */
export async function expectedTransfers(
  db: Database,
  { id: method, provider }: { id: PaymentMethodId; provider: PaymentProviderId },
  { references, bookingIds }: { references: string[]; bookingIds: string[] },
): Promise<KnownTransfers> {
  const isUnpaid = and(eq(orders.paymentMethod, method), eq(orders.status, 'payment_pending'))
  const [named, unpaid, recorded] = await Promise.all([
    selectTransfers(
      db,
      sql`${orders.reference} in (select value from json_each(${JSON.stringify(references)}))`,
      references.length,
    ),
    selectTransfers(db, isUnpaid, MOST_UNPAID),
    db
      .select({ bookingId: sql<string>`${payments.externalId}`, reference: orders.reference })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(
        and(
          eq(payments.provider, provider),
          // A booking whose recording was interrupted is not recorded yet. Recording it again completes it.
          inArray(payments.status, ['captured', 'refunded']),
          sql`${payments.externalId} in (select value from json_each(${JSON.stringify(bookingIds)}))`,
        ),
      ),
  ])
  return { named, unpaid, recorded }
}

async function selectTransfers(db: Database, where: SQL | undefined, limit: number): Promise<ExpectedTransfer[]> {
  const rows = await db
    .select({
      reference: orders.reference,
      status: orders.status,
      paidCents: orders.paidCents,
      balanceCents: sql<number>`${orders.totalCents} - ${orders.paidCents}`,
      buyerLastName: sql<string | null>`${orders.billingAddress} ->> 'lastName'`,
    })
    .from(orders)
    .where(where)
    .orderBy(desc(orders.dueAt))
    .limit(limit)
  return rows.map((row) => ({ ...row, buyerLastName: row.buyerLastName ?? '' }))
}
