/** Records for operators what becomes of a parcel: packed, sent with a tracking number, arrived. */
import { openDatabase } from '../db/database.ts'
import { findOrderByReference, type Order } from '../db/order.ts'
import { noteDelivery, packOrder, shipOrder, type Tracking } from '../db/shipment.ts'
import { openWithdrawals } from '../db/submission.ts'
import { submissionReference } from '../domain/support/submission-id.ts'
import type { Env } from '../env.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { wakeOutbox } from './outbox.ts'
import { ShopError } from './shop-error.ts'

/** `despiteWithdrawal`: the operator has looked at the open withdrawals of the order. */
type Parcel = { reference: string; despiteWithdrawal: boolean }
type Step = { reference: string; status: string }

/**
 * Throws ORDER_NOT_FOUND, or refuses an order that is not waiting to be packed, that is an add-on of another order, or whose
 * buyer has withdrawn from it, unless `despiteWithdrawal`.
 */
export async function packByOperator(env: Env, { reference, despiteWithdrawal }: Parcel, now: number): Promise<Step> {
  const order = await requireOrder(env, reference)
  if (!despiteWithdrawal) await requireNoWithdrawal(env, order)
  if (!(await packOrder(openDatabase(env.DB), order.id, now))) throw refusal(order)
  return { reference, status: 'fulfillment' }
}

/**
 * Called again, corrects the tracking number. Throws ORDER_NOT_FOUND, or refuses an order without a paid parcel, and one
 * whose buyer has withdrawn from it before it was sent, unless `despiteWithdrawal`.
 */
export async function shipByOperator(
  env: Env,
  { reference, despiteWithdrawal }: Parcel,
  tracking: Tracking,
  now: number,
): Promise<Step> {
  const order = await requireOrder(env, reference)
  if (!despiteWithdrawal && order.status !== 'done') await requireNoWithdrawal(env, order)
  if (!(await shipOrder(openDatabase(env.DB), order.id, tracking, now))) throw refusal(order)
  await wakeOutbox(env, order.id)
  return { reference, status: 'done' }
}

/** Throws ORDER_NOT_FOUND, or refuses a parcel that has not left or whose arrival is recorded. */
export async function deliveredByOperator(env: Env, reference: string, now: number): Promise<Step> {
  const order = await requireOrder(env, reference)
  if (!(await noteDelivery(openDatabase(env.DB), order.id, now))) throw refusal(order)
  return { reference, status: order.status }
}

/**
 * The buyer need not accept goods after a withdrawal. An operator first decides about it (`goods-back`), and completes it.
 */
async function requireNoWithdrawal(env: Env, { id }: Order): Promise<void> {
  const open = await openWithdrawals(openDatabase(env.DB), 10, id)
  const withdrawals = open.map((one) => submissionReference(one.id)).join(' ')
  if (open.length > 0) throw new OperatorRefusal('WITHDRAWAL_OPEN', { withdrawals })
}

async function requireOrder(env: Env, reference: string): Promise<Order> {
  const whole = await findOrderByReference(openDatabase(env.DB), reference)
  if (!whole) throw new ShopError('ORDER_NOT_FOUND', {})
  return whole.order
}

function refusal({ status, mergedIntoId }: Order): OperatorRefusal {
  return new OperatorRefusal('ORDER_STATUS', { status: mergedIntoId === null ? status : 'add-on of another order' })
}
