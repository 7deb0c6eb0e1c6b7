/** Compares an event's objects and orders with a sequential model over a million random steps. */
import { describe, expect, it } from 'vitest'
import type { SeatPlan } from '../../../../schema/seat-map.ts'
import type { Withdrawal } from '../../../../worker/import/seat-map/withdrawal.ts'
import { type Backend, type BookedLine, EventHistory } from '../../../support/event-history.ts'
import { MAX_BLOCKS } from '../../../support/hall.ts'
import { PlainSeats } from '../../../support/plain-seats.ts'
import { Random } from '../../../support/random.ts'

/** The random histories must produce each of these outcomes. Otherwise, the comparison would not cover them all. */
const OUTCOMES = [
  'book SEATS_NOT_AVAILABLE',
  'book TICKETS_NOT_AVAILABLE',
  'book ok',
  'extend extended true',
  'hold BAD_INPUT',
  'hold SEATS_NOT_AVAILABLE',
  'hold TICKETS_NOT_AVAILABLE',
  'hold TICKET_LIMIT_EXCEEDED',
  'hold again ok',
  'hold ok',
  'import held',
  'import larger',
  'import smaller',
  'import sold',
  'rebook SEATS_NOT_AVAILABLE',
  'rebook TICKETS_NOT_AVAILABLE',
  'rebook ok',
  'release released true',
  'releaseOrder released false',
  'releaseOrder released true',
  'restart ok',
  'revive false',
  'revive true',
  'write ok',
  'write withdrawn',
]

/** Simulates the Durable Objects and the database with Maps. */
class PlainBackend implements Backend {
  private readonly plans = new Map<string, SeatPlan>()
  private readonly objects = Array.from({ length: MAX_BLOCKS }, (_, block) => new PlainSeats(block, this.plans))
  private readonly open = new Map<string, BookedLine[]>()
  private readonly cancelled = new Map<string, BookedLine[]>()
  private withdrawn: Withdrawal[] = []

  seats(block: number): PlainSeats {
    const object = this.objects[block]
    if (!object) throw new Error(`no block ${block}`)
    return object
  }

  async restart(block: number): Promise<void> {
    this.seats(block).restart()
  }

  async storePlan({ key }: { key: string }, plan: SeatPlan): Promise<void> {
    this.plans.set(key, plan)
  }

  async writeOrder(orderId: string, lines: BookedLine[]): Promise<boolean> {
    const maySell = this.maySell(lines)
    if (maySell) this.open.set(orderId, lines)
    return maySell
  }

  async cancelOrder(orderId: string): Promise<void> {
    this.cancelled.set(orderId, this.open.get(orderId) ?? [])
    this.open.delete(orderId)
  }

  async reviveOrder(orderId: string): Promise<boolean> {
    const lines = this.cancelled.get(orderId) ?? []
    if (!this.maySell(lines)) return false
    this.cancelled.delete(orderId)
    this.open.set(orderId, lines)
    return true
  }

  async publish(withdrawn: Withdrawal[]): Promise<boolean> {
    const sold = [...this.open.values()].flat()
    const isSold = withdrawn.some((gone) =>
      gone.seatId === ''
        ? amountIn(sold, gone.sectionId) > gone.capacity
        : sold.some((line) => line.seatId === gone.seatId && line.sectionId === gone.sectionId),
    )
    if (!isSold) this.withdrawn = withdrawn
    return !isSold
  }

  private maySell(lines: BookedLine[]): boolean {
    const all = [...this.open.values(), lines].flat()
    const seats = all.flatMap(({ seatId }) => seatId ?? [])
    if (new Set(seats).size < seats.length) return false
    return !lines.some((line) =>
      this.withdrawn.some(
        ({ sectionId, seatId, capacity }) =>
          sectionId === line.sectionId &&
          seatId === (line.seatId ?? '') &&
          (line.seatId !== null || amountIn(all, sectionId) > capacity),
      ),
    )
  }
}

function amountIn(lines: BookedLine[], section: string): number {
  return lines.reduce(
    (sum, { sectionId, seatId, amount }) => sum + (seatId === null && sectionId === section ? amount : 0),
    0,
  )
}

describe('random histories of an event', () => {
  const counts = new Map<string, number>()

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'SEAT-09 agree with the model over 100,000 steps (seed %i)',
    async (seed) => {
      const history = new EventHistory(new PlainBackend(), new Random(seed))
      await history.begin()
      while (history.operations < 100_000) await history.step()
      for (const [outcome, count] of history.outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + count)
    },
  )

  it('produce every listed outcome at least 20 times', () => {
    expect(OUTCOMES.filter((outcome) => (counts.get(outcome) ?? 0) < 20)).toEqual([])
  })
})
