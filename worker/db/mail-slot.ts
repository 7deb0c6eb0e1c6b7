/**
 * Limits how many mails about unpaid orders one mailbox gets per hour. Addresses are not confirmed before the shop writes
 * to them, so a stranger could otherwise make the shop flood a fan's mailbox. A single statement takes a slot, so two mails
 * that are sent at the same time cannot both take the last one. Other mails, such as tickets and refunds, need no slot.
 */
import { sql } from 'drizzle-orm'
import type { OutboxKind } from '../../schema/tables/outbox.ts'
import type { Database } from './database.ts'

export const UNPAID_MAILS_PER_HOUR = 4
const HOUR_MS = 3_600_000
const UNPAID_KINDS: readonly OutboxKind[] = [
  'mail_order_received',
  'mail_payment_open',
  'mail_payment_reminder',
  'mail_order_cancelled',
]

export function needsMailSlot(kind: OutboxKind): boolean {
  return UNPAID_KINDS.includes(kind)
}

/**
 * Returns null if the mail may be sent. Otherwise, returns the time when a slot may become free. A mail that is retried
 * does not count against itself.
 */
export async function takeMailSlot(
  db: Database,
  outboxId: string,
  buyerKey: string,
  now: number,
): Promise<number | null> {
  const others = sql`from orders join outbox as sent on sent.subject_id = orders.id
    and sent.kind in ${UNPAID_KINDS}
    where orders.buyer_key = ${buyerKey} and sent.id <> ${outboxId} and sent.mail_slot_at > ${now - HOUR_MS}`
  const { meta } = await db.run(sql`update outbox set mail_slot_at = ${now}
    where id = ${outboxId} and (select count(*) ${others}) < ${UNPAID_MAILS_PER_HOUR}`)
  if (meta.changes > 0) return null
  const [row] = await db.all<{ at: number }>(
    sql`select sent.mail_slot_at as at ${others} order by sent.mail_slot_at desc limit 1 offset ${UNPAID_MAILS_PER_HOUR - 1}`,
  )
  return (row?.at ?? now) + HOUR_MS
}
