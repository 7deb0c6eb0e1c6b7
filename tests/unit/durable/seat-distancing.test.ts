import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seatIsOpen } from '../../../worker/domain/seats/distancing.ts'
import { decideHold } from '../../../worker/domain/seats/hold-decision.ts'
import { snapshotOf } from '../../../worker/domain/seats/seat-snapshot.ts'
import { holdRequest } from '../../support/hold-builder.ts'
import { ledgerOf } from '../../support/seat-ledger-builder.ts'
import { freeSeatsOf } from '../../support/seat-object.ts'
import { oneRow, seatPlan } from '../../support/seat-plan-builder.ts'

const openSeats = (ledger: ReturnType<typeof ledgerOf>, cart: string | null) =>
  ledger.layout.plan.seats.flatMap(([, , , number], seat) => (seatIsOpen(ledger, seat, cart) ? [Number(number)] : []))

it('SEAT-06 seatIsOpen keeps the distance to other carts on both sides, but not across an aisle', () => {
  const rows = [{ row: '1', seats: 8, aislesAfter: [5] }]
  const ledger = ledgerOf(seatPlan({ sections: [{ id: 'A', rows }] }), [{ place: 'A-1-4' }], 2)
  expect(openSeats(ledger, 'cart-1')).toEqual([1, 6, 7, 8])
})

it('SEAT-06 seatIsOpen ignores the distance to the cart’s own seats', () => {
  const claims = [{ place: 'A-1-3', cartId: 'cart-1' }, { place: 'A-1-8' }]
  const ledger = ledgerOf(oneRow(9), claims, 1)
  expect(openSeats(ledger, 'cart-1')).toEqual([1, 2, 4, 5, 6])
  expect(openSeats(ledger, null)).toEqual([1, 5, 6])
})

it('SEAT-06 seatIsOpen ignores the distance to the cart’s bought seats, but not to sold seats without a cart', () => {
  const claims = [
    { place: 'A-1-2', cartId: 'cart-1', orderId: 'order-1' },
    { place: 'A-1-6', cartId: null, orderId: 'order-2' },
  ]
  expect(openSeats(ledgerOf(oneRow(8), claims, 1), 'cart-1')).toEqual([1, 3, 4, 8])
})

it('SEAT-06 decideHold keeps the distance between carts, and a snapshot shows only open seats as free', () => {
  const requests = fc.array(
    fc.record({
      cart: fc.integer({ min: 1, max: 5 }),
      seats: fc.uniqueArray(fc.integer({ min: 1, max: 16 }), { maxLength: 3 }),
      amount: fc.integer({ min: 1, max: 4 }),
      avoidSingleSeats: fc.boolean(),
    }),
    { maxLength: 25 },
  )
  fc.assert(
    fc.property(requests, fc.integer({ min: 1, max: 3 }), (sequence, distance) => {
      const plan = seatPlan({ sections: [{ id: 'A', rows: [{ row: '1', seats: 16, aislesAfter: [7] }] }] })
      const ledger = ledgerOf(plan, [], distance)
      for (const { cart, seats, amount, avoidSingleSeats } of sequence) {
        const seatIds = seats.map((number) => `A-1-${number}`)
        const request = holdRequest({
          cartId: `cart-${cart}`,
          seatIds,
          amount: seatIds.length || amount,
          rules: { distancing: distance, avoidSingleSeats },
        })
        ledger.apply(decideHold(ledger, request, () => crypto.randomUUID()).changes)
      }
      for (const { seats } of ledger.layout.runs) {
        const owners = seats.map((seat) => ledger.claimOfSeat(seat)?.cartId ?? null)
        for (const [index, owner] of owners.entries()) {
          const near = owners.slice(index + 1, index + 1 + distance)
          if (owner !== null) expect(near.every((other) => other === null || other === owner)).toBe(true)
        }
      }
      const free = freeSeatsOf(snapshotOf(ledger, null))
      expect(free).toHaveLength(openSeats(ledger, null).length)
      expect(free.length).toBeLessThanOrEqual(ledger.counts().free)
    }),
  )
})
