/** Finds main orders and their add-ons, and makes reserved add-ons binding (MERGE-01). */
import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { PaymentMethodId } from '../../schema/rules/payment-methods.ts'
import { NO_SHIPPING } from '../../schema/rules/shipping.ts'
import { orderItems, orders } from '../../schema/tables/order.ts'
import type { OutboxKind } from '../../schema/tables/outbox.ts'
import { UNPACKED_STATUSES } from '../domain/orders/order-merge.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'
import type { Order } from './order.ts'
import { outboxInsertWhere } from './outbox.ts'

/**
 * Finds the order that a buyer named, by one query with all conditions. An unknown reference and a wrong email therefore
 * cost the same and cannot be told apart. If the order is an add-on itself, `main` is its main order.
 */
export async function findMergeTarget(
  db: Database,
  wanted: { reference: string; buyerKey: string; shopId: string },
): Promise<{ named: Order; main: Order } | null> {
  const main = alias(orders, 'main')
  const [row] = await db
    .select({ named: orders, main })
    .from(orders)
    .innerJoin(main, sql`${main.id} = ifnull(${orders.mergedIntoId}, ${orders.id})`)
    .where(
      and(
        eq(orders.reference, wanted.reference),
        eq(orders.buyerKey, wanted.buyerKey),
        eq(orders.shopId, wanted.shopId),
      ),
    )
  return row ?? null
}

/** The shipped items of a main order and of its add-ons, without those of cancelled and refunded orders. */
export function packedItems(db: Database, mainId: string): Promise<{ variantId: string; amount: number }[]> {
  return db
    .select({ variantId: orderItems.variantId, amount: orderItems.amount })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        or(eq(orders.id, mainId), eq(orders.mergedIntoId, mainId)),
        notInArray(orders.status, ['cancelled', 'refunded']),
        eq(orderItems.physical, true),
        isNull(orderItems.invalidatedAt),
      ),
    )
}

type OrderParcel = Pick<Order, 'id' | 'shippingMethod' | 'mergedIntoId' | 'partedFromId'>

/** The orders that share a parcel with an order, or did so, by their references. */
export type ParcelOrders = {
  /** The main order of an add-on. */
  mergedInto: string | null
  /** The former main order of an add-on that is sent in a parcel of its own. */
  partedFrom: string | null
  /** The binding add-ons that are sent with a main order. */
  addOns: string[]
  /** The binding add-ons that were to be sent with the order, and that now are parcels of their own. */
  partedAddOns: string[]
  /** When the main order, or the former one, was placed. Null if there is none. */
  mainPlacedAt: number | null
}

const NO_PARCEL: ParcelOrders = { mergedInto: null, partedFrom: null, addOns: [], partedAddOns: [], mainPlacedAt: null }

export async function parcelOrdersOf(db: Database, order: OrderParcel): Promise<ParcelOrders> {
  // Orders without a parcel are the most frequent ones, and they need no query.
  if (order.shippingMethod === NO_SHIPPING) return NO_PARCEL
  const mainId = order.mergedIntoId ?? order.partedFromId
  const isBinding = and(eq(orders.isReserved, false), notInArray(orders.status, ['cancelled', 'refunded']))
  const rows = await db
    .select({
      id: orders.id,
      reference: orders.reference,
      mergedIntoId: orders.mergedIntoId,
      partedFromId: orders.partedFromId,
      placedAt: orders.placedAt,
    })
    .from(orders)
    .where(
      or(
        mainId === null ? undefined : eq(orders.id, mainId),
        and(eq(orders.mergedIntoId, order.id), isBinding),
        and(eq(orders.partedFromId, order.id), isBinding),
      ),
    )
    .orderBy(asc(orders.id))
  const mainRow = rows.find(({ id }) => id === mainId)
  const main = mainRow?.reference ?? null
  const referencesOf = (some: typeof rows) => some.map(({ reference }) => reference)
  return {
    mergedInto: order.mergedIntoId === null ? null : main,
    partedFrom: order.mergedIntoId === null ? main : null,
    addOns: referencesOf(rows.filter(({ mergedIntoId }) => mergedIntoId === order.id)),
    partedAddOns: referencesOf(rows.filter(({ partedFromId }) => partedFromId === order.id)),
    mainPlacedAt: mainRow?.placedAt ?? null,
  }
}

export type Confirmation = {
  method: PaymentMethodId
  dueAt: number
  remindAt: number | null
  followUp: OutboxKind | null
  ageConfirmedAt: number | null
}

/**
 * Makes a reserved add-on binding, with the payment method that its buyer has chosen. Returns false if the add-on is no
 * longer reserved or if its main order is no longer unpacked.
 */
export async function confirmReserved(
  db: Database,
  orderId: string,
  { method, dueAt, remindAt, followUp, ageConfirmedAt }: Confirmation,
  now: number,
): Promise<boolean> {
  const main = alias(orders, 'main')
  const mainIsUnpacked = sql`exists (select 1 from ${orders} as main
    where ${main.id} = ${orders.mergedIntoId} and ${inArray(main.status, [...UNPACKED_STATUSES])})`
  const isConfirmed = sql`exists (select 1 from orders
    where id = ${orderId} and is_reserved = 0 and terms_accepted_at = ${now} and status = 'payment_pending')`
  const [confirmed] = await runBatch(db, [
    db
      .update(orders)
      .set({
        isReserved: false,
        termsAcceptedAt: now,
        ageConfirmedAt,
        paymentMethod: method,
        dueAt: sql`max(${orders.dueAt}, ${dueAt})`,
        remindAt,
      })
      .where(
        and(eq(orders.id, orderId), eq(orders.isReserved, true), eq(orders.status, 'payment_pending'), mainIsUnpacked),
      )
      .returning({ id: orders.id }),
    ...(followUp === null ? [] : [outboxInsertWhere(followUp, orderId, isConfirmed, now)]),
  ])
  return (confirmed?.results.length ?? 0) === 1
}

/** For operators: paid add-ons that have lost their main order and still have to be sent, oldest first. */
export async function partedAddOns(db: Database, limit: number) {
  const main = alias(orders, 'main')
  return db
    .select({
      reference: orders.reference,
      status: orders.status,
      mainReference: main.reference,
      mainStatus: main.status,
      placedAt: orders.placedAt,
    })
    .from(orders)
    .innerJoin(main, eq(main.id, orders.partedFromId))
    .where(and(isNotNull(orders.partedFromId), inArray(orders.status, ['processing', 'pending_fulfillment'])))
    .orderBy(asc(orders.id))
    .limit(limit)
}
