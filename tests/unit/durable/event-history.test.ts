/** Runs random operations on an event with real EventSeats objects and a real database. Some operations evict an object. */
import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { SeatPlan } from '../../../schema/seat-map.ts'
import type { EventSeats } from '../../../worker/durable/event-seats.ts'
import type { Withdrawal } from '../../../worker/import/seat-map/withdrawal.ts'
import { type Backend, type BookedLine, EventHistory } from '../../support/event-history.ts'
import { Random } from '../../support/random.ts'
import { setClockFarAhead } from '../../support/seat-object.ts'
import { buildWorld, type World } from '../../support/shop-world.ts'
import { addSplitEvent, type SplitEvent } from '../../support/split-event.ts'
import { testEnv } from '../../support/test-env.ts'

const STEPS = 2_500
let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})
beforeEach(setClockFarAhead)
afterEach(() => {
  vi.useRealTimers()
})

const db = testEnv.DB
const INSERT_ORDER = `INSERT INTO orders (id, reference, shop_id, cart_id, status, locale, country_code, email,
    shipping_address, billing_address, shipping_method, shipping_name, payment_method, subtotal_cents, shipping_cents,
    total_cents, vat_cents, terms_accepted_at, placed_at, due_at)
  SELECT ?1, ?1, id, 'cart', 'payment_pending', 'de', 'de', ?1, '{}', '{}', '-1', '', 'bank_transfer', 0, 0, 0, 0, 1, 1, 1
  FROM shops LIMIT 1`
const INSERT_LINE = `INSERT INTO order_items (id, order_id, position, type, variant_id, event_id, descriptive_name, variant_name,
    amount, unit_cents, total_cents, vat_basis_points, physical, section_id, seat_id, block)
  VALUES (?1 || '-' || ?2, ?1, ?2, 'ticket', ?3, ?4, '', '', ?5, 0, 0, 0, 0, ?6, ?7, ?8)`

class RealBackend implements Backend {
  private readonly event: SplitEvent

  constructor(event: SplitEvent) {
    this.event = event
  }

  seats(block: number): DurableObjectStub<EventSeats> {
    const { EVENT_SEATS } = env as { EVENT_SEATS: DurableObjectNamespace<EventSeats> }
    return EVENT_SEATS.getByName(`${this.event.id}/${block}`)
  }

  async restart(block: number): Promise<void> {
    await evictDurableObject(this.seats(block))
  }

  async storePlan({ key }: { key: string }, plan: SeatPlan): Promise<void> {
    await testEnv.BUCKET.put(key, JSON.stringify(plan))
  }

  async writeOrder(orderId: string, lines: BookedLine[]): Promise<boolean> {
    const id = `${this.event.id}/${orderId}`
    const rows = lines.map(({ sectionId, seatId, amount, block }, position) =>
      db.prepare(INSERT_LINE).bind(id, position, this.event.seat, this.event.id, amount, sectionId, seatId, block),
    )
    const refusal = await refusalOf(() => db.batch([db.prepare(INSERT_ORDER).bind(id), ...rows]))
    if (refusal !== null) expect(refusal).toMatch(/order_items_seat_(taken|withdrawn)/)
    return refusal === null
  }

  async cancelOrder(orderId: string): Promise<void> {
    await this.setStatus(orderId, 'cancelled')
  }

  async reviveOrder(orderId: string): Promise<boolean> {
    const refusal = await refusalOf(() => this.setStatus(orderId, 'done'))
    if (refusal !== null) expect(refusal).toContain('orders_revival_seats')
    return refusal === null
  }

  async publish(withdrawn: Withdrawal[]): Promise<boolean> {
    const insert = db.prepare(
      'INSERT INTO withdrawn_seats (event_id, section_id, seat_id, capacity) VALUES (?, ?, ?, ?)',
    )
    const refusal = await refusalOf(() =>
      db.batch([
        db.prepare('DELETE FROM withdrawn_seats WHERE event_id = ?').bind(this.event.id),
        ...withdrawn.map(({ sectionId, seatId, capacity }) => insert.bind(this.event.id, sectionId, seatId, capacity)),
      ]),
    )
    if (refusal !== null) expect(refusal).toContain('withdrawn_seats_sold')
    return refusal === null
  }

  private setStatus(orderId: string, status: string) {
    return db.prepare('UPDATE orders SET status = ?2 WHERE id = ?1').bind(`${this.event.id}/${orderId}`, status).run()
  }
}

async function refusalOf(write: () => Promise<unknown>): Promise<string | null> {
  try {
    await write()
    return null
  } catch (error) {
    return String(error)
  }
}

it.each([1, 2])(
  'SEAT-09 real objects and the database agree with the model over 2,500 steps (seed %i)',
  async (seed) => {
    const event = await addSplitEvent(world, 100)
    const history = new EventHistory(new RealBackend(event), new Random(seed))
    await history.begin()
    while (history.operations < STEPS) await history.step()
    for (const outcome of ['book ok', 'write ok', 'revive true', 'import smaller', 'rebook ok', 'restart ok'])
      expect(history.outcomes.get(outcome) ?? 0, outcome).toBeGreaterThan(5)
  },
)
