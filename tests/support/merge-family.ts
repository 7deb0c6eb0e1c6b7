/**
 * A main order with its add-ons, and a model of their money. The model knows only what the fan put into the carts and what
 * was paid, and adds up every sum itself, so that a test can compare it with the shop.
 */
import { expect } from 'vitest'
import { drainOutbox } from './drain-outbox.ts'
import { type Good, type Piece, requestsFor } from './merge-goods.ts'
import { confirm, merge, undo } from './merge-helpers.ts'
import {
  actOnPaymentPage,
  confirmPayment,
  deliverNotice,
  isolatedEnv,
  noticeAbout,
  openPaymentPage,
  operator,
  type Placed,
  payByBank,
  recordsOf,
  refundInDashboard,
} from './payment-helpers.ts'
import type { Random } from './random.ts'
import { Visitor } from './shop-world.ts'
import { applyVoucher, issueVoucher, type VoucherCart } from './voucher-builder.ts'

export const SHIPPING_CENTS = 590

type Wish = { piece: Piece; amount: number }
type ModelVoucher = { id: string; code: string; leftCents: number }

export type ModelOrder = {
  placed: Placed
  isMain: boolean
  wishes: Wish[]
  voucher: ModelVoucher | null
  voucherCents: number
  /** All money that was paid for the order. */
  sentCents: number
  /** The part of it that paid for the order. */
  countedCents: number
  /** What an operator refunded at Stripe after the order was paid. */
  refundedCents: number
  isBinding: boolean
  /** The order was undone, cancelled or refunded as a whole. */
  hasEnded: boolean
}

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)
export const subtotalOf = (wishes: Wish[]) => sum(wishes.map(({ piece, amount }) => piece.cents * amount))
/** What the shop may keep of the money. */
export const keptOf = ({ hasEnded, countedCents, refundedCents }: ModelOrder) =>
  hasEnded ? 0 : countedCents - refundedCents
export const totalOf = ({ wishes, isMain, voucherCents }: ModelOrder) =>
  subtotalOf(wishes) + (isMain ? SHIPPING_CENTS : 0) - voucherCents

const openOf = (order: ModelOrder) => totalOf(order) - order.countedCents

/** A cart remembers the items of its five latest add-ons. */
const MAX_ADD_ONS = 5

/** Stripe takes no smaller payments in euros. */
const LEAST_CARD_CENTS = 50

export class MergeFamily {
  readonly orders: ModelOrder[] = []
  readonly vouchers: ModelVoucher[] = []
  /** How often each kind of event has taken place. */
  readonly counts = new Map<string, number>()
  private readonly visitor = new Visitor()
  private readonly cards = new Set<ModelOrder>()
  private cart: { wishes: Wish[]; voucher: ModelVoucher | null } = { wishes: [], voucher: null }
  private readonly random: Random
  private readonly goods: Good[]
  private readonly carrierId: string

  constructor(random: Random, goods: Good[], carrierId: string) {
    this.random = random
    this.goods = goods
    this.carrierId = carrierId
  }

  async placeMain(): Promise<void> {
    await this.fillCart()
    const totalCents = subtotalOf(this.cart.wishes) - this.coveredCents() + SHIPPING_CENTS
    const method = this.random.one(['bank_transfer', 'stripe_checkout'])
    const answer = await this.visitor.placeOrder(totalCents, { paymentMethod: method, shippingMethod: this.carrierId })
    const placed = answer.data?.placeOrder.cart
    if (!placed) throw new Error(`not placed: ${answer.code} ${JSON.stringify(answer.params)}`)
    this.note({ ...placed, visitor: this.visitor }, true)
  }

  /** Does something that the fan, the bank, Stripe or an operator may do. */
  async step(): Promise<void> {
    const { random, orders } = this
    const live = orders.filter(({ hasEnded }) => !hasEnded)
    const reserved = live.filter(({ isBinding }) => !isBinding)
    const unpaid = live.filter((order) => order.isBinding && openOf(order) > 0)
    const paid = live.filter((order) => order.isBinding && openOf(order) === 0)
    const mainIsLive = live.some(({ isMain }) => isMain)
    const choices = [
      ...(mainIsLive && orders.length <= MAX_ADD_ONS
        ? [() => this.addOn(random.one(live.filter(({ isBinding }) => isBinding)))]
        : []),
      ...reserved.flatMap((order) => [() => this.order(order, mainIsLive), () => this.order(order, mainIsLive)]),
      ...[...reserved, ...unpaid.filter(({ isMain }) => !isMain)].map((order) => () => this.undo(order)),
      ...[...reserved, ...paid, ...orders.filter(({ hasEnded }) => hasEnded)].map((order) => () => this.overpay(order)),
      ...unpaid.flatMap((order) => [() => this.pay(order), () => this.payPart(order)]),
      ...unpaid.flatMap((order) => (openOf(order) >= LEAST_CARD_CENTS ? [() => this.payByCard(order)] : [])),
      ...unpaid.map((order) => () => this.cancel(order)),
      ...paid.flatMap((order) =>
        this.cards.has(order) && order.refundedCents === 0 ? [() => this.refund(order)] : [],
      ),
    ]
    if (choices.length > 0) await random.one(choices)()
  }

  private count(event: string): void {
    this.counts.set(event, (this.counts.get(event) ?? 0) + 1)
  }

  /** Adds one to three goods, and sometimes a voucher. */
  private async fillCart(): Promise<void> {
    for (const good of this.random.some(this.goods, 1 + this.random.below(3))) {
      const amount = good.bundleProductId === null ? 1 + this.random.below(3) : 1
      const { code, params } = await this.visitor.add(requestsFor(good, amount))
      // The items of undone add-ons are in the cart again, and a cart takes at most nine pieces of a product.
      if (code === 'ITEM_LIMIT_EXCEEDED') continue
      if (code) throw new Error(`not added: ${code} ${JSON.stringify(params)}`)
      this.cart.wishes.push(...good.pieces.map((piece) => ({ piece, amount })))
      if (good.bundleProductId !== null) this.count('bundle')
    }
    if (this.cart.voucher === null && this.random.chance(0.4)) {
      const amountCents = this.random.one([1, 500, 2_000, 50_000])
      this.cart.voucher = { ...(await issueVoucher({ amountCents, covers: 'items' })), leftCents: amountCents }
      this.vouchers.push(this.cart.voucher)
      expect((await applyVoucher(this.visitor, this.cart.voucher.code)).code).toBeNull()
      this.count('voucher')
    }
  }

  private coveredCents(): number {
    return Math.min(this.cart.voucher?.leftCents ?? 0, subtotalOf(this.cart.wishes))
  }

  private note(placed: Placed, isMain: boolean): void {
    const { wishes, voucher } = this.cart
    const voucherCents = this.coveredCents()
    if (voucher) voucher.leftCents -= voucherCents
    const money = { sentCents: 0, countedCents: 0, refundedCents: 0 }
    this.orders.push({ placed, isMain, wishes, voucher, voucherCents, isBinding: isMain, hasEnded: false, ...money })
    this.cart = { wishes: [], voucher: null }
  }

  private async addOn(named: ModelOrder): Promise<void> {
    await this.fillCart()
    const { data, code } = await merge(this.visitor, named.placed.reference)
    // A buyer has at most a few unpaid orders. The cart then keeps its items.
    if (code === 'UNPAID_ORDERS_EXCEEDED') return
    if (!data) throw new Error(`not merged: ${code}`)
    this.note({ ...data.mergePlaceOrder.order, visitor: this.visitor }, false)
    this.count('add-on')
  }

  private async order(order: ModelOrder, mainIsLive: boolean): Promise<void> {
    const { code } = await confirm(order.placed, {
      paymentMethod: this.random.one(['bank_transfer', 'stripe_checkout']),
    })
    if (!mainIsLive) return expect(code).toBe('MERGEORDER_FAILED')
    if (code === 'UNPAID_ORDERS_EXCEEDED') return
    expect(code).toBeNull()
    order.isBinding = true
    if (totalOf(order) === 0) await drainOutbox(isolatedEnv().env, Date.now())
    this.count('ordered')
  }

  private async undo(order: ModelOrder): Promise<void> {
    const { code } = await undo(order.placed)
    if (order.countedCents > 0) return expect(code).toBe('ORDER_NOT_PAYABLE')
    expect(code).toBeNull()
    this.count(order.isBinding ? 'undone after the order button' : 'undone')
    this.end(order)
    this.cart.wishes.push(...order.wishes)
    if (order.voucher && order.voucherCents > 0 && !this.cart.voucher) this.count('voucher returned')
    this.cart.voucher ??= order.voucher
    const { totalCents, voucherCents } = (await this.visitor.cart()) as VoucherCart
    expect({ totalCents, voucherCents }).toEqual({
      totalCents: subtotalOf(this.cart.wishes),
      voucherCents: this.coveredCents(),
    })
  }

  /** The value of an order that has ended goes back to its voucher, and its money to its buyer. */
  private end(order: ModelOrder): void {
    order.hasEnded = true
    if (order.voucher) order.voucher.leftCents += order.voucherCents
  }

  private async pay(order: ModelOrder): Promise<void> {
    const cents = openOf(order)
    await payByBank(order.placed)
    this.receive(order, cents)
    this.count('paid')
  }

  private async payPart(order: ModelOrder): Promise<void> {
    const cents = this.random.below(openOf(order)) + 1
    await payByBank(order.placed, cents)
    this.receive(order, cents)
    this.count('paid in part')
  }

  private async payByCard(order: ModelOrder): Promise<void> {
    const { visitor, id, reference } = order.placed
    const preferredPaymentMethod = 'stripe_checkout'
    await visitor.run('UpdatePreferredPaymentMethod', { orderId: id, reference, preferredPaymentMethod })
    await actOnPaymentPage(await openPaymentPage(order.placed), 'approve')
    expect((await confirmPayment(order.placed)).code).toBeNull()
    this.receive(order, openOf(order))
    this.cards.add(order)
    this.count('paid by card')
  }

  private receive(order: ModelOrder, cents: number): void {
    order.sentCents += cents
    order.countedCents += cents
  }

  /** Money for an order that is not payable goes back: it is paid already, has ended, or nobody has ordered it yet. */
  private async overpay(order: ModelOrder): Promise<void> {
    const cents = this.random.below(5_000) + 1
    await payByBank(order.placed, cents)
    order.sentCents += cents
    this.count('paid without being asked')
  }

  private async cancel(order: ModelOrder): Promise<void> {
    const { status } = await operator('POST', '/orders/cancel', { reference: order.placed.reference })
    expect(status).toBe(200)
    this.end(order)
    this.count(order.isMain ? 'main order cancelled' : 'add-on cancelled')
  }

  /** Refunds a part of the card's payment, or all of it. */
  private async refund(order: ModelOrder): Promise<void> {
    const payment = (await recordsOf(order.placed.id)).payments.find(({ captureId }) => captureId !== null)
    const paidCents = payment?.amountCents ?? 0
    const cents = this.random.chance(0.5) ? paidCents : this.random.below(paidCents) + 1
    const { id } = await refundInDashboard(payment?.captureId ?? '', cents)
    await deliverNotice(await noticeAbout(id, 'refund.created'))
    order.refundedCents += cents
    if (order.refundedCents === totalOf(order)) this.end(order)
    this.count(order.hasEnded ? 'refunded' : 'refunded in part')
  }
}
