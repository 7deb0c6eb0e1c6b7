/** Disputes (chargebacks) of payments. */
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type DisputeStatus, payments } from '../../schema/tables/payment.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import type { Payment } from './payment.ts'

/**
 * Records the state of a payment's dispute. An open or lost dispute marks the order's tickets as disputed. A won dispute
 * clears the mark, unless another dispute of the order is open. After a lost dispute, the caller records the lost money as a
 * refund. An outdated `open` of the same dispute changes nothing, because a dispute never reopens. Returns whether the
 * payment's dispute changed.
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
 * Returns a statement that resolves incidents about an order's disputes when they no longer need an operator.
 * `payment_disputed` is resolved when the dispute is won. `dispute_lost_in_part` is resolved when all money of the order
 * has been refunded, because its tickets are then void. After a lost dispute, `payment_disputed` stays open, because only
 * operators know which merchandise had been sent.
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
