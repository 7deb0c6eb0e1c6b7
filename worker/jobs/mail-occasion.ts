/** What the mails about an order say about their occasion, read from the database when the mail is sent. */
import { openDatabase } from '../db/database.ts'
import { goodsReturnsOf } from '../db/goods-return.ts'
import type { OutboxRow } from '../db/outbox.ts'
import { type Refund, refundsOfOrder } from '../db/refund.ts'
import { ACCOUNT_DIGITS, waitsForAccount } from '../db/refund-account.ts'
import { shipmentOf } from '../db/shipment.ts'
import { formerReturn } from '../db/ticket-return.ts'
import type { Env } from '../env.ts'
import type { MailOccasion } from '../mail/order-mail.ts'

/** The kinds of mails whose outbox row has the order as its subject. */
export type OrderMailKind = Exclude<MailOccasion['kind'], 'mail_payment_refunded' | 'mail_order_link'>

/** Returns what a mail is about, with the facts that only its occasion needs. */
export async function occasionOf(env: Env, row: OutboxRow & { kind: OrderMailKind }): Promise<MailOccasion> {
  if (row.kind === 'mail_order_shipped') {
    const shipment = await shipmentOf(openDatabase(env.DB), { id: row.subjectId, mergedIntoId: null })
    return {
      kind: row.kind,
      tracking: { number: shipment?.trackingNumber ?? null, url: shipment?.trackingUrl ?? null },
    }
  }
  if (row.kind === 'mail_refund_requested') {
    const made = await formerReturn(openDatabase(env.DB), row.subjectId, row.discriminator)
    const { amountCents: returnedCents, hasTransfer: isTransfer, releaseDueAt } = made
    return { kind: row.kind, returnedAt: row.createdAt, returnedCents, isTransfer, releaseDueAt }
  }
  if (row.kind === 'mail_goods_returned' || row.kind === 'mail_goods_withdrawn') {
    const slip = row.discriminator
    const goods = (await goodsReturnsOf(openDatabase(env.DB), row.subjectId)).find((one) => one.slip === slip)
    const refunds = await refundsOfOrder(openDatabase(env.DB), row.subjectId)
    return {
      kind: row.kind,
      returnedCents: sumOf(refunds.filter(({ reason, subject }) => reason === 'withdrawal' && subject === slip)),
      deductedCents: goods?.deductedCents ?? 0,
    }
  }
  if (row.kind === 'mail_account_named') return { kind: row.kind, lastDigits: row.discriminator.slice(-ACCOUNT_DIGITS) }
  if (row.kind === 'mail_refund_returned') {
    const refunds = await refundsOfOrder(openDatabase(env.DB), row.subjectId)
    return { kind: row.kind, returnedCents: sumOf(refunds.filter(waitsForAccount)) }
  }
  if (row.kind === 'mail_payment_late') {
    const refunds = await refundsOfOrder(openDatabase(env.DB), row.subjectId)
    const waiting = refunds.find(({ paymentId, status }) => paymentId === row.discriminator && status === 'open')
    const { reason = 'late_payment', amountCents = 0 } = waiting ?? {}
    return { kind: row.kind, reason, amountCents }
  }
  if (row.kind !== 'mail_order_cancelled' && row.kind !== 'mail_event_cancelled') return { kind: row.kind }
  const refunds = await refundsOfOrder(openDatabase(env.DB), row.subjectId)
  if (row.kind === 'mail_event_cancelled') {
    const eventId = row.discriminator
    return { kind: row.kind, eventId, returnedCents: sumOf(refunds.filter(({ subject }) => subject === eventId)) }
  }
  const ofCancellation = refunds.filter(
    ({ reason, subject }) => subject === '' && (reason === 'cancelled_order' || reason === 'cancelled_event'),
  )
  return { kind: row.kind, returnedCents: sumOf(ofCancellation) }
}

function sumOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
}
