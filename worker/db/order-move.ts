/**
 * The only statements that write an order's status: the insert of a new order, and the update along the transition table of
 * domain/orders/order-status. The update requires a status that may precede the new one, so of two concurrent moves to the
 * same status only one takes effect.
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
 * Moves the orders that `where` selects and whose status may become `to`; other orders stay as they are. The statement can
 * run alone or in a batch. Its result contains the ids of the moved orders (`hasMoved`).
 */
export function moveOrder(db: Database, to: OrderStatus, where: SQL | undefined, changes: ChangedWithStatus = {}) {
  return db
    .update(orders)
    .set({ ...changes, status: to })
    .where(and(where, inArray(orders.status, statusesBefore(to))))
    .returning({ id: orders.id })
}

/** Whether a move in a batch changed its one order. */
export function hasMoved(move: D1Result | undefined): boolean {
  return (move?.results.length ?? 0) === 1
}
