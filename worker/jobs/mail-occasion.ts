/** What the mails about an order say about their occasion, read from the database when the mail is sent. */
import { openDatabase } from '../db/database.ts'
import type { OutboxRow } from '../db/outbox.ts'
import { type Refund, refundsOfOrder } from '../db/refund.ts'
import { waitsForAccount } from '../db/refund-account.ts'
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
    const { amountCents, hasTransfer } = await formerReturn(openDatabase(env.DB), row.subjectId, row.discriminator)
    return { kind: row.kind, returnedCents: amountCents, isTransfer: hasTransfer }
  }
  if (row.kind === 'mail_refund_returned' || row.kind === 'mail_goods_returned') {
    const isMeant =
      row.kind === 'mail_goods_returned'
        ? ({ reason, subject }: Refund) => reason === 'withdrawal' && subject === row.discriminator
        : waitsForAccount
    const meant = (await refundsOfOrder(openDatabase(env.DB), row.subjectId)).filter(isMeant)
    return { kind: row.kind, returnedCents: meant.reduce((sum, { amountCents }) => sum + amountCents, 0) }
  }
  if (row.kind !== 'mail_order_cancelled' && row.kind !== 'mail_event_cancelled') return { kind: row.kind }
  const refunds = await refundsOfOrder(openDatabase(env.DB), row.subjectId)
  const sumOf = (some: typeof refunds) => some.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (row.kind === 'mail_event_cancelled') {
    const eventId = row.discriminator
    return { kind: row.kind, eventId, returnedCents: sumOf(refunds.filter(({ subject }) => subject === eventId)) }
  }
  const ofCancellation = refunds.filter(
    ({ reason, subject }) => subject === '' && (reason === 'cancelled_order' || reason === 'cancelled_event'),
  )
  return { kind: row.kind, returnedCents: sumOf(ofCancellation) }
}
