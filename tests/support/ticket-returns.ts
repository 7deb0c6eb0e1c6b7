/** Helps tests to return tickets as fans do (SUP-01), and to look for differences in the books. */
import { and, eq, sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { EventMeta } from '../../schema/catalogue-values.ts'
import { events } from '../../schema/tables/event.ts'
import { orderItems } from '../../schema/tables/order.ts'
import { outbox } from '../../schema/tables/outbox.ts'
import { drainLane } from '../../worker/jobs/drain-outbox.ts'
import { auditBooks } from '../../worker/services/book-audit.ts'
import {
  actOnPaymentPage,
  confirmPayment,
  db,
  isolatedEnv,
  openPaymentPage,
  operator,
  type Placed,
  payByBank,
  placeOrder,
  recordsOf,
} from './payment-helpers.ts'
import { approveAtPayPal, captureOrder, openPayPal } from './paypal-helpers.ts'
import { Visitor, type World } from './shop-world.ts'
import { testEnv } from './test-env.ts'

export const ACCOUNT = { name: 'Ida Lang', iban: 'DE89 3704 0044 0532 0130 00' }
export const OPEN: EventMeta = { mass_refund: { state: 'open' } }

type Result = { submitRefundRequest: { paymentAmount: number; paymentReference: string; isConfirmed: boolean } }

export function ticketReturns(worldNow: () => World) {
  return {
    /** Sets what the organiser of both events allows. */
    async setMeta(meta: EventMeta, status: 'active' | 'cancelled' | 'postponed' = 'active') {
      const { standingEvent, seatedEvent } = worldNow()
      await db.update(events).set({ meta, status }).where(sql`${events.id} in (${standingEvent}, ${seatedEvent})`)
    },

    async paid(wish: Parameters<typeof placeOrder>[1]): Promise<Placed> {
      const order = await placeOrder(worldNow(), wish)
      if (wish.method === 'bank_transfer') await payByBank(order)
      else if (wish.method === 'paypal') {
        await approveAtPayPal(await openPayPal(order))
        await captureOrder(order)
      } else {
        await actOnPaymentPage(await openPaymentPage(order), 'approve')
        await confirmPayment(order)
      }
      return order
    },

    /** The codes of an order's tickets, as the form sends them. */
    async codesOf(order: Placed, eventId = worldNow().standingEvent): Promise<string[]> {
      const { tickets } = await recordsOf(order.id)
      const ofEvent = tickets.filter((ticket) => ticket.eventId === eventId)
      return ofEvent.map(({ validationCode }) => validationCode.slice(0, -1))
    },

    submit(order: Placed, validationCodes: string[], more: object = {}, visitor = new Visitor()) {
      const input = {
        clientMutationId: crypto.randomUUID(),
        orderId: order.id,
        productId: worldNow().standingEvent,
        email: order.visitor.email,
        validationCodes,
        ...more,
      }
      return visitor.run<Result>('SubmitRefundRequest', { input })
    },
  }
}

export const itemsOf = (order: Pick<Placed, 'id'>) =>
  db.select().from(orderItems).where(eq(orderItems.orderId, order.id))

/** Releases the seats of an order, as the outbox does. The shop's own queue may do it at the same time. */
async function releaseSeats(orderId: string): Promise<void> {
  const work = async () => {
    await drainLane(isolatedEnv().env, 'seats', Date.now())
    const isOfSeats = sql`${outbox.kind} in ('release_seats', 'return_seats') and ${outbox.doneAt} is null`
    expect(
      await db
        .select()
        .from(outbox)
        .where(and(eq(outbox.subjectId, orderId), isOfSeats)),
    ).toEqual([])
  }
  await vi.waitFor(work, { timeout: 20_000 })
}

/** The differences in the books that concern this order, once its seats are released. */
export async function findingsOf({ id }: Pick<Placed, 'id'>): Promise<string[]> {
  await releaseSeats(id)
  const { findings } = await auditBooks(testEnv, '', Date.now(), () => true, true)
  return findings.filter(({ subjectId }) => subjectId.includes(id)).map(({ kind }) => kind)
}

/** Records that an operator has transferred a refund. */
export const finishByHand = (refundId: string, more: object = {}, bookingId = `out-${refundId}`) =>
  operator('POST', '/refunds/done', { refundId, bookingId, ...more })

type OpenRefund = {
  id: string
  status: string
  account: string | null
  dispute: string | null
  waitsUntil: number | null
  releaseOf: string | null
}

export async function openRefund(refundId: string): Promise<OpenRefund | undefined> {
  const { body } = await operator('GET', '/orders/open')
  return (body as { refunds: OpenRefund[] }).refunds.find(({ id }) => id === refundId)
}
