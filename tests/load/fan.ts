/**
 * Simulates one fan in a rush. The fan joins the queue, polls whenever the shop says, is admitted, opens the event, holds
 * one to four seats, and buys them by bank transfer or releases them. A fan of the kind `ghost` leaves for good if the shop
 * makes the fan wait. `onsale-verdict.ts` checks the records of all fans after the rush.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '../../worker/domain/text/error-message.ts'
import { Buyer, Refused, retryUntilAnswered } from './buyer.ts'

export const STEPS = ['arrive', 'poll', 'enter', 'hold', 'release', 'order'] as const
type Step = (typeof STEPS)[number]

/** The state that all fans of a rush share. */
export type Rush = {
  base: string
  eventId: string
  room: string
  /** Seat ids of each pricing category, sorted as in the seat map, so that neighbours follow each other. */
  seats: ReadonlyMap<number, string[]>
  /** Latencies of successful steps in milliseconds. Rejected requests are not measured. */
  latencies: Record<Step, number[]>
  counts: { refused: number; broken: number; brokenBy: Map<string, number> }
  /** Epoch milliseconds after which no fan waits for admission any longer. Admitted fans still finish. */
  endsAt: number
}

export type FanRecord = {
  kind: 'buyer' | 'quitter' | 'ghost'
  entry: { id: string; joinedAt: number } | null
  /** The answers that made the fan wait. `askedAt` is the time of the request. Server and fans share one clock. */
  told: { askedAt: number; entryId: string | null; ahead: number | null; isCalled: boolean }[]
  /** The time at which the pass was issued; 0 if the fan was admitted without a pass, null if not admitted. */
  admittedAt: number | null
  /** The seats of the cart: the held seats or, after an order, the ordered ones. Empty after a release. */
  seats: string[]
  heldAt: number | null
  order: { id: string; reference: string } | null
  orderedAt: number | null
}

const TIMEOUT_MS = 60_000

export class Fan {
  readonly record: FanRecord
  private readonly rush: Rush
  private readonly buyer: Buyer

  constructor(rush: Rush, kind: FanRecord['kind']) {
    this.rush = rush
    this.buyer = new Buyer(rush.base)
    this.record = {
      kind,
      entry: null,
      told: [],
      admittedAt: null,
      seats: [],
      heldAt: null,
      order: null,
      orderedAt: null,
    }
  }

  async live(): Promise<void> {
    try {
      if (!(await this.waitForAdmission())) return
      const variants = await this.openEvent()
      const cart = await this.hold(variants)
      if (!cart) return
      if (this.record.kind === 'quitter') await this.release(cart.itemIds)
      else await this.order(cart.totalCents)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.rush.counts.refused++
    }
  }

  /** Returns false if the rush ends before the fan is admitted, or if the fan is a ghost and is not admitted at once. */
  private async waitForAdmission(): Promise<boolean> {
    const { rush, record } = this
    for (let isFirst = true, askedAt = Date.now(); askedAt < rush.endsAt; askedAt = Date.now()) {
      const { session } = await this.timed(isFirst ? 'arrive' : 'poll', () => this.buyer.session(rush.room))
      isFirst = false
      record.entry ??= this.entry()
      if (!session.queue) {
        record.admittedAt = this.passSince()
        return true
      }
      const { entryId, ahead, isCalled } = session.queue
      record.told.push({ askedAt, entryId, ahead, isCalled })
      if (record.kind === 'ghost') return false
      await wait(Math.min(session.queue.pollAfterSeconds * 1000, Math.max(0, rush.endsAt - Date.now())))
    }
    return false
  }

  /** Queries the event and the free seats as a browser does, and returns a variant id for each pricing category. */
  private openEvent(): Promise<Map<number, string>> {
    return this.timed('enter', async () => {
      const { event } = await this.buyer.event('arena')
      await this.buyer.availability(this.rush.eventId)
      const categories = event?.pricingCategories ?? []
      return new Map(categories.map(({ number, variants }) => [number, variants[0]?.id ?? '']))
    })
  }

  private async hold(variants: Map<number, string>): Promise<{ totalCents: number; itemIds: string[] } | null> {
    const { rush, record } = this
    for (let tries = 0; tries < 5; tries++) {
      const [category, seats] = pick([...rush.seats])
      const amount = 1 + Math.floor(Math.random() * 4)
      const start = Math.floor(Math.random() * (seats.length - amount))
      const request = { productVariantId: variants.get(category) ?? '', amount }
      const chosen = tries < 3 && Math.random() < 0.5 ? { seatIds: seats.slice(start, start + amount) } : {}
      const key = crypto.randomUUID()
      try {
        const { addItems } = await this.timed('hold', () => this.buyer.add([{ ...request, ...chosen }], key))
        record.seats = addItems.cart.items.flatMap(({ seatId }) => seatId ?? [])
        record.heldAt = Date.now()
        return { totalCents: addItems.cart.totalCents, itemIds: addItems.cart.items.map(({ id }) => id) }
      } catch (error) {
        if (!(error instanceof Refused) || !/_NOT_AVAILABLE$/.test(error.code)) throw error
        rush.counts.refused++
      }
    }
    return null
  }

  private async release(itemIds: string[]): Promise<void> {
    for (const itemId of itemIds) {
      const key = crypto.randomUUID()
      await this.timed('release', () => this.buyer.remove(itemId, key))
    }
    this.record.seats = []
  }

  private async order(totalCents: number): Promise<void> {
    const key = crypto.randomUUID()
    const { placeOrder } = await this.timed('order', () =>
      this.buyer.placeOrder({ totalCents, shipping: null, paymentMethod: 'bank_transfer' }, key),
    )
    this.record.order = placeOrder.cart
    this.record.orderedAt = Date.now()
  }

  /** Repeats `work` until the shop answers or `TIMEOUT_MS` has passed, and measures only a successful attempt. */
  private timed<Answer>(step: Step, work: () => Promise<Answer>): Promise<Answer> {
    const { latencies, counts } = this.rush
    const once = async () => {
      const before = performance.now()
      const answer = await work()
      latencies[step].push(performance.now() - before)
      return answer
    }
    return retryUntilAnswered(once, Date.now() + TIMEOUT_MS, (error) => {
      const text = `${step}: ${messageOf(error)}`
      counts.broken++
      counts.brokenBy.set(text, (counts.brokenBy.get(text) ?? 0) + 1)
    })
  }

  private entry(): FanRecord['entry'] {
    const [, , id = '', , joinedAt = ''] = this.token('place')
    return id ? { id, joinedAt: Number(joinedAt) } : null
  }

  private passSince(): number {
    const [, , , , since = ''] = this.token('pass')
    return Number(since)
  }

  private token(kind: 'place' | 'pass'): string[] {
    return this.buyer.cookie(`${kind}.${this.rush.room.replace('/', '.')}`)?.split('|') ?? []
  }
}

function pick<Value>(values: Value[]): Value {
  const value = values[Math.floor(Math.random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}
