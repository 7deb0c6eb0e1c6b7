/**
 * Withdrawals from contracts about goods (§§ 355, 356a, 312g BGB). The shop accepts every declaration, also a late one or one
 * about an unknown order, because only customer service can judge it, and because the answer must not reveal which orders
 * exist. The receipt repeats the declaration with the time at which it arrived.
 */
import type { WithdrawalInput } from '../../schema/inputs/withdrawal.ts'
import { DAY } from '../../schema/limits.ts'
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { orderReferenceIn } from '../../schema/rules/order-reference.ts'
import { hasWithdrawalRight, withdrawalExclusion } from '../../schema/rules/withdrawal-right.ts'
import type { ShopContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { usedGiftsOf } from '../db/gift-voucher.ts'
import { findOrderByReference, type OrderItem, type WholeOrder } from '../db/order.ts'
import type { Shipment } from '../db/shipment.ts'
import { findSubmission } from '../db/submission.ts'
import { buyerKeyOf } from '../domain/orders/buyer-address.ts'
import { orderWithKey } from './order-access.ts'
import { ShopError } from './shop-error.ts'
import { storeSubmission } from './submission.ts'

/** Returns the items with a right of withdrawal, including used gift vouchers. The fee of a name change is not a product. */
function itemsWithRight({ order, items }: WholeOrder): OrderItem[] {
  if (!PAID_STATUSES.includes(order.status)) return []
  return items.filter((item) => item.productId !== null && item.invalidatedAt === null && hasWithdrawalRight(item))
}

export type ExcludedItem = OrderItem & { reason: 'TICKET' | 'PERSONAL' | 'USED' }

/**
 * Returns the items that the buyer may withdraw from, and the other valid items, each with the reason. If one item has several
 * gift vouchers, only the used ones are excluded.
 */
export async function withdrawableItems(
  db: Database,
  whole: WholeOrder,
): Promise<{ items: OrderItem[]; excluded: ExcludedItem[] }> {
  const withRight = itemsWithRight(whole)
  const used = withRight.some(({ physical }) => !physical) ? await usedGiftsOf(db, whole.order.id) : new Map()
  const usedOf = ({ id, amount }: OrderItem): number => Math.min(amount, used.get(id) ?? 0)
  const valid = PAID_STATUSES.includes(whole.order.status)
    ? whole.items.filter(({ invalidatedAt }) => invalidatedAt === null)
    : []
  return {
    items: withRight.flatMap((item) => {
      const amount = item.amount - usedOf(item)
      return amount > 0 ? [{ ...item, amount }] : []
    }),
    excluded: [
      ...valid.flatMap((item) => {
        const reason = withdrawalExclusion(item)
        return reason === null ? [] : [{ ...item, reason }]
      }),
      ...withRight.flatMap((item) =>
        usedOf(item) > 0 ? [{ ...item, amount: usedOf(item), reason: 'USED' as const }] : [],
      ),
    ],
  }
}

/** The period begins when the buyer receives the goods (§ 356 Abs. 2 BGB), or with the contract for items that come by email. */
const PERIOD_MS = 14 * DAY
/** The shop learns of few deliveries. A parcel abroad may travel for two weeks. */
const LONGEST_WAY_MS = 14 * DAY

/** Whether the order's page offers a withdrawal. The shop accepts a later declaration too. */
export function mayWithdraw(whole: WholeOrder, shipment: Shipment | null, now: number): boolean {
  const { deliveredAt = null, shippedAt = null } = shipment ?? {}
  const arrived = deliveredAt ?? (shippedAt === null ? now : shippedAt + LONGEST_WAY_MS)
  const bought = whole.order.paidAt ?? whole.order.placedAt
  return itemsWithRight(whole).some(({ physical }) => now < (physical ? arrived : bought) + PERIOD_MS)
}

/**
 * Stores the declaration, and the rows of its mails. Throws ORDER_NOT_FOUND for a wrong key, BAD_INPUT for an item that the
 * buyer cannot withdraw from, and what `storeSubmission` throws.
 */
export async function submitWithdrawal(
  context: ShopContext,
  { clientMutationId, name, email, about, order, reference: typed }: WithdrawalInput,
): Promise<{ reference: string; receivedAt: number; isReceiptSent: boolean }> {
  const reference = orderReferenceIn(typed)
  const linked = order ? await linkedOrder(context, order, reference) : null
  const orderId = order?.id ?? (await orderIdOf(context, reference, email))
  const {
    id,
    reference: number,
    isReceiptSent,
  } = await storeSubmission(context, {
    kind: 'withdrawal',
    key: clientMutationId,
    name,
    email,
    orderId,
    isBuyer: linked !== null && linked.buyerKey === buyerKeyOf(email),
    data: {
      orderReference: reference,
      about,
      items: (linked?.chosen ?? []).map((item) => ({
        id: item.id,
        amount: item.amount,
        name: nameOf(item),
        isShipped: item.physical,
      })),
    },
  })
  const stored = await findSubmission(context.db, id)
  if (!stored) throw new Error(`submission ${id} was not stored`)
  return { reference: number, receivedAt: stored.createdAt, isReceiptSent }
}

/** The order that the link opens. Only its own address has no limits, because the fan can enter any address. */
async function linkedOrder(
  context: ShopContext,
  { id, key, items }: NonNullable<WithdrawalInput['order']>,
  reference: string,
): Promise<{ buyerKey: string; chosen: OrderItem[] }> {
  const whole = await orderWithKey(context, id, key)
  if (whole?.order.reference !== reference) throw new ShopError('ORDER_NOT_FOUND', {})
  const { items: goods } = await withdrawableItems(context.db, whole)
  const chosen = items.flatMap(({ id: itemId, amount }) => {
    const item = goods.find((one) => one.id === itemId)
    return item && amount <= item.amount ? [{ ...item, amount }] : []
  })
  if (chosen.length < items.length)
    throw new ShopError('BAD_INPUT', { field: 'input.order.items', expected: 'goods of this order' })
  return { buyerKey: whole.order.buyerKey, chosen }
}

/** Connects a declaration without a link to its order, for customer service. */
async function orderIdOf({ db }: ShopContext, reference: string, email: string): Promise<string | null> {
  const whole = await findOrderByReference(db, reference)
  const isBuyer = whole !== null && whole.order.email !== '' && buyerKeyOf(whole.order.email) === buyerKeyOf(email)
  return isBuyer ? whole.order.id : null
}

function nameOf({ amount, descriptiveName, variantName }: OrderItem): string {
  return `${amount} × ${[descriptiveName, variantName].filter(Boolean).join(', ')}`
}
