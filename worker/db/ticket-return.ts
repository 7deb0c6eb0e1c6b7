/** SUP-01: the batch that returns tickets of a paid order and records the refund. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { orders } from '../../schema/tables/order.ts'
import { refunds } from '../../schema/tables/payment.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import type { ItemSplit, TicketReturn } from '../domain/orders/ticket-return.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import type { OrderEvent, Ticket } from './order.ts'
import { loseItems } from './order-end.ts'
import { outboxInsertWhere } from './outbox.ts'
import { type RefundAccount, refundInsertWhere, unreturnedOf } from './refund.ts'

export function ticketsOfOrder(db: Database, orderId: string): Promise<Ticket[]> {
  return db.select().from(tickets).where(eq(tickets.orderId, orderId))
}

export type DecidedReturn = TicketReturn & {
  orderId: string
  /** The event as the caller read it. The organiser may have cancelled or moved it since. */
  event: Pick<OrderEvent, 'id' | 'status' | 'happeningFromAt'>
  /** The browser's idempotency key. */
  key: string
  tickets: Pick<Ticket, 'id' | 'orderItemId' | 'validationCode'>[]
  /** The number of valid items of the order when it was read. */
  validItems: number
  /** The refund of each payment. Those with an account are transferred by an operator. */
  parts: { paymentId: string; amountCents: number; account: RefundAccount | null }[]
  /** Until when the refund waits for the organiser's release; null if it needs none. */
  releaseDueAt: number | null
}

/**
 * Makes the tickets void, splits items of which only some tickets are returned, records the refunds, and queues the mail to
 * the buyer and the release of the seats. Returns false, and writes nothing, if the order has changed since the caller read
 * it, or if less money is left than the refund needs.
 */
export async function writeTicketReturn(db: Database, decided: DecidedReturn, now: number): Promise<boolean> {
  const { orderId, event, key, parts, splits, voidItemIds, releaseDueAt } = decided
  const release = releaseDueAt === null ? null : { eventId: event.id, dueAt: releaseDueAt }
  const mailId = newId('outbox', now)
  const mine = sql`exists (select 1 from outbox where id = ${mailId})`
  const ticketIds = JSON.stringify(decided.tickets.map(({ id }) => id))
  const [mail] = await runBatch(db, [
    sql`${outboxInsertWhere('mail_refund_requested', orderId, isUnchanged(decided), now, key, mailId)} returning id`,
    ...parts.flatMap(({ paymentId, amountCents, account }) =>
      refundInsertWhere({ paymentId, reason: 'request', subject: key, amountCents }, mine, now, account, release),
    ),
    ...splits.flatMap((split) => splitItem(decided.tickets, split, mine, now)),
    sql`update tickets set invalidated_at = ${now} where id in (select value from json_each(${ticketIds})) and ${mine}`,
    outboxInsertWhere('return_seats', orderId, mine, now, `${event.id}/${key}`),
    ...loseItems(db, orderId, voidItemIds, mine, now),
  ])
  return (mail?.results.length ?? 0) === 1
}

function isUnchanged({ orderId, event, tickets: returned, validItems, parts, splits }: DecidedReturn): SQL {
  const ids = JSON.stringify(returned.map(({ id }) => id))
  // A change of the name gives a ticket another code, and the former holder can no longer return it.
  const codes = JSON.stringify(returned.map(({ validationCode }) => validationCode))
  // Nobody could enter a cancelled event, so its check-ins do not count.
  const isUnused = event.status === 'cancelled' ? sql`true` : sql`checked_in_at is null`
  const enough = parts.map(({ paymentId, amountCents }) => sql` and ${unreturnedOf(paymentId)} >= ${amountCents}`)
  const amounts = splits.map(
    ({ itemId, former }) => sql` and exists (select 1 from order_items where id = ${itemId} and amount = ${former})`,
  )
  return sql`exists (select 1 from orders where ${and(eq(orders.id, orderId), inArray(orders.status, [...PAID_STATUSES]))})
    and exists (select 1 from events where id = ${event.id} and status = ${event.status}
      and happening_from_at = ${event.happeningFromAt})
    and (select count(*) from tickets where id in (select value from json_each(${ids}))
      and validation_code in (select value from json_each(${codes})) and invalidated_at is null
      and disputed_at is null and ${isUnused}) = ${returned.length}
    and (select count(*) from order_items where order_id = ${orderId} and invalidated_at is null) = ${validItems}
    ${sql.join([...enough, ...amounts], sql``)}`
}

/** The item shrinks first, so that the trigger of the new, void item computes the voucher's part from the smaller item. */
export function splitItem(returned: DecidedReturn['tickets'], split: ItemSplit, mine: SQL, now: number): SQL[] {
  const { itemId, amount, voucherCents } = split
  const id = newId('orderItem', now)
  const moved = returned.filter(({ orderItemId }) => orderItemId === itemId).map((ticket) => ticket.id)
  return [
    sql`update order_items set amount = amount - ${amount}, total_cents = total_cents - ${amount} * unit_cents,
      voucher_cents = voucher_cents - ${voucherCents} where id = ${itemId} and ${mine}`,
    sql`insert into order_items (id, order_id, position, type, variant_id, product_id, event_id, bundle_root_id, descriptive_name,
        variant_name, amount, unit_cents, total_cents, vat_basis_points, physical, section_id, section_name, block,
        voucher_cents, invalidated_at)
      select ${id}, order_id, (select max(position) + 1 from order_items as other where other.order_id = item.order_id), type,
        variant_id, product_id, event_id, bundle_root_id, descriptive_name, variant_name, ${amount}, unit_cents,
        ${amount} * unit_cents, vat_basis_points, physical, section_id, section_name, block, ${voucherCents}, ${now}
      from order_items as item where id = ${itemId} and ${mine}`,
    sql`update tickets set order_item_id = ${id} where id in (select value from json_each(${JSON.stringify(moved)})) and ${mine}`,
  ]
}

/** `releaseDueAt`: until when the refund waits for the organiser; null if it does not wait. */
export type FormerReturn = {
  isKnown: boolean
  amountCents: number
  hasTransfer: boolean
  releaseDueAt: number | null
}

/** What an earlier request with the same key has returned. */
export async function formerReturn(db: Database, orderId: string, key: string): Promise<FormerReturn> {
  const [mail, sums] = await Promise.all([
    db.get<{ id: string } | undefined>(
      sql`select id from outbox where kind = 'mail_refund_requested' and subject_id = ${orderId} and discriminator = ${key}`,
    ),
    db
      .select({
        cents: sql<number>`ifnull(sum(${refunds.amountCents}), 0)`,
        transfers: sql<number>`count(refund_accounts.refund_id)`,
        rows: sql<number>`count(*)`,
        releaseDueAt: sql<number | null>`max(refund_releases.due_at)`,
      })
      .from(refunds)
      .leftJoin(sql`refund_accounts`, sql`refund_accounts.refund_id = ${refunds.id}`)
      .leftJoin(
        sql`refund_releases`,
        sql`refund_releases.refund_id = ${refunds.id} and refund_releases.released_at is null`,
      )
      .where(and(eq(refunds.orderId, orderId), eq(refunds.reason, 'request'), eq(refunds.subject, key))),
  ])
  const { cents = 0, transfers = 0, rows = 0, releaseDueAt = null } = sums[0] ?? {}
  // The purge deletes old outbox rows, but never refunds.
  return { isKnown: mail !== undefined || rows > 0, amountCents: cents, hasTransfer: transfers > 0, releaseDueAt }
}
