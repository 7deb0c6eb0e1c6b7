/** Records for operators what becomes of a parcel: packed, sent with a tracking number, arrived. */
import { openDatabase } from '../db/database.ts'
import { findOrderByReference, type Order } from '../db/order.ts'
import { noteDelivery, packOrder, shipOrder, type Tracking } from '../db/shipment.ts'
import type { Env } from '../env.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { wakeOutbox } from './outbox.ts'
import { ShopError } from './shop-error.ts'

type Step = { reference: string; status: string }

/** Throws ORDER_NOT_FOUND, or refuses an order that is not waiting to be packed, or that is an add-on of another order. */
export async function packByOperator(env: Env, reference: string, now: number): Promise<Step> {
  const order = await requireOrder(env, reference)
  if (!(await packOrder(openDatabase(env.DB), order.id, now))) throw refusal(order)
  return { reference, status: 'fulfillment' }
}

/** Called again, corrects the tracking number. Throws ORDER_NOT_FOUND, or refuses an order without a paid parcel. */
export async function shipByOperator(env: Env, reference: string, tracking: Tracking, now: number): Promise<Step> {
  const order = await requireOrder(env, reference)
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

async function requireOrder(env: Env, reference: string): Promise<Order> {
  const whole = await findOrderByReference(openDatabase(env.DB), reference)
  if (!whole) throw new ShopError('ORDER_NOT_FOUND', {})
  return whole.order
}

function refusal({ status, mergedIntoId }: Order): OperatorRefusal {
  return new OperatorRefusal('ORDER_STATUS', { status: mergedIntoId === null ? status : 'add-on of another order' })
}
