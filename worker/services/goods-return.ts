/**
 * WDR-01: an operator records that the goods of a withdrawal have come back, had not been sent yet, or came by email, such as
 * gift vouchers. The shop refunds their price the way it was paid (§ 357 Abs. 1 and 3 BGB). If the buyer has returned all goods,
 * the delivery costs go back too (§ 357 Abs. 2 BGB). A buyer who keeps a part of the goods has also used the delivery, so its
 * costs stay.
 */
import { PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { openDatabase } from '../db/database.ts'
import { goodsReturnsOf, writeGoodsReturn } from '../db/goods-return.ts'
import { findOrderByReference, type OrderItem } from '../db/order.ts'
import { paymentsOf } from '../db/payment.ts'
import { type Refund, refundsOfOrder } from '../db/refund.ts'
import { splitOverPayments, unreturnedExtras, unreturnedMoney } from '../domain/orders/refund-split.ts'
import { returnTickets } from '../domain/orders/ticket-return.ts'
import type { Env } from '../env.ts'
import { log } from './log.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { wakeOutbox } from './outbox.ts'
import { ShopError } from './shop-error.ts'
import { withdrawableItems } from './withdrawal.ts'

export type ReturnedGoods = {
  reference: string
  slip: string
  /**
   * The returned items, each with its amount, or with null for its whole amount. An empty list means all goods of the order. An
   * operator must name items that came by email, because they are in no parcel.
   */
  items: { id: string; amount: number | null }[]
  /**
   * What the shop keeps because the buyer has used the goods more than needed to examine them (§ 357a Abs. 1 BGB). At most
   * the price of the goods, because the delivery costs have nothing to do with it.
   */
  deductedCents: number
}

export type GoodsAnswer = { reference: string; returnedCents: number; deductedCents: number; refunds: Refund[] }

/**
 * Makes the returned items void and records their refund, once per slip. Goods that have not been sent return to stock, and
 * the rest of the order is still sent. Throws ORDER_NOT_FOUND, or refuses an order that is not paid, goods that the buyer
 * cannot send back or that have come back already, and a deduction that exceeds their price. If the slip is known, it
 * answers what the first command recorded, or refuses a command with other items.
 */
export async function recordReturnedGoods(env: Env, goods: ReturnedGoods, now: number): Promise<GoodsAnswer> {
  const { reference, slip, deductedCents } = goods
  const db = openDatabase(env.DB)
  const whole = await findOrderByReference(db, reference)
  if (!whole) throw new ShopError('ORDER_NOT_FOUND', {})
  const { order, items } = whole
  const itemsText = textOf(goods)
  const recorded = async (): Promise<GoodsAnswer | null> => {
    const known = (await goodsReturnsOf(db, order.id)).find((goodsReturn) => goodsReturn.slip === slip)
    if (!known) return null
    if (known.items !== null && known.items !== itemsText) throw new OperatorRefusal('SLIP_KNOWN', { slip })
    const refunds = (await refundsOfOrder(db, order.id)).filter(
      ({ reason, subject }) => reason === 'withdrawal' && subject === slip,
    )
    const returnedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
    return { reference, returnedCents, deductedCents: known.deductedCents, refunds }
  }
  const former = await recorded()
  if (former) return former
  if (!PAID_STATUSES.includes(order.status)) throw new OperatorRefusal('ORDER_STATUS', { status: order.status })
  const amounts = amountsOf(reference, (await withdrawableItems(db, whole)).items, goods)
  const isSent = order.status === 'done'
  const loss = returnTickets(items, amounts)
  const lost = new Set(loss.voidItemIds)
  const keepsGoods = items.some(
    ({ id, physical, invalidatedAt }) => physical && invalidatedAt === null && !lost.has(id),
  )
  const returned = items.filter(({ id }) => amounts.has(id))
  const goodsCents = loss.paidCents - deductedCents
  // Nobody has used goods that were never sent.
  const deductibleCents = isSent ? loss.paidCents : 0
  if (deductedCents > deductibleCents) throw new OperatorRefusal('DEDUCTION_TOO_HIGH', { priceCents: deductibleCents })
  const [payments, refunds, returns] = await Promise.all([
    paymentsOf(db, order.id),
    refundsOfOrder(db, order.id),
    goodsReturnsOf(db, order.id),
  ])
  const extras = unreturnedExtras(order, returns)
  const extraCents = loss.isWhole ? extras : keepsGoods ? 0 : extras - order.extraChargeCents
  const parts = splitOverPayments(goodsCents + extraCents, unreturnedMoney(payments, refunds))
  const beyondGoods = parts.reduce((sum, { amountCents }) => sum + amountCents, -goodsCents)
  const decided = {
    ...loss,
    orderId: order.id,
    slip,
    itemsText,
    status: order.status,
    cameBack: isSent && returned.some(({ physical }) => physical),
    mailed: returned.flatMap(({ id, amount, physical }) =>
      physical ? [] : [{ itemId: id, former: amount, amount: amounts.get(id) ?? 0 }],
    ),
    restock: isSent ? [] : items.flatMap(({ id, variantId }) => stockOf(variantId, amounts.get(id))),
    validItems: items.filter(({ invalidatedAt }) => invalidatedAt === null).length,
    parts,
    deliveryCents: Math.max(0, Math.min(beyondGoods, order.shippingCents)),
    deductedCents,
  }
  const isWritten = await writeGoodsReturn(db, decided, now)
  // The same command may have been faster.
  const answer = await recorded()
  if (!answer) throw new OperatorRefusal('ORDER_CHANGED', { reference })
  if (isWritten) log('info', 'goods of a withdrawal are back', { order: order.id })
  await wakeOutbox(env, order.id)
  return answer
}

/** The same text for the same items in any sequence. */
function textOf({ items }: ReturnedGoods): string {
  return items
    .map(({ id, amount }) => `${id}=${amount ?? 'all'}`)
    .toSorted()
    .join(' ')
}

const stockOf = (variantId: string, amount: number | undefined) => (amount === undefined ? [] : [{ variantId, amount }])

/** The returned amount of each item. */
function amountsOf(reference: string, goods: OrderItem[], { items: wanted }: ReturnedGoods): Map<string, number> {
  const amounts = new Map(
    wanted.length === 0
      ? goods.flatMap(({ id, amount, physical }) => (physical ? [[id, amount]] : []))
      : wanted.map(({ id, amount }) => [id, amount ?? goods.find((item) => item.id === id)?.amount ?? 0]),
  )
  const isPossible = [...amounts].every(([id, amount]) => {
    const item = goods.find((one) => one.id === id)
    return item !== undefined && amount >= 1 && amount <= item.amount
  })
  if (amounts.size === 0 || !isPossible || amounts.size < wanted.length)
    throw new OperatorRefusal('GOODS_UNKNOWN', { reference })
  return amounts
}
