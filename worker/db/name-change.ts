/**
 * Writes changes of the names on tickets. Each batch is one transaction, whose statements check the current rows. A change
 * takes effect only if the ticket still has the code that it had when the change was requested, so of two changes at the
 * same time only one takes effect. The new code replaces the old one in the same statement as the name.
 */
import { and, desc, eq, type InferInsertModel, type InferSelectModel, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { nameChanges } from '../../schema/tables/name-change.ts'
import { orderItems, orders } from '../../schema/tables/order.ts'
import { type OutboxKind, outbox } from '../../schema/tables/outbox.ts'
import { payments } from '../../schema/tables/payment.ts'
import type { PersonalIdentifier } from '../../schema/tables/ticket.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { inserterOf } from './insert.ts'
import { insertOrder } from './order-move.ts'
import { outboxInsertWhere } from './outbox.ts'
import { refundInsertWhere, unreturnedOf } from './refund.ts'

export type NameChange = InferSelectModel<typeof nameChanges>
type NewChange = Pick<
  NameChange,
  'id' | 'requestKey' | 'ticketId' | 'orderId' | 'eventId' | 'formerHolder' | 'holder' | 'email' | 'formerCode'
>

/** Whom a mail about a change is for. `former` is the holder before, if an earlier change has named their address. */
export type NameMailReader = 'buyer' | 'holder' | 'former'

const insertItem = inserterOf(orderItems)
const insertOutbox = inserterOf(outbox)
const insertChange = inserterOf(nameChanges)

const paidOrder = (orderId: SQL) =>
  sql`exists (select 1 from orders where orders.id = ${orderId} and orders.status in ${PAID_STATUSES})`

/** Whether the ticket of the change may still be changed: it is valid, unused, paid for, and has the former code. */
const ticketIsReady = (ticketId: string, formerCode: string, now: number) =>
  sql`exists (select 1 from tickets where tickets.id = ${ticketId} and tickets.validation_code = ${formerCode}
    and tickets.invalidated_at is null and tickets.checked_in_at is null and tickets.disputed_at is null
    and tickets.expires_at > ${now} and ${paidOrder(sql`tickets.order_id`)})`

/** The statements that give the ticket its new holder and code, and queue the mails, once the change is `done`. */
function takeEffect(change: NewChange, newCode: string, readers: NameMailReader[], now: number): SQL[] {
  const { id, ticketId, orderId, formerCode, holder } = change
  const isDone = sql`exists (select 1 from name_changes where name_changes.id = ${id} and name_changes.status = 'done')`
  return [
    // From now on, only the ticket contains the name.
    sql`update order_items set personal_identifier = null
      where id = (select order_item_id from tickets where tickets.id = ${ticketId}) and ${isDone}`,
    sql`update tickets set validation_code = ${newCode}, personal_identifier = ${JSON.stringify(holder)}
      where id = ${ticketId} and validation_code = ${formerCode} and ${isDone}`,
    ...readers.map((reader) => outboxInsertWhere('mail_name_changed', orderId, isDone, now, `${id}/${reader}`)),
  ]
}

/**
 * Changes the name at once. Returns false, and changes nothing, if the ticket has changed in the meantime, or if the change of
 * another name waits for its payment.
 */
export async function writeFreeNameChange(
  db: Database,
  change: NewChange,
  newCode: string,
  readers: NameMailReader[],
  now: number,
): Promise<boolean> {
  const { id, ticketId, formerCode } = change
  const [, inserted] = await runBatch(db, [
    dropAbandoned(ticketId),
    sql`insert into name_changes (id, request_key, ticket_id, order_id, event_id, status, former_holder, holder, email,
        former_code, fee_cents, created_at, done_at)
      select ${id}, ${change.requestKey}, ${ticketId}, ${change.orderId}, ${change.eventId}, 'done',
        ${JSON.stringify(change.formerHolder)}, ${JSON.stringify(change.holder)}, ${change.email}, ${formerCode}, 0, ${now}, ${now}
      where ${ticketIsReady(ticketId, formerCode, now)} and not exists (select 1 from name_changes
        where name_changes.ticket_id = ${ticketId} and name_changes.status = 'awaiting_payment')
      on conflict do nothing`,
    ...takeEffect(change, newCode, readers, now),
  ])
  return (inserted?.meta.changes ?? 0) === 1
}

/** A change whose fee order was cancelled must not prevent another change of the ticket. */
function dropAbandoned(ticketId: string): SQL {
  return sql`update name_changes set status = 'dropped' where ticket_id = ${ticketId} and status = 'awaiting_payment'
    and exists (select 1 from orders where orders.id = fee_order_id and orders.status in ('cancelled', 'refunded'))`
}

export type FeeOrder = {
  order: Parameters<typeof insertOrder>[0]
  item: InferInsertModel<typeof orderItems>
  followUp: OutboxKind | null
}

/**
 * Writes a change together with the order of its fee. Throws an error whose message contains `name_changes.ticket_id` if
 * another change of the ticket waits for its payment, or `orders_unpaid_by_buyer` if the buyer has too many unpaid orders.
 */
export async function writePaidNameChange(db: Database, change: NewChange, fee: FeeOrder, now: number): Promise<void> {
  const { order, item, followUp } = fee
  await runBatch(db, [
    dropAbandoned(change.ticketId),
    insertOrder(order),
    insertItem(item),
    insertChange({
      ...change,
      status: 'awaiting_payment',
      feeCents: order.totalCents,
      feeOrderId: order.id,
      createdAt: now,
    }),
    ...(followUp === null
      ? []
      : [
          insertOutbox({
            id: newId('outbox', now),
            kind: followUp,
            subjectId: order.id,
            createdAt: now,
            nextAttemptAt: now,
          }),
        ]),
  ])
}

/** For the batch that settles an order: queues the change whose fee the order pays. */
export function queuedNameChange(orderId: string, isPaid: SQL, now: number): SQL {
  const isFee = sql`exists (select 1 from name_changes where name_changes.fee_order_id = ${orderId})`
  return outboxInsertWhere('change_name', orderId, sql`${isPaid} and ${isFee}`, now)
}

/**
 * Whether the shop still has the whole fee. A refund of money that the buyer paid twice or too late does not reduce it, but a
 * failed refund does, because its amount is still owed.
 */
const feeIsKept = sql`exists (select 1 from orders where orders.id = name_changes.fee_order_id and orders.status in ${PAID_STATUSES}
  and orders.total_cents <= (
    select sum(payments.amount_cents - (select ifnull(sum(refunds.amount_cents), 0) from refunds where refunds.payment_id = payments.id))
    from payments where payments.order_id = orders.id and payments.status = 'captured'))`

/** Makes a change effective whose fee has been paid. Returns false if its ticket can no longer be changed. */
export async function applyPaidNameChange(
  db: Database,
  change: NameChange,
  newCode: string,
  readers: NameMailReader[],
  now: number,
): Promise<boolean> {
  await runBatch(db, [
    sql`update name_changes set status = 'done', done_at = ${now}
      where id = ${change.id} and status in ('awaiting_payment', 'dropped')
        and ${feeIsKept}
        and ${ticketIsReady(change.ticketId, change.formerCode, now)}`,
    ...takeEffect(change, newCode, readers, now),
  ])
  return (await findNameChange(db, change.id))?.status === 'done'
}

/** Drops a change and refunds what has been paid of its fee. Does nothing if the change has taken effect. */
export async function returnNameChangeFee(
  db: Database,
  change: NameChange,
  paymentIds: string[],
  now: number,
): Promise<void> {
  const isDropped = sql`exists (select 1 from name_changes where name_changes.id = ${change.id} and name_changes.status = 'dropped')`
  await runBatch(db, [
    sql`update name_changes set status = 'dropped' where id = ${change.id} and status = 'awaiting_payment'`,
    ...paymentIds.flatMap((paymentId) =>
      refundInsertWhere(
        { paymentId, reason: 'request', subject: change.id, amountCents: unreturnedOf(paymentId) },
        sql`${isDropped} and ${unreturnedOf(paymentId)} > 0`,
        now,
      ),
    ),
  ])
}

/** The captured payments of an order. */
export async function capturedPaymentIds(db: Database, orderId: string): Promise<string[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'captured')))
  return rows.map(({ id }) => id)
}

/** More would let a stranger flood the buyer's mailbox. With one, a stranger's request would prevent the holder's own. */
const NAME_REQUESTS_PER_DAY = 3

/** Stores the request of someone who knows only the code. Returns false for a repetition, and above the limit since `since`. */
export async function writeNameRequest(
  db: Database,
  change: NewChange,
  mailId: string,
  since: number,
  now: number,
): Promise<boolean> {
  const { id, ticketId, orderId } = change
  const [inserted] = await runBatch(db, [
    sql`insert into name_changes (id, request_key, ticket_id, order_id, event_id, status, former_holder, holder, email,
        former_code, fee_cents, created_at)
      select ${id}, ${change.requestKey}, ${ticketId}, ${orderId}, ${change.eventId}, 'requested',
        ${JSON.stringify(change.formerHolder)}, ${JSON.stringify(change.holder)}, '', ${change.formerCode}, 0, ${now}
      where (select count(*) from name_changes where name_changes.ticket_id = ${ticketId}
        and name_changes.status = 'requested' and name_changes.created_at > ${since}) < ${NAME_REQUESTS_PER_DAY}
      on conflict do nothing`,
    outboxInsertWhere(
      'mail_name_requested',
      orderId,
      sql`exists (select 1 from name_changes where name_changes.id = ${id})`,
      now,
      id,
      mailId,
    ),
  ])
  return (inserted?.meta.changes ?? 0) === 1
}

/** Replaces the data of a holder with the same name. Returns false if the name or the code has changed in the meantime. */
export async function writeHolderContact(
  db: Database,
  ticket: { id: string; validationCode: string; personalIdentifier: PersonalIdentifier },
  holder: PersonalIdentifier,
): Promise<boolean> {
  const { meta } = await db.run(sql`update tickets set personal_identifier = ${JSON.stringify(holder)}
    where id = ${ticket.id} and validation_code = ${ticket.validationCode} and invalidated_at is null
      and json(personal_identifier) = json(${JSON.stringify(ticket.personalIdentifier)})`)
  return meta.changes === 1
}

export async function findNameChange(db: Database, id: string): Promise<NameChange | null> {
  const [row] = await db.select().from(nameChanges).where(eq(nameChanges.id, id))
  return row ?? null
}

export async function findNameChangeByRequest(db: Database, requestKey: string): Promise<NameChange | null> {
  const [row] = await db.select().from(nameChanges).where(eq(nameChanges.requestKey, requestKey))
  return row ?? null
}

export async function findNameChangeOfFee(db: Database, feeOrderId: string): Promise<NameChange | null> {
  const [row] = await db.select().from(nameChanges).where(eq(nameChanges.feeOrderId, feeOrderId))
  return row ?? null
}

/** The latest change of the ticket that took effect before `instant`. */
export async function nameChangeBefore(db: Database, ticketId: string, instant: number): Promise<NameChange | null> {
  const [row] = await db
    .select()
    .from(nameChanges)
    .where(and(eq(nameChanges.ticketId, ticketId), eq(nameChanges.status, 'done'), lt(nameChanges.doneAt, instant)))
    .orderBy(desc(nameChanges.doneAt))
    .limit(1)
  return row ?? null
}

/** The changes of an order's tickets that wait for their payment, with the order that pays each of them. */
export async function unpaidNameChanges(
  db: Database,
  orderId: string,
): Promise<{ ticketId: string; feeOrderId: string; reference: string }[]> {
  return db
    .select({ ticketId: nameChanges.ticketId, feeOrderId: orders.id, reference: orders.reference })
    .from(nameChanges)
    .innerJoin(orders, eq(orders.id, nameChanges.feeOrderId))
    .where(
      and(
        eq(nameChanges.orderId, orderId),
        eq(nameChanges.status, 'awaiting_payment'),
        inArray(orders.status, ['payment_pending', 'problem', ...PAID_STATUSES]),
      ),
    )
}
