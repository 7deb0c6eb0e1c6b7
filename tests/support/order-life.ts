/** Applies events to a model of an order and to a real order in the database, so that tests can compare the two. */
import { and, eq, ne } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { type OrderStatus, PAID_STATUSES } from '../../schema/rules/order-payable.ts'
import { orderItems, orders } from '../../schema/tables/order.ts'
import { payments } from '../../schema/tables/payment.ts'
import { runBatch } from '../../worker/db/batch.ts'
import { inserterOf } from '../../worker/db/insert.ts'
import { findOrder, type WholeOrder } from '../../worker/db/order.ts'
import { insertOrder, moveOrder } from '../../worker/db/order-move.ts'
import { cancelOverdueOrders } from '../../worker/db/overdue-order.ts'
import { noteProviderRefund, refundsOfPayment } from '../../worker/db/refund.ts'
import { markPaidByBank } from '../../worker/services/bank-payment.ts'
import { OperatorRefusal } from '../../worker/services/operator-refusal.ts'
import { cancelByOperator, completeOrder } from '../../worker/services/order-desk.ts'
import { db, isolatedEnv, makeOverdue } from './payment-helpers.ts'

/** The statuses that tests set directly. The shop's code does not set `fulfillment` yet. */
export const MOVES = ['payment_pending', 'processing', 'pending_fulfillment', 'fulfillment', 'done', 'problem'] as const

export type OrderEvent =
  | { kind: 'transfer'; cents: number }
  | { kind: 'sweep' | 'cancel' | 'complete' | 'refund' }
  | { kind: 'move'; to: (typeof MOVES)[number] }

/** The values in which the model and the database must agree. */
export type Snapshot = { status: OrderStatus; paidCents: number; refundedCents: number }

type Booking = { cents: number; returnedCents: number }

export class ModelOrder {
  status: OrderStatus = 'payment_pending'
  private isCancelledByOperator = false
  /** The accepted payments. Any amount above the total is returned at once and not counted. */
  private bookings: Booking[] = []
  private readonly totalCents: number
  /** The status of the order once it is paid. */
  private readonly goal: 'done' | 'pending_fulfillment'

  constructor(totalCents: number, goal: 'done' | 'pending_fulfillment') {
    this.totalCents = totalCents
    this.goal = goal
  }

  copy(): ModelOrder {
    const copy = new ModelOrder(this.totalCents, this.goal)
    copy.status = this.status
    copy.isCancelledByOperator = this.isCancelledByOperator
    copy.bookings = this.bookings.map((booking) => ({ ...booking }))
    return copy
  }

  snapshot(): Snapshot {
    const sumOf = (of: (booking: Booking) => number) => this.bookings.reduce((sum, booking) => sum + of(booking), 0)
    return {
      status: this.status,
      paidCents: sumOf(({ cents }) => cents),
      refundedCents: sumOf(({ returnedCents }) => returnedCents),
    }
  }

  /** Returns whether the event took effect. */
  apply(event: OrderEvent): boolean {
    switch (event.kind) {
      case 'transfer':
        return this.transfer(event.cents)
      case 'sweep':
        if (this.status !== 'payment_pending') return false
        this.status = this.snapshot().paidCents > 0 ? 'problem' : 'cancelled'
        this.isCancelledByOperator = false
        return true
      case 'cancel':
        if (this.status !== 'payment_pending' && this.status !== 'problem') return false
        this.status = 'cancelled'
        this.isCancelledByOperator = true
        this.bookings = []
        return true
      case 'complete':
        if (this.status !== 'problem') return false
        this.status = this.goal
        return true
      case 'refund':
        return this.refund()
      case 'move':
        if (!this.mayMove(event.to)) return false
        this.status = event.to
        return true
    }
  }

  private transfer(cents: number): boolean {
    const owed = this.totalCents - this.snapshot().paidCents
    const isPayable = (this.status === 'payment_pending' || this.status === 'problem') && owed > 0
    const isRevived = this.status === 'cancelled' && !this.isCancelledByOperator && cents >= owed
    if (!isPayable && !isRevived) return false
    this.bookings.push({ cents: Math.min(cents, owed), returnedCents: 0 })
    if (cents >= owed) this.status = this.goal
    return true
  }

  /** Refunds all accepted payments. The order becomes `refunded` unless it still awaits payment. */
  private refund(): boolean {
    const isOwed = this.bookings.some(({ cents, returnedCents }) => returnedCents < cents)
    for (const booking of this.bookings) booking.returnedCents = booking.cents
    if (isOwed && this.status !== 'payment_pending') this.status = 'refunded'
    return isOwed
  }

  private mayMove(to: (typeof MOVES)[number]): boolean {
    const isUnpaid = this.status === 'payment_pending' || this.status === 'problem'
    switch (to) {
      case 'payment_pending':
        return this.status === 'problem'
      case 'processing':
        return isUnpaid
      case 'pending_fulfillment':
        return isUnpaid || this.status === 'processing'
      case 'fulfillment':
        return this.status === 'pending_fulfillment'
      case 'done':
        return isUnpaid || (this.status !== 'done' && PAID_STATUSES.includes(this.status))
      case 'problem':
        return this.status === 'payment_pending' || PAID_STATUSES.includes(this.status)
    }
  }
}

const insertItem = inserterOf(orderItems)
let written = 0

/** An order in the database, copied from one that a visitor has placed. */
export class RealOrder {
  private readonly env = isolatedEnv().env
  private readonly id = newId('order', Date.now())
  private readonly reference = String(7_000_000_000 + ++written)

  async place({ order, items }: WholeOrder, physical: boolean): Promise<void> {
    const buyer = `${this.reference}@example.org`
    await runBatch(db, [
      insertOrder({ ...order, id: this.id, reference: this.reference, cartId: this.id, email: buyer, buyerKey: buyer }),
      ...items.map((item) => insertItem({ ...item, physical, id: newId('orderItem', Date.now()), orderId: this.id })),
    ])
  }

  async snapshot(): Promise<Snapshot> {
    const { status, paidCents, refundedCents } = await this.row()
    return { status, paidCents, refundedCents }
  }

  /** Returns whether the event took effect. */
  async apply(event: OrderEvent): Promise<boolean> {
    const before = await this.row()
    switch (event.kind) {
      case 'transfer': {
        const booking = { reference: this.reference, amountCents: event.cents, bookingId: crypto.randomUUID() }
        return (await markPaidByBank(this.env, booking, Date.now())).returnedCents === 0
      }
      case 'sweep':
        await makeOverdue(this.id)
        await cancelOverdueOrders(db, [{ ...before, openPayments: [] }], Date.now())
        return before.status === 'payment_pending'
      case 'cancel':
        return isAllowed(cancelByOperator(this.env, this.reference, Date.now()))
      case 'complete':
        return isAllowed(completeOrder(this.env, this.reference, Date.now()))
      case 'refund':
        return this.refund()
      case 'move':
        // A move must not revive a cancelled order. Only a payment does, because it first books the seats again.
        return (await moveOrder(db, event.to, and(eq(orders.id, this.id), ne(orders.status, 'cancelled')))).length === 1
    }
  }

  private async row(): Promise<WholeOrder['order']> {
    const whole = await findOrder(db, this.id)
    if (!whole) throw new Error(`no order ${this.id}`)
    return whole.order
  }

  /** Refunds all payments of the order, as a person does in the provider's dashboard. */
  private async refund(): Promise<boolean> {
    const captured = await db
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, this.id), eq(payments.status, 'captured')))
    let isOwed = false
    for (const payment of captured) {
      const made = await refundsOfPayment(db, payment.id)
      const amountCents = made.reduce((left, refund) => left - refund.amountCents, payment.amountCents)
      if (amountCents === 0) continue
      isOwed = true
      const refund = { reason: 'provider', externalId: crypto.randomUUID(), amountCents, status: 'done' } as const
      await noteProviderRefund(db, payment, refund, Date.now())
    }
    return isOwed
  }
}

async function isAllowed(command: Promise<unknown>): Promise<boolean> {
  try {
    await command
    return true
  } catch (error) {
    if (!(error instanceof OperatorRefusal)) throw error
    return false
  }
}
