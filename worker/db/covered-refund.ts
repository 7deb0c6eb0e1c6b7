/**
 * Refunds that operators transfer by hand, for a payment whose money a provider or a bank returns too. The buyer must not get
 * the same money twice, so the returned amount reduces these refunds in the transaction that records it.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { RefundReason } from '../../schema/tables/payment.ts'
import { isAwaitingRelease } from './refund-release.ts'

/**
 * The refunds of a payment that no provider is making: they failed, the buyer named an account, or the organiser has not
 * released them. A refund with an issued correction is left out, because documents are never changed.
 */
const byHand = (paymentId: string) => sql`refunds.payment_id = ${paymentId}
  and (refunds.status = 'failed' or refunds.status = 'open'
    and (exists (select 1 from refund_accounts where refund_id = refunds.id) or ${isAwaitingRelease}))
  and not exists (select 1 from invoices where invoices.refund_id = refunds.id)`

/** The newest refunds by hand that sum to at most `cents`. */
const newestWithin = (paymentId: string, cents: SQL) => sql`select id from (
  select refunds.id, sum(amount_cents) over (order by created_at desc, id desc) as running from refunds
  where ${byHand(paymentId)}) where running <= ${cents}`

/** By how much the refunds of a payment exceed it. */
const excessOf = (paymentId: string) => sql`(select max(0, ifnull((select sum(amount_cents) from refunds
  where payment_id = ${paymentId}), 0) - payments.amount_cents) from payments where payments.id = ${paymentId})`

const dropped = (which: SQL) =>
  sql`delete from refunds where id in (${which}) returning id, amount_cents as amountCents`

export type DroppedRefund = { id: string; amountCents: number }

/**
 * Statements around the insertion of a refund that a provider or a bank has made.
 *
 * - `before`: a lost dispute most likely concerns the money for which the buyer was waiting, so it replaces the waiting
 *   refunds by hand that it covers. A repeated notice about the same dispute replaces nothing.
 * - `after`: the refunds by hand lose what exceeds the payment.
 *
 * Statements that delete refunds return their `DroppedRefund`s.
 */
export function replacedByHand(
  paymentId: string,
  made: { reason: Extract<RefundReason, 'provider' | 'dispute'>; externalId: string; amountCents: number },
): { before: SQL[]; after: SQL[] } {
  const isNew = sql`not exists (select 1 from refunds where external_id = ${made.externalId})`
  const newest = sql`select id from refunds where ${byHand(paymentId)} order by created_at desc, id desc limit 1`
  return {
    before:
      made.reason === 'dispute'
        ? [dropped(sql`${newestWithin(paymentId, sql`${made.amountCents}`)} and ${isNew}`)]
        : [],
    after: [
      dropped(newestWithin(paymentId, excessOf(paymentId))),
      // The first statement deleted all refunds that the excess covers, so the next one is larger than the rest of the excess.
      sql`update refunds set amount_cents = amount_cents - ${excessOf(paymentId)}
        where id = (${newest}) and ${excessOf(paymentId)} > 0`,
    ],
  }
}
