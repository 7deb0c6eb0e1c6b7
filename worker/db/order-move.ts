/**
 * The only statements that write an order's status: the insert that begins its life, and the update that moves it along the
 * transition table of domain/order-status. The update names the states before the new one, so of two that move an order at
 * once only one takes effect.
 */
import { and, type InferInsertModel, inArray, type SQL } from 'drizzle-orm'
import type { OrderStatus } from '../../schema/rules/order-payable.ts'
import { orders } from '../../schema/tables/order.ts'
import { FIRST_STATUS, statusesBefore } from '../domain/orders/order-status.ts'
import type { Database } from './database.ts'
import { type BoundText, inserterOf } from './insert.ts'

type OrderRow = InferInsertModel<typeof orders>
type ChangedWithStatus = { [Column in 'paidAt' | 'cancelledAt' | 'cancelReason']?: OrderRow[Column] | SQL }

const insertRow = inserterOf(orders)

export function insertOrder(order: Omit<OrderRow, 'status'>): BoundText {
  return insertRow({ ...order, status: FIRST_STATUS })
}

/**
 * Moves the orders that `where` selects and whose state may become `to`; all others stay as they are. The statement is run
 * alone or in a batch, and its result holds the ids of the orders that it moved (`hasMoved`).
 */
export function moveOrder(db: Database, to: OrderStatus, where: SQL | undefined, changes: ChangedWithStatus = {}) {
  return db
    .update(orders)
    .set({ ...changes, status: to })
    .where(and(where, inArray(orders.status, statusesBefore(to))))
    .returning({ id: orders.id })
}

/** True where a move in a batch took effect on its one order. */
export function hasMoved(move: D1Result | undefined): boolean {
  return (move?.results.length ?? 0) === 1
}
