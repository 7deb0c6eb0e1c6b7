import { expect, it } from 'vitest'
import type { OrderStatus } from '../../../../schema/rules/order-payable.ts'
import { auditMoment } from '../../../../worker/domain/orders/book-audit.ts'
import { auditSeats, type BlockClaim } from '../../../../worker/domain/seats/sold-seat-audit.ts'
import { NOW } from '../../../support/hold-builder.ts'

const moment = auditMoment(NOW, false)
const claim = (block: number): BlockClaim => ({
  kind: 'seat',
  place: `A-${block}`,
  amount: 1,
  orderId: 'ord_1',
  epoch: 1,
  block,
})

function findingsOf(eventId: string, claims: BlockClaim[], status: OrderStatus) {
  const items = [{ seatId: 'A-9', sectionId: 'A', amount: 1, isVoid: false }]
  const order = { id: 'ord_1', status, seatEpoch: 1, changedAt: 0, items }
  return auditSeats({ eventId, claims, orders: new Map([[order.id, order]]), capacities: new Map() }, moment)
}

it('auditSeats reports seats of an ended order once per block', () => {
  const findings = findingsOf('evt_1', [claim(0), claim(1)], 'cancelled')
  expect(findings.map(({ kind }) => kind)).toEqual(['seat_of_ended_order', 'seat_of_ended_order'])
  expect(new Set(findings.map(({ subjectId }) => subjectId)).size).toBe(2)
})

it('auditSeats reports an order without its seats once per event', () => {
  const findings = ['evt_1', 'evt_2'].flatMap((eventId) => findingsOf(eventId, [], 'payment_pending'))
  expect(findings.map(({ kind }) => kind)).toEqual(['order_without_seat', 'order_without_seat'])
  expect(new Set(findings.map(({ subjectId }) => subjectId)).size).toBe(2)
})
