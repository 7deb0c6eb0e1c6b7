/** Helps tests of order merging: places main orders, and adds carts to them. */
import { eq } from 'drizzle-orm'
import type { OrderStatus } from '../../schema/rules/order-payable.ts'
import { variantStock } from '../../schema/tables/catalogue.ts'
import { orders } from '../../schema/tables/order.ts'
import { moveOrder } from '../../worker/db/order-move.ts'
import { db, type Placed, payByBank, placeOrder } from './payment-helpers.ts'
import type { Visitor, World } from './shop-world.ts'

export type AddOn = Placed & { key: string }

type MergeAnswer = { mergePlaceOrder: { order: { id: string; reference: string; totalCents: number; status: string } } }

/** Sends the form that adds the visitor's cart to an order. */
export function merge(visitor: Visitor, orderReference: string, more: { email?: string; key?: string } = {}) {
  const { email = visitor.email, key = crypto.randomUUID() } = more
  return visitor.run<MergeAnswer>('MergePlaceOrder', { input: { orderReference, email, clientMutationId: key } })
}

/** Places a paid order of one shirt, whose parcel add-ons can share. */
export async function paidOrder(world: World): Promise<Placed> {
  const placed = await placeOrder(world, { scarce: 1, method: 'bank_transfer' })
  await payByBank(placed)
  return placed
}

/** Adds a shirt to the order as the same visitor. The add-on is reserved. */
export async function reserve(world: World, main: Placed, variantId = world.shirt, amount = 1): Promise<AddOn> {
  const { visitor } = main
  await visitor.add([{ productVariantId: variantId, amount }])
  const key = crypto.randomUUID()
  const answer = await merge(visitor, main.reference, { key })
  const order = answer.data?.mergePlaceOrder.order
  if (!order) throw new Error(`not merged: ${answer.code} ${JSON.stringify(answer.params)}`)
  return { ...order, visitor, key }
}

/** Presses the order button of the page to pay later. */
export function confirm({ visitor, id, reference }: Placed, more: object = {}) {
  const input = { orderId: id, reference, paymentMethod: 'bank_transfer', termsAccepted: true, ...more }
  return visitor.run<{ confirmMergedOrder: { isReserved: boolean } }>('ConfirmMergedOrder', { input })
}

export function undo({ visitor, id, reference }: Placed) {
  return visitor.run<{ undoMergedOrder: { restored: number; lost: number } }>('UndoMergedOrder', {
    orderId: id,
    reference,
  })
}

export async function rowOf({ id }: Pick<Placed, 'id'>) {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  if (!row) throw new Error(`no order ${id}`)
  return row
}

/** Moves an order as the warehouse does. */
export async function move({ id }: Pick<Placed, 'id'>, to: OrderStatus): Promise<void> {
  const moved = await moveOrder(db, to, eq(orders.id, id))
  if (moved.length !== 1) throw new Error(`${id} may not become ${to}`)
}

export async function stockLeft(variantId: string): Promise<number> {
  const [row] = await db.select().from(variantStock).where(eq(variantStock.variantId, variantId))
  return row?.available ?? 0
}
