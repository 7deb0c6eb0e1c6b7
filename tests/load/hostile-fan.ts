/**
 * Simulates a visitor who attacks a sale. All hostile visitors together have two IP addresses. The visitor polls every
 * 750 ms and ignores the delay that the shop demands. After admission, the visitor repeats one attack until the rush is over:
 * slow holds, orders under aliases of one email address, or holds that are released at once. Visitors of the kind
 * `shared cookie` use the cookies and the address of the previous hostile visitor.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Buyer, Refused } from './buyer.ts'
import type { Rush } from './fan.ts'

const HOSTILE_KINDS = ['slow body', 'shared cookie', 'email alias', 'endless hold'] as const
type HostileKind = (typeof HOSTILE_KINDS)[number]

const MACHINES = ['203.0.113.66', '198.51.100.66']
const POLL_MS = 750
const SLOW_MS = 5_000
const SEATS_AT_ONCE = 4

export class HostileFan {
  /** Whether the visitor has ever been admitted. */
  admitted = false
  orders = 0
  private isInside = false
  private readonly rush: Rush
  private readonly kind: HostileKind
  private readonly buyer: Buyer

  constructor(rush: Rush, turn: number, before: HostileFan | null) {
    this.rush = rush
    this.kind = HOSTILE_KINDS[turn % HOSTILE_KINDS.length] ?? 'slow body'
    const shares = this.kind === 'shared cookie' && before !== null
    this.buyer = shares ? before.buyer : new Buyer(rush.base, 'stagedoor', MACHINES[turn % MACHINES.length])
  }

  async live(): Promise<void> {
    while (Date.now() < this.rush.endsAt) {
      try {
        if (this.isInside) await this.attack()
        else await this.poll()
      } catch (error) {
        // The shop rejected the request or the connection broke. The visitor tries again. After an order,
        // which ends the pass, the visitor waits in the queue again.
        if (error instanceof Refused && error.code === 'QUEUE_ACTIVE') this.isInside = false
        await wait(POLL_MS)
      }
    }
  }

  private async poll(): Promise<void> {
    const { session } = await this.buyer.session(this.rush.room)
    this.isInside = session.queue === null
    if (this.isInside) this.admitted = true
    else await wait(POLL_MS)
  }

  private async attack(): Promise<void> {
    const { event } = await this.buyer.event('arena')
    const variantId = event?.pricingCategories[0]?.variants[0]?.id ?? ''
    const request = [{ productVariantId: variantId, amount: SEATS_AT_ONCE }]
    if (this.kind === 'slow body') {
      await this.buyer.addSlowly(request, SLOW_MS)
      return
    }
    const { addItems } = await this.buyer.add(request)
    if (this.kind === 'email alias') {
      const totalCents = addItems.cart.totalCents
      const email = `bot+${crypto.randomUUID()}@example.org`
      await this.buyer.placeOrder({ totalCents, shipping: null, paymentMethod: 'bank_transfer', email })
      this.orders++
      return
    }
    for (const { id } of addItems.cart.items) await this.buyer.remove(id)
  }
}
