import { describe, expect, it } from 'vitest'
import { SEAT_FLAGS } from '../../../../schema/seat-map.ts'
import {
  decideBook,
  decideExtend,
  decideRebook,
  decideRelease,
  decideRemoval,
  decideUnbook,
} from '../../../../worker/domain/seats/seat-booking.ts'
import { DEMO_PLAN, MINUTE, NOW } from '../../../support/hold-builder.ts'
import { Random } from '../../../support/random.ts'
import { ledgerOf } from '../../../support/seat-ledger-builder.ts'
import { oneRow, seatPlan } from '../../../support/seat-plan-builder.ts'

const own = (place: string) => ({ place, cartId: 'cart-1' })
const sold = (place: string, epoch = 1) => ({ ...own(place), orderId: 'order-1', epoch })
const newHoldId = () => crypto.randomUUID()

describe('booking and unbooking', () => {
  const booking = { cartId: 'cart-1', orderId: 'order-1', epoch: 1, now: NOW }

  it.each([
    { holdIds: [], code: 'BAD_INPUT', why: 'an empty list of holds' },
    { holdIds: ['hold-A-1-1', 'hold-A-1-1'], code: 'BAD_INPUT', why: 'a list that names a hold twice' },
    { holdIds: ['hold-A-1-1', 'hold-A-1-2'], code: 'HOLD_EXPIRED', why: 'a list with another cart’s hold' },
  ])('SEAT-09 decideBook rejects $why with $code and changes nothing', ({ holdIds, code }) => {
    const ledger = ledgerOf(oneRow(3), [own('A-1-1'), { place: 'A-1-2' }])
    expect(decideBook(ledger, { ...booking, holdIds }, -1)).toMatchObject({ answer: { code }, changes: [] })
  })

  it('SEAT-09 decideBook rejects different holds if the order’s epoch already has a booking, and any hold if the epoch is released', () => {
    const ledger = ledgerOf(oneRow(3), [sold('A-1-1'), own('A-1-2')])
    const verdict = decideBook(ledger, { ...booking, holdIds: ['hold-A-1-2'] }, -1)
    expect(verdict).toMatchObject({ answer: { code: 'IDEMPOTENCY_KEY_REUSED' }, changes: [] })
    expect(decideBook(ledger, { ...booking, epoch: 2, holdIds: ['hold-A-1-2'] }, -1).answer.ok).toBe(true)
    expect(decideBook(ledger, { ...booking, epoch: 2, holdIds: ['hold-A-1-2'] }, 2).answer.ok).toBe(false)
  })

  it('SEAT-10 decideUnbook gives a restored hold the expiry of the cart’s other holds, and frees a seat whose hold time is over', () => {
    const past = { ...sold('A-1-1'), heldUntil: NOW }
    const living = { ...sold('A-1-2'), heldUntil: NOW + MINUTE }
    const held = { ...own('A-1-3'), heldUntil: NOW + 9 * MINUTE, extended: true }
    const { answer, changes } = decideUnbook(ledgerOf(oneRow(3), [past, living, held]), 'order-1', 'cart-1')
    expect(answer).toEqual({ ok: true, released: 2 })
    expect(changes.map(({ after }) => after)).toMatchObject([
      null,
      { place: 'A-1-2', orderId: null, heldUntil: NOW + 9 * MINUTE, extended: true },
    ])
  })
})

it('decideRebook gives all new bookings the cart and the presale code of the order’s earlier booking', () => {
  const before = { ...sold('A-1-1'), presaleCodeId: 'code-1' }
  const ledger = ledgerOf(oneRow(3), [before])
  const again = {
    orderId: 'order-1',
    epoch: 2,
    plan: ledger.layout.name,
    seatIds: ['A-1-1', 'A-1-2'],
    amounts: [],
    now: NOW,
  }
  const { changes } = decideRebook(ledger, again, 1, newHoldId)
  expect(changes.flatMap(({ after }) => after ?? [])).toMatchObject([
    { place: 'A-1-1', cartId: 'cart-1', presaleCodeId: 'code-1' },
    { place: 'A-1-2', cartId: 'cart-1', presaleCodeId: 'code-1' },
  ])
  expect(decideRebook(ledgerOf(oneRow(3), []), again, 1, newHoldId).changes[0]?.after).toMatchObject({ cartId: null })
})

describe('decideRemoval', () => {
  const seatIdOf = (number: number) => `A-1-${number}`
  /** Removes the cart’s holds of the seats `gone`. Returns the new seat of each remaining hold, by its old seat. */
  function seatsAfterRemoval(seats: number, held: number[], gone: number[], strangers: number[] = [], distance = 0) {
    const claims = [
      ...held.map((number) => own(seatIdOf(number))),
      ...strangers.map((number) => ({ place: seatIdOf(number) })),
    ]
    const ledger = ledgerOf(oneRow(seats), claims, distance)
    const { answer, changes } = decideRemoval(
      ledger,
      'cart-1',
      gone.map((number) => `hold-${seatIdOf(number)}`),
    )
    ledger.apply(changes)
    const left = [...ledger.heldBy('cart-1').values()].map((claim) => [claim.holdId, claim.place])
    expect(answer.moved?.every(({ holdId, seatId }) => ledger.claim(holdId)?.place === seatId)).toBe(true)
    expect(answer.released).toBe(gone.length)
    for (const number of strangers) expect(ledger.claim(`hold-${seatIdOf(number)}`)?.place).toBe(seatIdOf(number))
    return Object.fromEntries(
      left.map(([hold = '', seat]) => [Number(hold.split('-').at(-1)), Number(seat?.split('-').at(-1))]),
    )
  }

  it.each([
    { held: [3, 4, 5], gone: [4], left: { 3: 5, 5: 6 }, why: 'the seat between the other two would be single' },
    { held: [1, 2], gone: [1], left: { 2: 3 }, why: 'the first seat would be single' },
    { held: [3, 4], gone: [4], strangers: [5], left: { 3: 1 }, why: 'seat 4 would be single' },
    { held: [3, 4], gone: [4], left: { 3: 3 }, why: 'no seat would be single' },
    { held: [4], gone: [4], strangers: [3, 5], left: {}, why: 'nothing is left to move' },
    { seats: 3, held: [1, 2, 3], gone: [2], left: { 1: 1, 3: 3 }, why: 'no shift avoids a single seat' },
    { held: [2, 4, 5], gone: [5], left: { 2: 2, 4: 4 }, why: 'seats 1 and 3 were single before' },
    {
      held: [5, 6, 7],
      gone: [6],
      strangers: [8],
      distance: 1,
      left: { 5: 5, 7: 7 },
      why: 'the distance rule already closes seat 6',
    },
  ])(
    'SEAT-07 removes seats $gone from the held seats $held and leaves $left (old seat: new seat), because $why',
    ({ seats = 8, held, gone, strangers, distance, left }) => {
      expect(seatsAfterRemoval(seats, held, gone, strangers, distance)).toEqual(left)
    },
  )

  it('SEAT-07 moves no place for a wheelchair or a companion when a seat in its row is removed', () => {
    const { accessible, companion } = SEAT_FLAGS
    const moves = (flags: Record<number, number>) => {
      const plan = seatPlan({ sections: [{ id: 'A', rows: [{ row: '1', seats: 4, flags }] }] })
      return decideRemoval(ledgerOf(plan, [own('A-1-1'), own('A-1-2')]), 'cart-1', ['hold-A-1-1']).answer.moved?.map(
        ({ seatId }) => seatId,
      )
    }
    expect(moves({})).toEqual(['A-1-4'])
    expect(moves({ 2: companion, 4: companion })).toEqual([])
    expect(moves({ 2: accessible, 4: accessible })).toEqual([])
  })

  it('SEAT-07 moves no seat that the cart has bought and no seat in another row', () => {
    const plan = seatPlan({
      sections: [
        {
          id: 'A',
          rows: [
            { row: '1', seats: 8 },
            { row: '2', seats: 8 },
          ],
        },
      ],
    })
    const ledger = ledgerOf(plan, [sold('A-1-3'), own('A-1-4'), own('A-2-2')])
    expect(decideRemoval(ledger, 'cart-1', ['hold-A-1-4']).answer).toEqual({ ok: true, released: 1, moved: [] })
    const beside = ledgerOf(plan, [sold('A-1-5'), own('A-1-3'), own('A-1-4'), own('A-2-2')])
    expect(decideRemoval(beside, 'cart-1', ['hold-A-1-4']).answer.moved).toMatchObject([
      { holdId: 'hold-A-1-3', seatId: 'A-1-1' },
    ])
  })

  it('SEAT-04 SEAT-07 never gives a removed seat back to the cart, and moves other seats only if no new single seat remains', () => {
    const random = new Random(7)
    let moves = 0
    for (let round = 0; round < 2_000; round++) {
      const seats = 3 + random.below(8)
      const numbers = Array.from({ length: seats }, (_, index) => index + 1)
      const owners = numbers.map(() => random.below(3))
      const held = numbers.filter((_, index) => owners[index] === 1)
      const strangers = numbers.filter((_, index) => owners[index] === 2 && random.chance(0.5))
      const gone = held.filter(() => random.chance(0.4))
      const left = Object.values(seatsAfterRemoval(seats, held, gone, strangers))
      expect(left.filter((number) => gone.includes(number))).toEqual([])
      expect(new Set(left).size).toBe(held.length - gone.length)
      const stays = held.filter((number) => !gone.includes(number))
      if (left.every((number) => stays.includes(number))) continue
      moves++
      expect(
        singleSeats(seats, [...left, ...strangers]).every((number) => singleSeats(seats, strangers).includes(number)),
      ).toBe(true)
    }
    expect(moves).toBeGreaterThan(100)
  })

  function singleSeats(seats: number, taken: readonly number[]): number[] {
    const isFree = (number: number) => number >= 1 && number <= seats && !taken.includes(number)
    return Array.from({ length: seats }, (_, index) => index + 1).filter(
      (number) => isFree(number) && !isFree(number - 1) && !isFree(number + 1),
    )
  }
})

it('SEAT-04 decideRelease releases a hold only once if the request names the hold twice', () => {
  const ledger = ledgerOf(oneRow(2), [own('A-1-1')])
  expect(decideRelease(ledger, 'cart-1', ['hold-A-1-1', 'hold-A-1-1']).answer.released).toBe(1)
})

it('SEAT-10 decideExtend extends every hold of the cart, but only once', () => {
  const ledger = ledgerOf(oneRow(3), [own('A-1-1'), own('A-1-2'), { place: 'A-1-3' }])
  const { answer, changes } = decideExtend(ledger, 'cart-1', 600)
  expect(answer).toEqual({ heldUntil: NOW + 30 * MINUTE, extended: true })
  expect(changes).toHaveLength(2)
  ledger.apply(changes)
  expect(decideExtend(ledger, 'cart-1', 600)).toEqual({
    answer: { heldUntil: NOW + 30 * MINUTE, extended: false },
    changes: [],
  })
})

describe('decideRebook after a late payment', () => {
  const plan = seatPlan({
    sections: [{ id: 'A', rows: [{ row: '1', seats: 6 }] }],
    allotments: [{ sectionId: 'floor', capacity: 3 }],
  })
  const request = { orderId: 'order-1', epoch: 2, plan: DEMO_PLAN, seatIds: ['A-1-1'], amounts: [], now: NOW }

  it.each([
    { change: { seatIds: [] }, code: 'BAD_INPUT', why: 'an empty request' },
    { change: { seatIds: ['A-1-1', 'A-1-1'] }, code: 'BAD_INPUT', why: 'a list that names a seat twice' },
    { change: { amounts: [{ sectionId: 'floor', amount: 0 }] }, code: 'BAD_INPUT', why: 'an amount of zero' },
    { change: { seatIds: ['A-9-9'] }, code: 'SEATS_NOT_AVAILABLE', why: 'a seat that the plan no longer has' },
    {
      change: { amounts: [{ sectionId: 'gone', amount: 1 }] },
      code: 'TICKETS_NOT_AVAILABLE',
      why: 'an area that the plan no longer has',
    },
    {
      change: { epoch: 1, amounts: [{ sectionId: 'floor', amount: 1 }], seatIds: [] },
      code: 'TICKETS_NOT_AVAILABLE',
      why: 'a released epoch',
    },
  ])('SEAT-09 rejects $why with $code', ({ change, code }) => {
    expect(decideRebook(ledgerOf(plan), { ...request, ...change }, 1, newHoldId)).toMatchObject({
      answer: { code },
      changes: [],
    })
  })

  it('SEAT-09 replaces the order’s seats of an earlier epoch, but not those of a later epoch', () => {
    const ledger = ledgerOf(plan, [sold('A-1-1'), { ...sold('floor'), kind: 'section', amount: 3 }])
    const amounts = [{ sectionId: 'floor', amount: 2 }]
    const { answer, changes } = decideRebook(ledger, { ...request, amounts }, -1, newHoldId)
    expect(answer).toMatchObject({
      ok: true,
      holds: [{ seatId: 'A-1-1' }, { sectionId: 'floor', amount: 2, category: 2 }],
    })
    ledger.apply(changes)
    expect(ledger.counts()).toMatchObject({ sold: 3, free: 6 })
    expect(decideRebook(ledger, { ...request, epoch: 1 }, -1, newHoldId).answer).toMatchObject({
      code: 'SEATS_NOT_AVAILABLE',
    })
  })

  it('SEAT-06 applies the distance rule to the seats of other carts, but not to the seats of the order itself', () => {
    const seatIds = ['A-1-1', 'A-1-2']
    const near = ledgerOf(plan, [{ place: 'A-1-3' }], 1)
    expect(decideRebook(near, { ...request, seatIds }, -1, newHoldId).answer).toMatchObject({
      params: { seatIds: ['A-1-2'] },
    })
    const far = ledgerOf(plan, [{ place: 'A-1-4' }], 1)
    expect(decideRebook(far, { ...request, seatIds }, -1, newHoldId).answer.ok).toBe(true)
  })
})
