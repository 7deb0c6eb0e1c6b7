/** A dispute (chargeback) as it moves its payment and the marks of the order's tickets, in one batch. */
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type DisputeStatus, payments } from '../../schema/tables/payment.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import type { Payment } from './payment.ts'

/**
 * Notes what is now true of a dispute. While it is open the order's tickets are marked; a won one clears the mark, a lost
 * one leaves it: its money is noted as a refund, which ends the order where that was the last of its money. An answer that
 * is older than what is known changes nothing: a dispute never opens again.
 */
export async function noteDispute(
  db: Database,
  payment: Payment,
  dispute: { disputeId: string; status: DisputeStatus },
  now: number,
): Promise<boolean> {
  const { disputeId, status } = dispute
  const isNews =
    status === 'open'
      ? or(isNull(payments.disputeId), sql`${payments.disputeId} <> ${disputeId}`)
      : sql`(${payments.disputeId} is not ${disputeId} or ${payments.disputeStatus} <> ${status})`
  const stands = sql`exists (select 1 from payments where id = ${payment.id} and dispute_id = ${disputeId} and dispute_status = ${status})`
  const ofOrder = sql`order_id = ${payment.orderId} and ${stands}`
  const tickets = {
    open: [sql`update tickets set disputed_at = ${now} where ${ofOrder} and disputed_at is null`],
    won: [
      sql`update tickets set disputed_at = null where ${ofOrder}
        and not exists (select 1 from payments where payments.order_id = ${payment.orderId} and payments.dispute_status = 'open')`,
    ],
    lost: [sql`update tickets set disputed_at = ${now} where ${ofOrder} and disputed_at is null`],
  } satisfies Record<DisputeStatus, unknown>
  const [noted] = await runBatch(db, [
    db
      .update(payments)
      .set({ disputeId, disputeStatus: status })
      .where(and(eq(payments.id, payment.id), isNews))
      .returning({ id: payments.id }),
    ...tickets[status],
  ])
  return (noted?.results.length ?? 0) === 1
}

/**
 * Resolves what was noted of an order's disputes where the books have answered it since: a dispute that was won asks for
 * nothing more, and of an order that keeps no money no ticket is left to decide on. A dispute that took everything stays
 * with operators, who alone know which goods had left.
 */
export function resolveSettledDisputes(orderId: string, now: number): SQL {
  return sql`update incidents set resolved_at = ${now}
    where resolved_at is null and incidents.details ->> 'orderId' = ${orderId} and (
      kind = 'dispute_lost_in_part'
        and exists (select 1 from orders where orders.id = ${orderId} and refunded_cents >= paid_cents)
      or kind = 'payment_disputed'
        and exists (select 1 from payments where payments.id = incidents.subject_id
          and dispute_id = incidents.details ->> 'disputeId' and dispute_status = 'won'))`
}
