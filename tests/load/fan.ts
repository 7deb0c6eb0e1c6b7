/**
 * One fan at a rush: takes a place, waits as told, comes in, looks at the event, holds one to four seats and buys them by
 * bank transfer or lets them go. A ghost takes a place and is never seen again. What a fan was told stands in the record,
 * so that it can be judged afterwards.
 */
import { Buyer, insist, Refused } from './buyer.ts'

export const STEPS = ['arrive', 'poll', 'enter', 'hold', 'let go', 'order'] as const
type Step = (typeof STEPS)[number]

/** A rush as all its fans share it. */
export type Rush = {
  base: string
  eventId: string
  room: string
  /** Seat ids of each pricing category, in the order of the plan: neighbours follow each other. */
  seats: ReadonlyMap<number, string[]>
  /** Milliseconds of each answered request. */
  latencies: Record<Step, number[]>
  counts: { refused: number; broken: number; brokenBy: Map<string, number> }
  /** Epoch milliseconds after which nobody waits any longer; whoever is inside finishes. */
  endsAt: number
}

export type FanRecord = {
  kind: 'buyer' | 'quitter' | 'ghost'
  place: { id: string; joinedAt: number } | null
  /** How many were said to come first, and when it was asked, by the load's clock, which is the server's. */
  told: { askedAt: number; placeId: string | null; ahead: number | null; isCalled: boolean }[]
  /** The server's instant of the pass; 0 without one. */
  admittedAt: number | null
  /** As the cart held them. */
  seats: string[]
  heldAt: number | null
  order: { id: string; reference: string } | null
  orderedAt: number | null
}

const PATIENCE_MS = 60_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export class Fan {
  readonly record: FanRecord
  private readonly rush: Rush
  private readonly buyer: Buyer

  constructor(rush: Rush, kind: FanRecord['kind']) {
    this.rush = rush
    this.buyer = new Buyer(rush.base)
    this.record = {
      kind,
      place: null,
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
      if (!(await this.comeIn())) return
      const variants = await this.look()
      const cart = await this.hold(variants)
      if (!cart) return
      if (this.record.kind === 'quitter') await this.letGo(cart.itemIds)
      else await this.order(cart.totalCents)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.rush.counts.refused++
    }
  }

  /** False for who is not let in before the rush is over, or never comes back. */
  private async comeIn(): Promise<boolean> {
    const { rush, record } = this
    for (let isFirst = true, askedAt = Date.now(); askedAt < rush.endsAt; askedAt = Date.now()) {
      const { session } = await this.timed(isFirst ? 'arrive' : 'poll', () => this.buyer.session(rush.room))
      isFirst = false
      record.place ??= this.place()
      if (!session.queue) {
        record.admittedAt = this.passSince()
        return true
      }
      const { placeId, ahead, isCalled } = session.queue
      record.told.push({ askedAt, placeId, ahead, isCalled })
      if (record.kind === 'ghost') return false
      await wait(Math.min(session.queue.pollAfterSeconds * 1000, Math.max(0, rush.endsAt - Date.now())))
    }
    return false
  }

  /** The page and what is free, as a browser asks for them; gives a variant for each category. */
  private look(): Promise<Map<number, string>> {
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

  private async letGo(itemIds: string[]): Promise<void> {
    for (const itemId of itemIds) {
      const key = crypto.randomUUID()
      await this.timed('let go', () => this.buyer.remove(itemId, key))
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

  /** Times the answer that counts; before it, a server that is down is asked again. */
  private timed<Answer>(step: Step, work: () => Promise<Answer>): Promise<Answer> {
    const { latencies, counts } = this.rush
    const once = async () => {
      const before = performance.now()
      const answer = await work()
      latencies[step].push(performance.now() - before)
      return answer
    }
    return insist(once, Date.now() + PATIENCE_MS, (error) => {
      const text = `${step}: ${error instanceof Error ? error.message : String(error)}`
      counts.broken++
      counts.brokenBy.set(text, (counts.brokenBy.get(text) ?? 0) + 1)
    })
  }

  private place(): FanRecord['place'] {
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
