/** The steps of an order for its page: those that have happened, by time, and then those that are still to come. */
import type { Order } from '../db/order.ts'
import type { OrderRefund } from '../db/refund.ts'
import { waitsForAccount } from '../db/refund-account.ts'
import type { Shipment } from '../db/shipment.ts'
import { isPayable } from '../domain/orders/order-status.ts'
import type { OrderStep } from '../generated/resolver-types.ts'

type Told = { order: Order; refunds: readonly OrderRefund[]; shipment: Shipment | null; hasParcel: boolean }

/** `refunds` are those of the order's money. Refunds of money that was never part of the order are left out. */
export function timelineOf({ order, refunds, shipment, hasParcel }: Told): OrderStep[] {
  const { status, placedAt, paidAt, totalCents, cancelledAt } = order
  const steps: OrderStep[] = [
    ...at('ORDERED', placedAt),
    ...(totalCents === 0 ? at('CONFIRMED', paidAt) : at('PAID', paidAt, totalCents)),
    ...at('PACKED', shipment?.packedAt),
    ...at('SHIPPED', shipment?.shippedAt),
    ...at('DELIVERED', shipment?.deliveredAt),
    ...(status === 'cancelled' ? at('CANCELLED', cancelledAt) : []),
    ...refunds.flatMap(({ status: state, doneAt, amountCents }) =>
      state === 'done' ? at('REFUNDED', doneAt, amountCents) : [],
    ),
  ]
  const done = steps.sort((one, other) => (one.at ?? 0) - (other.at ?? 0))
  // The form for the account says what becomes of a refund that waits for one.
  const unpaid = refunds.filter((refund) => refund.status !== 'done' && !waitsForAccount(refund))
  const onTheirWay = unpaid.filter(({ waitsUntil }) => waitsUntil === null)
  const owed = onTheirWay.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const isOver = status === 'cancelled' || status === 'refunded'
  const ahead: OrderStep[] = [
    ...(isPayable(order) ? [{ kind: 'PAID' as const, at: null, amountCents: totalCents - order.paidCents }] : []),
    ...(owed > 0 ? [{ kind: 'REFUNDED' as const, at: null, amountCents: owed }] : []),
    ...unpaid.flatMap(({ waitsUntil, amountCents }) =>
      waitsUntil === null ? [] : [{ kind: 'REFUND_RELEASED' as const, at: null, amountCents, dueAt: waitsUntil }],
    ),
    ...(hasParcel && !isOver && !shipment?.shippedAt && status !== 'done'
      ? [{ kind: 'SHIPPED' as const, at: null, amountCents: null }]
      : []),
  ]
  return [...done, ...ahead]
}

function at(
  kind: OrderStep['kind'],
  instant: number | null | undefined,
  amountCents: number | null = null,
): OrderStep[] {
  return instant ? [{ kind, at: instant, amountCents }] : []
}
