/**
 * Many carts request one seat at once. Two guards give the seat to only one of them: EventSeats does not await between read
 * and write, and the primary key of the seat’s row rejects a second claim. A control runs the same race without both guards.
 */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createLayout } from '../../../worker/domain/seats/block-layout.ts'
import { decideHold } from '../../../worker/domain/seats/hold-decision.ts'
import type { HoldAnswer, HoldRequest } from '../../../worker/domain/seats/seat-hold.ts'
import { SeatLedger } from '../../../worker/domain/seats/seat-ledger.ts'
import { SeatRows } from '../../../worker/durable/event-seats.sql.ts'
import { holdRequest, NOW } from '../../support/hold-builder.ts'
import { newSeatObject, runInSeatObject, setClockFarAhead, storePlan } from '../../support/seat-object.ts'
import { oneRow } from '../../support/seat-plan-builder.ts'

const PLAN = { key: 'plans/race.json', version: 1 }
const CARTS = Array.from({ length: 200 }, (_, index) => `cart-${index}`)

beforeAll(() => storePlan(PLAN, oneRow(4)))
beforeEach(setClockFarAhead)
afterEach(() => {
  vi.useRealTimers()
})

function requestOf(cartId: string, round: number) {
  return holdRequest({ cartId, plan: PLAN, seatIds: [`A-1-${1 + (round % 4)}`], requestKey: `round-${round}` })
}

/** Requests the same seat for all carts at once. Returns the carts that got the seat. */
async function winnersOf(hold: (request: HoldRequest) => Promise<HoldAnswer>, round: number) {
  const answers = await Promise.all(CARTS.map((cartId) => hold(requestOf(cartId, round))))
  return answers.flatMap((answer, index) => {
    if (answer.ok) return [{ cartId: CARTS[index] ?? '', holdIds: answer.holds.map(({ holdId }) => holdId) }]
    expect(answer.code).toBe('SEATS_NOT_AVAILABLE')
    return []
  })
}

it('SEAT-09 EventSeats grants exactly one of 200 parallel holds of a seat in each of 1,000 rounds', async () => {
  const seats = newSeatObject()
  await runInSeatObject(seats, async (object) => {
    for (let round = 0; round < 1000; round++) {
      const winners = await winnersOf((request) => object.hold(request), round)
      expect(winners).toHaveLength(1)
      for (const { cartId, holdIds } of winners) await object.release(cartId, holdIds, NOW)
    }
  })
  expect(await seats.audit(NOW)).toMatchObject({ ok: true, counts: { free: 4, held: 0, sold: 0 } })
})

it('SEAT-09 a control without the two guards grants the seat to several carts', async () => {
  const seats = newSeatObject()
  const layout = createLayout(oneRow(4), PLAN, 0)
  const winners = await runInSeatObject(seats, async (_, { storage }) => {
    const rows = new SeatRows(storage.sql)
    const holdUnguarded = async (request: HoldRequest) => {
      const ledger = new SeatLedger(layout, rows.claims(), 0, 0)
      const { answer, changes } = decideHold(ledger, request, () => crypto.randomUUID())
      await Promise.resolve()
      storage.sql.exec("DELETE FROM claims WHERE place = 'A-1-1'")
      rows.write(changes, request.now)
      return answer
    }
    return winnersOf(holdUnguarded, 0)
  })
  expect(winners.length).toBeGreaterThan(1)
})

it('SEAT-09 EventSeats grants exactly one of 200 parallel holds of a seat over RPC in each of 20 rounds', async () => {
  const seats = newSeatObject()
  for (let round = 0; round < 20; round++) {
    const winners = await winnersOf(async (request) => seats.hold(request), round)
    expect(winners).toHaveLength(1)
    for (const { cartId, holdIds } of winners) await seats.release(cartId, holdIds, NOW)
  }
})

it('SEAT-09 EventSeats gives a seat to exactly one order when 20 carts and a late payment compete for it', async () => {
  const seats = newSeatObject()
  for (let round = 0; round < 20; round++) {
    const now = NOW + round
    const seatId = 'A-1-1'
    const late = { orderId: `late-${round}`, epoch: 1, plan: PLAN, seatIds: [seatId], amounts: [], now }
    const attempts = CARTS.slice(0, 20).map(async (cartId) => {
      const held = await seats.hold(holdRequest({ cartId, plan: PLAN, seatIds: [seatId], now }))
      if (!held.ok) return null
      const holdIds = held.holds.map(({ holdId }) => holdId)
      const orderId = `order-${round}-${cartId}`
      return (await seats.book({ cartId, orderId, epoch: 1, holdIds, now })).ok ? orderId : null
    })
    const owners = await Promise.all([
      ...attempts,
      seats.rebook(late).then((answer) => (answer.ok ? late.orderId : null)),
    ])
    const [owner = '', ...others] = owners.filter((orderId) => orderId !== null)
    expect(others).toEqual([])
    expect(await seats.counts(PLAN, now)).toMatchObject({ sold: 1, held: 0 })
    expect(await seats.releaseOrder(owner, 1, now)).toEqual({ ok: true, released: 1 })
  }
})
