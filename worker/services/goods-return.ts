/**
 * WDR-01: the goods of a withdrawal have come back. Their price is refunded the way it was paid (§ 357 Abs. 1 and 3 BGB). If
 * the buyer has returned all goods of the order, the delivery costs go back too (§ 357 Abs. 2 BGB). A buyer who keeps a part of
 * the goods has also used the delivery, so its costs stay.
 */
import { openDatabase } from '../db/database.ts'
import { goodsAreKnown, writeGoodsReturn } from '../db/goods-return.ts'
import { findOrderByReference, type WholeOrder } from '../db/order.ts'
import { paymentsOf } from '../db/payment.ts'
import { type Refund, refundsOfOrder } from '../db/refund.ts'
import { splitOverPayments } from '../domain/orders/refund-split.ts'
import { returnTickets } from '../domain/orders/ticket-return.ts'
import type { Env } from '../env.ts'
import { log } from './log.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { wakeOutbox } from './outbox.ts'
import { ShopError } from './shop-error.ts'
import { returnableItems } from './withdrawal.ts'

export type ReturnedGoods = {
  reference: string
  slip: string
  /** What came back, by item. Empty for all goods of the order. */
  items: { id: string; amount: number | null }[]
}

export type GoodsAnswer = { reference: string; returnedCents: number; refunds: Refund[] }

/**
 * Makes the returned items void and records their refund, once per slip. Throws ORDER_NOT_FOUND, or refuses an order whose
 * parcel has not been sent, and goods that the buyer cannot send back or that have come back already.
 */
export async function recordReturnedGoods(env: Env, goods: ReturnedGoods, now: number): Promise<GoodsAnswer> {
  const { reference, slip } = goods
  const db = openDatabase(env.DB)
  const whole = await findOrderByReference(db, reference)
  if (!whole) throw new ShopError('ORDER_NOT_FOUND', {})
  const { order, items } = whole
  const answer = async (): Promise<GoodsAnswer> => {
    const refunds = (await refundsOfOrder(db, order.id)).filter(
      ({ reason, subject }) => reason === 'withdrawal' && subject === slip,
    )
    return { reference, refunds, returnedCents: refunds.reduce((sum, { amountCents }) => sum + amountCents, 0) }
  }
  if (await goodsAreKnown(db, order.id, slip)) return answer()
  if (order.status !== 'done') throw new OperatorRefusal('ORDER_STATUS', { status: order.status })
  const loss = returnTickets(items, amountsOf(whole, goods))
  const lost = new Set(loss.voidItemIds)
  const keepsGoods =
    loss.splits.length > 0 ||
    items.some(({ id, physical, invalidatedAt }) => physical && invalidatedAt === null && !lost.has(id))
  const extraCents = (keepsGoods ? 0 : order.shippingCents) + (loss.isWhole ? order.extraChargeCents : 0)
  const [payments, refunds] = await Promise.all([paymentsOf(db, order.id), refundsOfOrder(db, order.id)])
  const left = payments
    .filter(({ status }) => status === 'captured')
    .map(({ id, amountCents }) => ({
      paymentId: id,
      leftCents: refunds.reduce((sum, refund) => sum - (refund.paymentId === id ? refund.amountCents : 0), amountCents),
    }))
  const decided = {
    ...loss,
    orderId: order.id,
    slip,
    validItems: items.filter(({ invalidatedAt }) => invalidatedAt === null).length,
    parts: splitOverPayments(loss.paidCents + extraCents, left),
  }
  const isWritten = await writeGoodsReturn(db, decided, now)
  // The same command may have been faster.
  if (!isWritten && !(await goodsAreKnown(db, order.id, slip)))
    throw new OperatorRefusal('ORDER_CHANGED', { reference })
  if (isWritten) log('info', 'goods of a withdrawal are back', { order: order.id })
  await wakeOutbox(env, order.id)
  return answer()
}

/** The returned amount of each item. */
function amountsOf(whole: WholeOrder, { items: wanted }: ReturnedGoods): Map<string, number> {
  const goods = returnableItems(whole)
  const amounts = new Map(
    wanted.length === 0
      ? goods.map(({ id, amount }) => [id, amount])
      : wanted.map(({ id, amount }) => [id, amount ?? goods.find((item) => item.id === id)?.amount ?? 0]),
  )
  const isPossible = [...amounts].every(([id, amount]) => {
    const item = goods.find((one) => one.id === id)
    return item !== undefined && amount >= 1 && amount <= item.amount
  })
  if (amounts.size === 0 || !isPossible || amounts.size < wanted.length)
    throw new OperatorRefusal('GOODS_UNKNOWN', { reference: whole.order.reference })
  return amounts
}
