/** Writes a correction of an order's email address, and queues the mails again that went to the former one. */
import { and, asc, eq, type InferSelectModel, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { HOUR, UNPAID_ORDERS_OF_ADDRESS } from '../../schema/limits.ts'
import { NEWSLETTER_LISTS } from '../../schema/newsletter.ts'
import { emailCorrections, orders } from '../../schema/tables/order.ts'
import type { OutboxKind } from '../../schema/tables/outbox.ts'
import { rootMessageOf } from '../domain/text/error-message.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import type { Order } from './order.ts'
import { outboxInsertWhere } from './outbox.ts'

export type EmailCorrection = InferSelectModel<typeof emailCorrections>

/** Mails that the buyer needs. The other mails are about orders whose address cannot be corrected any more. */
const REPEATED: readonly OutboxKind[] = [
  'mail_order_received',
  'mail_payment_open',
  'mail_payment_reminder',
  'mail_order_paid',
]

export function correctionsOf(db: Database, orderId: string): Promise<EmailCorrection[]> {
  return db
    .select()
    .from(emailCorrections)
    .where(eq(emailCorrections.orderId, orderId))
    .orderBy(asc(emailCorrections.number))
}

type Correction = { order: Order; email: string; buyerKey: string; number: number }

/**
 * Writes the correction in one transaction, also for the order's add-ons, which have its address. Returns false, and changes nothing, if another correction was written since the
 * order was read, or if the mailbox of the new address has reached its limit of tickets or of unpaid orders.
 */
export async function writeEmailCorrection(db: Database, correction: Correction, now: number): Promise<boolean> {
  const { order, email, buyerKey, number } = correction
  const isMine = sql`exists (select 1 from orders join email_corrections as made on made.order_id = orders.id
    where orders.id = ${order.id} and orders.email = ${email} and made.number = ${number} and made.former_email = ${order.email})`
  const wished = { main: order.newsletter, tickets: order.ticketNewsletter }
  const discriminator = `email ${number}`
  const addOns = await addOnsOf(db, order)
  try {
    const [written] = await runBatch(db, [
      sql`insert into email_corrections (order_id, number, former_email, corrected_at)
        select id, ${number}, email, ${now} from orders
        where id = ${order.id} and email = ${order.email} and status not in ('cancelled', 'refunded')
          and not ${exceedsTickets(order, buyerKey)} and not ${exceedsUnpaid(order, buyerKey)}
        returning number`,
      sql`update orders set email = ${email}, buyer_key = ${buyerKey} where id = ${order.id} and email = ${order.email}
        and exists (select 1 from email_corrections where order_id = ${order.id} and number = ${number} and former_email = ${order.email})`,
      sql`update orders set email = ${email}, buyer_key = ${buyerKey}
        where (merged_into_id = ${order.id} or parted_from_id = ${order.id}) and email = ${order.email} and ${isMine}`,
      ...[order.id, ...addOns].flatMap((id) =>
        REPEATED.map((kind) =>
          outboxInsertWhere(kind, id, sql`${isMine} and ${wasQueued(id, kind)}`, now, discriminator),
        ),
      ),
      ...NEWSLETTER_LISTS.map((list) =>
        outboxInsertWhere(
          'subscribe_newsletter',
          order.id,
          sql`${isMine} and ${wasQueued(order.id, 'subscribe_newsletter')} and ${wished[list] ? 1 : 0}`,
          now,
          // The row of a list begins with the name of the list.
          `${list} ${discriminator}`,
        ),
      ),
      // The mails to the new address get a new key, and the link in the mails to the former address ends.
      sql`delete from order_keys where order_id in ${[order.id, ...addOns]} and ${isMine}`,
      sql`delete from subscribers where shop_id = ${order.shopId} and email = ${order.email.toLowerCase()}
        and accepted_at = ${order.placedAt} and ${isMine}`,
      // Waiting rows of the former address are replaced by those above.
      sql`update outbox set done_at = ${now} where subject_id in ${[order.id, ...addOns]} and done_at is null and dead_at is null
        and kind in ${[...REPEATED, 'subscribe_newsletter']} and discriminator not like ${`%${discriminator}`} and ${isMine}`,
    ])
    return (written?.results.length ?? 0) === 1
  } catch (error) {
    // Another correction with the same number was written first.
    if (/email_corrections/.test(rootMessageOf(error))) return false
    throw error
  }
}

/** The ids of the order's add-ons that are neither cancelled nor refunded. */
async function addOnsOf(db: Database, { id }: Order): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        or(eq(orders.mergedIntoId, id), eq(orders.partedFromId, id)),
        notInArray(orders.status, ['cancelled', 'refunded']),
      ),
    )
  return rows.map((row) => row.id)
}

function wasQueued(orderId: string, kind: OutboxKind): SQL {
  return sql`exists (select 1 from outbox where kind = ${kind} and subject_id = ${orderId})`
}

/** Counts tickets like the trigger order_items_buyer_limit. The order's own tickets count too. */
function exceedsTickets(order: Order, buyerKey: string): SQL {
  return sql`exists (select 1 from order_items as own join events on events.id = own.event_id
    where own.order_id = ${order.id} and own.invalidated_at is null and events.cart_limit < (
      select total(item.amount) from orders as placed join order_items as item on item.order_id = placed.id
      where (placed.id = ${order.id} or placed.buyer_key = ${buyerKey} and placed.status not in ('cancelled', 'refunded')
        and (placed.cart_id = ${order.cartId} or placed.paid_at is not null or placed.paid_cents > 0
          or placed.placed_at > ${order.placedAt - HOUR}))
        and item.event_id = own.event_id and item.invalidated_at is null))`
}

/** Counts all unpaid orders of the mailbox, as for a bank transfer. */
function exceedsUnpaid(order: Order, buyerKey: string): SQL {
  return sql`(orders.status = 'payment_pending' and ${UNPAID_ORDERS_OF_ADDRESS} <= (
    select count(*) from orders as placed where placed.buyer_key = ${buyerKey} and placed.status = 'payment_pending'
      and placed.id <> ${order.id}))`
}
