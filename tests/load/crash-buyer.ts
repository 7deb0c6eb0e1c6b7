/**
 * The buyers of the crash test. They hold tickets, order and pay. Some add a poster to the parcel of their order, and order
 * or undo this add-on on the page to pay later. They repeat each request until the shop answers.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Buyer, Refused, retryUntilAnswered } from './buyer.ts'
import { operator } from './operator.ts'
import { ONLINE_METHODS, type OnlineMethod, type PaymentSandbox, startPayment } from './payment-sandbox.ts'

type Method = OnlineMethod | 'bank_transfer'

/** An order as its buyer knows it from the shop's answers. */
export type Acknowledged = {
  id: string
  reference: string
  totalCents: number
  method: Method
  paidByBank: boolean
  paidOnline: boolean
}

/**
 * What its buyer knows of an add-on. `isBinding`: the shop accepted the order button. `isUndone`: it confirmed the undoing, and
 * `postersBack` is what the cart contained afterwards.
 */
export type AddOn = Acknowledged & { mainId: string; isBinding: boolean; isUndone: boolean; postersBack: number }

export type Goods = { seatVariant: string; standingVariant: string; posterVariant: string; freeSeats: string[] }

const PAY_LATER_METHODS = ['bank_transfer', 'stripe_checkout', 'stripe_sofort', 'paypal'] as const

/** Picks a value. Throws for an empty list. */
function pick<Value>(values: readonly Value[]): Value {
  const value = values[Math.floor(Math.random() * values.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}

export class CrashBuyers {
  readonly acknowledged: Acknowledged[] = []
  readonly addOns: AddOn[] = []
  readonly counts = { carts: 0, holds: 0, addOns: 0, undone: 0, refused: 0, broken: 0 }
  private readonly base: string
  private readonly token: string
  private readonly goods: Goods
  private readonly payments: PaymentSandbox
  private isOpen = true

  constructor(base: string, token: string, goods: Goods, payments: PaymentSandbox) {
    this.base = base
    this.token = token
    this.goods = goods
    this.payments = payments
  }

  /** Lets buyers buy, even through crashes, until `stop` is called. */
  async run(amount: number): Promise<void> {
    await Promise.all(
      Array.from({ length: amount }, async () => {
        while (this.isOpen) {
          try {
            await this.buyOnce()
          } catch (error) {
            if (error instanceof Refused) this.counts.refused++
            else this.counts.broken++
            await wait(20)
          }
        }
      }),
    )
  }

  stop(): void {
    this.isOpen = false
  }

  private until<Answer>(deadline: number, work: () => Promise<Answer>): Promise<Answer> {
    return retryUntilAnswered(work, deadline, () => {
      this.counts.broken++
    })
  }

  private async buyOnce(): Promise<void> {
    const { seatVariant, standingVariant, posterVariant, freeSeats } = this.goods
    const deadline = Date.now() + 60_000
    const buyer = new Buyer(this.base)
    this.counts.carts++
    const requests: { productVariantId: string; amount: number; seatIds?: string[] }[] = []
    const seats = Math.random() < 0.7 ? [...new Set([pick(freeSeats), pick(freeSeats)])] : []
    if (seats.length > 0) requests.push({ productVariantId: seatVariant, amount: seats.length, seatIds: seats })
    else requests.push({ productVariantId: standingVariant, amount: 1 + Math.floor(Math.random() * 3) })
    const hasParcel = Math.random() < 0.4
    if (hasParcel) requests.push({ productVariantId: posterVariant, amount: 1 })
    const key = crypto.randomUUID()
    const added = await this.until(deadline, () => buyer.add(requests, key))
    this.counts.holds++
    if (Math.random() < 0.15) return
    const shipping = hasParcel ? await this.until(deadline, () => buyer.shipping()) : null
    const paymentMethod = pick(['bank_transfer', ...ONLINE_METHODS] as const)
    const email = `fan-${crypto.randomUUID()}@example.org`
    const { totalCents } = added.addItems.cart
    const orderKey = crypto.randomUUID()
    const placed = await this.until(deadline, () =>
      buyer.placeOrder({ totalCents, shipping, paymentMethod, email }, orderKey),
    )
    const order = { ...placed.placeOrder.cart, method: paymentMethod, paidByBank: false, paidOnline: false }
    this.acknowledged.push(order)
    const addsBeforePaying = hasParcel && Math.random() < 0.3
    if (addsBeforePaying) await this.addOn(buyer, order, email)
    if (Math.random() < 0.2) return
    await this.pay(buyer, order, deadline)
    if (hasParcel && !addsBeforePaying && Math.random() < 0.7) await this.addOn(buyer, order, email)
  }

  private async pay(buyer: Buyer, order: Acknowledged, deadline: number): Promise<void> {
    const { id, reference, method } = order
    if (method === 'bank_transfer') {
      const booking = { reference, amountCents: null, bookingId: `booking-${reference}` }
      const paid = await this.until(deadline, () =>
        operator(this.base, 'POST', '/orders/mark-paid', this.token, booking),
      )
      order.paidByBank = paid.status === 200
      return
    }
    const started = await this.until(deadline, () => startPayment(buyer, method, id, reference))
    // Some webhooks are never sent. The shop must recover these notices.
    order.paidOnline = await this.payments.pay(started, Math.random() < 0.7)
    // Some buyers close the window. PayPal's order is then captured after a notice.
    if (method === 'paypal' && Math.random() < 0.5)
      await this.until(deadline, () => buyer.capturePayment(id, reference))
  }

  /** Adds a poster to the parcel. A third of the add-ons is undone, some are left reserved, and the others are ordered. */
  private async addOn(buyer: Buyer, main: Acknowledged, email: string): Promise<void> {
    const deadline = Date.now() + 60_000
    const { posterVariant } = this.goods
    const [addKey, mergeKey] = [crypto.randomUUID(), crypto.randomUUID()]
    await this.until(deadline, () => buyer.add([{ productVariantId: posterVariant, amount: 1 }], addKey))
    const merged = await this.until(deadline, () => buyer.mergeInto(main.reference, email, mergeKey))
    const method = pick(PAY_LATER_METHODS)
    const fate = { isBinding: false, isUndone: false, postersBack: 0, paidByBank: false, paidOnline: false }
    const addOn: AddOn = { ...merged.mergePlaceOrder.order, mainId: main.id, method, ...fate }
    this.addOns.push(addOn)
    this.counts.addOns++
    if (Math.random() < 0.15) return
    if (Math.random() < 0.25) return this.undo(buyer, addOn, deadline)
    await this.until(deadline, () => buyer.orderAddOn(addOn.id, addOn.reference, method))
    addOn.isBinding = true
    if (Math.random() < 0.15) return this.undo(buyer, addOn, deadline)
    if (Math.random() < 0.8) await this.pay(buyer, addOn, deadline)
  }

  private async undo(buyer: Buyer, addOn: AddOn, deadline: number): Promise<void> {
    await this.until(deadline, () => buyer.undoAddOn(addOn.id, addOn.reference))
    const { cart } = await this.until(deadline, () => buyer.cart())
    const posters = cart.items.filter(({ productVariantId }) => productVariantId === this.goods.posterVariant)
    addOn.postersBack = posters.reduce((sum, { amount }) => sum + amount, 0)
    addOn.isUndone = true
    this.counts.undone++
  }
}
