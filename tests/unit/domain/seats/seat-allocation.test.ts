import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEAT_FLAGS } from '../../../../schema/seat-map.ts'
import { decideHold } from '../../../../worker/domain/seats/hold-decision.ts'
import { avoidSingles, bestSeats } from '../../../../worker/domain/seats/seat-allocation.ts'
import { holdRequest } from '../../../support/hold-builder.ts'
import { ledgerOf, seatIdsOf } from '../../../support/seat-ledger-builder.ts'
import { oneRow, seatPlan } from '../../../support/seat-plan-builder.ts'

type Plan = ReturnType<typeof seatPlan>

function best(plan: Plan, taken: string[], request: Partial<Parameters<typeof bestSeats>[1]>) {
  const ledger = ledgerOf(
    plan,
    taken.map((place) => ({ place })),
  )
  const found = bestSeats(ledger, {
    amount: 1,
    category: 1,
    section: null,
    cartId: 'cart-1',
    avoidSingleSeats: false,
    ...request,
  })
  return found.ok ? seatIdsOf(plan, found.seats) : found
}

describe('bestSeats', () => {
  const hall = seatPlan({
    sections: [
      {
        id: 'A',
        rows: [
          { row: '1', seats: 8, aislesAfter: [4] },
          { row: '2', seats: 8 },
          { row: '3', seats: 8 },
        ],
      },
      { id: 'B', rows: [{ row: '1', seats: 4, category: 2 }] },
    ],
  })
  const rowTaken = (row: number, ...numbers: number[]) => numbers.map((number) => `A-${row}-${number}`)

  it('SEAT-12 picks adjacent seats of the front row, as near to its middle as possible without an aisle between them', () => {
    expect(best(hall, [], { amount: 2 })).toEqual(['A-1-3', 'A-1-4'])
    expect(best(hall, rowTaken(1, 3, 4), { amount: 2 })).toEqual(['A-1-5', 'A-1-6'])
  })

  it('SEAT-12 keeps a group together in a row further back instead of splitting the group at an aisle', () => {
    expect(best(hall, [], { amount: 6 })).toEqual(['A-2-2', 'A-2-3', 'A-2-4', 'A-2-5', 'A-2-6', 'A-2-7'])
  })

  it('SEAT-12 splits a group over neighbouring rows only if no row has enough adjacent free seats', () => {
    const taken = [...rowTaken(1, 1, 2, 3, 4, 5, 6, 7), ...rowTaken(2, 1, 2, 3, 4, 5), ...rowTaken(3, 1, 2, 3, 4, 5, 6)]
    expect(best(hall, taken, { amount: 3 })).toEqual(['A-2-6', 'A-2-7', 'A-2-8'])
    expect(best(hall, taken, { amount: 4 })).toEqual(['A-2-6', 'A-2-7', 'A-2-8', 'A-1-8'])
    expect(best(hall, taken, { amount: 5 })).toEqual(['A-2-6', 'A-2-7', 'A-2-8', 'A-3-7', 'A-3-8'])
    expect(best(hall, taken, { amount: 6 })).toHaveLength(6)
  })

  it('SEAT-12 picks no seats and returns the number of free seats if there are too few', () => {
    expect(best(hall, ['B-1-2'], { amount: 4, category: 2 })).toEqual({ ok: false, left: 3 })
  })

  it('SEAT-12 stays in the requested section', () => {
    const twins = seatPlan({ sections: ['A', 'B'].map((id) => ({ id, rows: [{ row: '1', seats: 3 }] })) })
    expect(best(twins, [], { amount: 2, section: 1 })).toEqual(['B-1-1', 'B-1-2'])
    expect(best(twins, [], { amount: 4, section: 1 })).toEqual({ ok: false, left: 3 })
    expect(best(twins, [], { amount: 4 })).toHaveLength(4)
  })

  it('SEAT-12 never picks wheelchair or companion seats', () => {
    const flags = { 1: SEAT_FLAGS.accessible, 2: SEAT_FLAGS.companion, 3: SEAT_FLAGS.restrictedView }
    const plan = seatPlan({ sections: [{ id: 'A', rows: [{ row: '1', seats: 4, flags }] }] })
    expect(best(plan, [], { amount: 2 })).toEqual(['A-1-3', 'A-1-4'])
    expect(best(plan, [], { amount: 3 })).toEqual({ ok: false, left: 2 })
  })

  it('SEAT-07 leaves no single free seat if the request asks for that and the row has an alternative', () => {
    expect(best(oneRow(5), [], { amount: 2 })).toEqual(['A-1-2', 'A-1-3'])
    expect(best(oneRow(5), [], { amount: 2, avoidSingleSeats: true })).toEqual(['A-1-1', 'A-1-2'])
  })
})

describe('bestSeats with views', () => {
  /** Three blocks side by side. The stage is in front of the middle one, which the plan lists second. */
  function stalls(): Plan {
    const plan = seatPlan({
      sections: ['left', 'middle', 'right'].map((id) => ({
        id,
        rows: ['1', '2', '3'].map((row) => ({ row, seats: 4 })),
      })),
    })
    plan.views = plan.seats.map(([, section, row, number]) => {
      const x = (section - 1) * 50 + (Number(number) - 2.5) * 10
      return Math.round(Math.hypot(x, 50 + Number(row) * 10))
    })
    return plan
  }
  const plan = stalls()
  const own = (...places: string[]) => {
    const ledger = ledgerOf(
      plan,
      places.map((place) => ({ place, cartId: 'cart-1' })),
    )
    return (amount: number, more: Partial<Parameters<typeof bestSeats>[1]> = {}) => {
      const criteria = { amount, category: 1, section: null, cartId: 'cart-1', avoidSingleSeats: false, ...more }
      const found = bestSeats(ledger, criteria)
      return found.ok ? seatIdsOf(plan, found.seats) : found
    }
  }

  it('SEAT-12 picks the seats with the best view, in whichever section the plan lists them', () => {
    expect(best(plan, [], { amount: 2 })).toEqual(['middle-1-2', 'middle-1-3'])
    expect(best(plan, ['middle-1-2', 'middle-1-3'], { amount: 2 })).toEqual(['middle-2-2', 'middle-2-3'])
    expect(best(plan, [], { amount: 2, section: 2 })).toEqual(['right-1-1', 'right-1-2'])
  })

  it('SEAT-12 picks the same seats as a comparison of all adjacent seats', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: plan.seats.length - 1 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 4 }),
        (taken, amount) => {
          const isFree = (seat: number) => !taken.includes(seat)
          const viewOf = (seats: number[]) => seats.reduce((sum, seat) => sum + (plan.views?.[seat] ?? 0), 0)
          const windows = plan.runs.flatMap((run) =>
            run.flatMap((_, start) => {
              const seats = run.slice(start, start + amount)
              return seats.length === amount && seats.every(isFree) ? [viewOf(seats)] : []
            }),
          )
          const ids = best(plan, seatIdsOf(plan, taken), { amount, together: true })
          if (!Array.isArray(ids)) return windows.length === 0
          const seats = ids.map((id) => plan.seats.findIndex(([seat]) => seat === id))
          return viewOf(seats) === Math.min(...windows)
        },
      ),
    )
  })

  it('SEAT-12 splits a group over the seats with the best view, of as few rows as possible', () => {
    const free = (...ids: string[]) => plan.seats.map(([id]) => id).filter((id) => !ids.includes(id))
    const everywhere = free('left-1-1', 'left-1-4', 'middle-2-1', 'middle-2-4', 'right-1-2', 'right-1-4')
    expect(best(plan, everywhere, { amount: 2 })).toEqual(['middle-2-1', 'middle-2-4'])
    const twoRows = free('left-2-4', 'left-3-4', 'middle-1-2', 'middle-2-2', 'right-1-1', 'right-2-1')
    expect(best(plan, twoRows, { amount: 2 })).toEqual(['middle-1-2', 'middle-2-2'])
    const singles = free('middle-1-1', 'middle-1-3', 'right-1-1', 'right-1-3')
    expect(best(plan, singles, { amount: 1 })).toEqual(['middle-1-3'])
    const wide = seatPlan({ sections: [{ id: 'A', rows: [{ row: '1', seats: 7 }] }] })
    wide.views = [40, 30, 20, 10, 21, 31, 41]
    expect(best(wide, ['A-1-2', 'A-1-4', 'A-1-6'], { amount: 2 })).toEqual(['A-1-3', 'A-1-5'])
  })

  it('SEAT-12 first picks seats beside those that the cart holds', () => {
    expect(own('left-3-2')(1)).toEqual(['left-3-3'])
    expect(own('left-3-2')(2)).toEqual(['left-3-3', 'left-3-4'])
    expect(own('left-3-1')(2)).toEqual(['left-3-2', 'left-3-3'])
    expect(own('right-2-2', 'right-2-3')(1)).toEqual(['right-2-1'])
  })

  it('SEAT-12 picks the best view if there are too few seats beside the own ones, or they are in another section', () => {
    expect(own('left-3-2')(3)).toEqual(['middle-1-1', 'middle-1-2', 'middle-1-3'])
    expect(own('left-3-2')(2, { section: 1 })).toEqual(['middle-1-2', 'middle-1-3'])
    expect(own('left-3-2')(2, { cartId: 'cart-2' })).toEqual(['middle-1-2', 'middle-1-3'])
  })
})

describe('avoidSingles', () => {
  const shifted = (seats: number, taken: number[], chosen: number[]) => {
    const ledger = ledgerOf(
      oneRow(seats),
      taken.map((number) => ({ place: `A-1-${number}` })),
    )
    const moved = avoidSingles(
      ledger,
      chosen.map((number) => number - 1),
      'cart-1',
    )
    return moved.map((seat) => seat + 1)
  }

  it.each([
    { seats: 8, taken: [], chosen: [2, 3], held: [1, 2], why: 'seat 1 would be left single' },
    { seats: 8, taken: [], chosen: [3, 2], held: [2, 1], why: 'the order of the choice is kept' },
    { seats: 8, taken: [], chosen: [3, 4], held: [3, 4], why: 'no seat would be left single' },
    { seats: 8, taken: [5], chosen: [3], held: [4], why: 'the seat next to the taken one is used' },
    { seats: 8, taken: [], chosen: [4, 6], held: [4, 5], why: 'the gap between the chosen seats closes' },
    { seats: 3, taken: [], chosen: [1, 2], held: [1, 2], why: 'no shift avoids a single seat' },
    { seats: 7, taken: [1, 3], chosen: [6, 7], held: [6, 7], why: 'seat 2 was single before' },
  ])('SEAT-07 returns $held for the choice $chosen of $seats seats: $why', ({ seats, taken, chosen, held }) => {
    expect(shifted(seats, taken, chosen)).toEqual(held)
  })

  it('SEAT-07 never shifts a choice into another category', () => {
    const plan = oneRow(4)
    expect(avoidSingles(ledgerOf(plan), [1, 2], 'cart-1')).toEqual([0, 1])
    plan.seats = plan.seats.map(([id, section, row, number, category, flags], index) => [
      ...([id, section, row, number] as const),
      index === 0 ? category + 1 : category,
      flags,
    ])
    expect(avoidSingles(ledgerOf(plan), [1, 2], 'cart-1')).toEqual([2, 3])
  })

  it('SEAT-07 shifts no place for a wheelchair or a companion away from its neighbour', () => {
    const { accessible, companion } = SEAT_FLAGS
    const flags = { 6: companion, 7: accessible, 8: companion, 9: accessible }
    const plan = seatPlan({ sections: [{ id: 'A', rows: [{ row: '1', seats: 9, flags }] }] })
    expect(avoidSingles(ledgerOf(plan), [7], 'cart-1')).toEqual([7])
    expect(avoidSingles(ledgerOf(plan), [5, 6], 'cart-1')).toEqual([5, 6])
    // Places without a flag still move: the choice of seats 2 and 3 would leave seat 1 single.
    expect(avoidSingles(ledgerOf(plan), [1, 2], 'cart-1')).toEqual([0, 1])
  })

  it('SEAT-07 never shifts a choice to a wheelchair seat', () => {
    const flags = { 1: SEAT_FLAGS.accessible }
    const plan = seatPlan({ sections: [{ id: 'A', rows: [{ row: '1', seats: 4, flags }] }] })
    expect(avoidSingles(ledgerOf(plan), [1, 2], 'cart-1')).toEqual([2, 3])
  })
})

/** One boolean per seat of a row: true if the seat is free. */
const rowOfSeats = fc.array(fc.boolean(), { minLength: 1, maxLength: 14 })

function singleSeats(free: boolean[]): number[] {
  return free.flatMap((isFree, index) => (isFree && !free[index - 1] && !free[index + 1] ? [index] : []))
}

function remaining(free: boolean[], taken: number[]): boolean[] {
  return free.map((isFree, index) => isFree && !taken.includes(index))
}

function leavesNewSingle(free: boolean[], taken: number[]): boolean {
  return singleSeats(remaining(free, taken)).some((index) => !singleSeats(free).includes(index))
}

/** Returns every run of adjacent free seats of the given length. */
function freeRuns(free: boolean[], amount: number): number[][] {
  return free
    .map((_, start) => Array.from({ length: amount }, (_step, step) => start + step))
    .filter((indexes) => indexes.every((index) => free[index]))
}

function ledgerOfRow(free: boolean[]) {
  return ledgerOf(
    oneRow(free.length),
    free.flatMap((isFree, index) => (isFree ? [] : [{ place: `A-1-${index + 1}` }])),
  )
}

it('SEAT-07 avoidSingles leaves a new single seat only if every shift in the row would leave one', () => {
  const picks = fc.uniqueArray(fc.nat({ max: 13 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(rowOfSeats, picks, (free, wanted) => {
      const chosen = wanted.filter((index) => free[index])
      fc.pre(chosen.length > 0)
      const moved = avoidSingles(ledgerOfRow(free), chosen, 'cart-1')
      expect(new Set(moved).size).toBe(chosen.length)
      expect(moved.every((index) => free[index])).toBe(true)
      const avoidable = freeRuns(free, chosen.length).some((indexes) => !leavesNewSingle(free, indexes))
      if (!leavesNewSingle(free, chosen)) expect(moved).toEqual(chosen)
      else if (avoidable) expect(leavesNewSingle(free, moved)).toBe(false)
      else if (leavesNewSingle(free, moved)) expect(moved).toEqual(chosen)
    }),
    { numRuns: 2000 },
  )
})

it('SEAT-12 bestSeats keeps a group together if possible and leaves no new single seat if the row allows it', () => {
  fc.assert(
    fc.property(
      fc.array(rowOfSeats, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      (rows, amount) => {
        const plan = seatPlan({
          sections: [{ id: 'A', rows: rows.map((free, index) => ({ row: String(index), seats: free.length })) }],
        })
        const taken = rows.flatMap((free, row) =>
          free.flatMap((isFree, index) => (isFree ? [] : [{ place: `A-${row}-${index + 1}` }])),
        )
        const ledger = ledgerOf(plan, taken)
        const request = { amount, category: 1, section: null, cartId: 'cart-1', avoidSingleSeats: true }
        const found = bestSeats(ledger, request)
        const left = rows.flat().filter(Boolean).length
        if (!found.ok) {
          expect(found.left).toBe(left)
          expect(left).toBeLessThan(amount)
          return
        }
        expect(new Set(found.seats).size).toBe(amount)
        expect(found.seats.every((seat) => ledger.state[seat] === 0)).toBe(true)
        const front = rows.findIndex((free) => freeRuns(free, amount).length > 0)
        if (front < 0) return
        const run = ledger.layout.runs[front]?.seats ?? []
        const indexes = found.seats.map((seat) => run.indexOf(seat))
        const free = rows[front] ?? []
        expect(freeRuns(free, amount)).toContainEqual(indexes)
        const avoidable = freeRuns(free, amount).some((run) => !leavesNewSingle(free, run))
        expect(leavesNewSingle(free, indexes)).toBe(!avoidable)
      },
    ),
    { numRuns: 1000 },
  )
})

it('SEAT-09 decideHold holds the whole request or nothing', () => {
  const picks = fc.uniqueArray(fc.nat({ max: 13 }), { maxLength: 6 })
  fc.assert(
    fc.property(
      rowOfSeats,
      picks,
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      (free, wanted, amount, avoidSingleSeats) => {
        const ledger = ledgerOfRow(free)
        const seatIds = wanted.filter((index) => index < free.length).map((index) => `A-1-${index + 1}`)
        const request = { seatIds, amount: seatIds.length || amount, rules: { avoidSingleSeats } }
        const before = ledger.counts()
        const { answer, changes } = decideHold(ledger, holdRequest(request), () => crypto.randomUUID())
        ledger.apply(changes)
        const after = ledger.counts()
        expect(after.held - before.held).toBe(answer.ok ? request.amount : 0)
        expect(before.free - after.free).toBe(answer.ok ? request.amount : 0)
        if (answer.ok) expect(answer.holds).toHaveLength(request.amount)
        else expect(changes).toEqual([])
      },
    ),
  )
})
