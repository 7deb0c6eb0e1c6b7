/** Lists for operators: uncompleted refunds, orders in `problem` and payments with an open dispute. */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Address } from '../../schema/inputs/address.ts'
import { events } from '../../schema/tables/event.ts'
import { orders } from '../../schema/tables/order.ts'
import { payments, refundAccounts, refundReleases, refunds } from '../../schema/tables/payment.ts'
import { isOnline } from '../domain/orders/payment-provider.ts'
import type { Database } from './database.ts'
import { isAwaited } from './refund-release.ts'

const nameOf = ({ firstName, lastName }: Address) => `${firstName} ${lastName}`

/**
 * All refunds that are not completed, oldest first: refunds that an operator must transfer, refunds in progress at a
 * provider, and failed refunds. Refunds that wait for the organiser are at the end.
 */
export async function openRefunds(db: Database, limit: number) {
  const rows = await db
    .select({
      id: refunds.id,
      status: refunds.status,
      reason: refunds.reason,
      amountCents: refunds.amountCents,
      failure: refunds.failure,
      createdAt: refunds.createdAt,
      provider: payments.provider,
      bookingId: payments.externalId,
      reference: orders.reference,
      billingAddress: orders.billingAddress,
      holder: refundAccounts.holder,
      iban: refundAccounts.iban,
      disputeStatus: payments.disputeStatus,
      waitsUntil: refundReleases.dueAt,
      releaseOf: events.slug,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(refundAccounts, eq(refundAccounts.refundId, refunds.id))
    .leftJoin(refundReleases, isAwaited)
    .leftJoin(events, eq(events.id, refundReleases.eventId))
    .where(inArray(refunds.status, ['open', 'sent', 'failed']))
    .orderBy(sql`${refundReleases.dueAt} is not null`, asc(refunds.createdAt))
    .limit(limit)
  return rows.map(({ billingAddress, bookingId, holder, iban, disputeStatus, ...row }) => ({
    ...row,
    buyer: nameOf(billingAddress),
    // The account that the buyer named in the refund form.
    account: iban ? `${holder}, ${iban}` : null,
    // The buyer's bank has taken the payment back, or may do so, so a transfer could return the money twice.
    dispute: disputeStatus === 'won' ? null : disputeStatus,
    // The booking of the incoming transfer names the account to refund to.
    bookingId: row.provider === null || isOnline(row.provider) ? null : bookingId,
  }))
}

export async function problemOrders(db: Database, limit: number) {
  const rows = await db
    .select({
      reference: orders.reference,
      totalCents: orders.totalCents,
      paidCents: orders.paidCents,
      placedAt: orders.placedAt,
      billingAddress: orders.billingAddress,
    })
    .from(orders)
    .where(eq(orders.status, 'problem'))
    .orderBy(asc(orders.placedAt))
    .limit(limit)
  return rows.map(({ billingAddress, ...row }) => ({ ...row, buyer: nameOf(billingAddress) }))
}

export function openDisputes(db: Database, limit: number) {
  return db
    .select({ reference: orders.reference, disputeId: payments.disputeId, amountCents: payments.amountCents })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(sql`${payments.disputeStatus} = 'open'`)
    .limit(limit)
}
