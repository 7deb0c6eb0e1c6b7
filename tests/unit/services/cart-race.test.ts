/**
 * Carts hold, release, extend and order the same few seats at once. Each call to the seats and each write of an order takes
 * up to 200 ms each way. Some writes to the database are lost, and so are some of its answers. The test applies the seat
 * rules to a ledger in memory, without a Durable Object. A control awaits between each decision and its write, which an
 * EventSeats object must never do.
 */
import { describe, expect, it } from 'vitest'
import type { CartState } from '../../../worker/domain/cart/cart.ts'
import { linesOf } from '../../../worker/domain/cart/cart-line.ts'
import { draftOrder, type OrderDraft } from '../../../worker/domain/orders/order-draft.ts'
import { decideHold, type Verdict } from '../../../worker/domain/seats/hold-decision.ts'
import {
  decideBook,
  decideExtend,
  decideRelease,
  decideRemoval,
  decideUnbook,
} from '../../../worker/domain/seats/seat-booking.ts'
import type { EventSeatsApi } from '../../../worker/domain/seats/seat-hold.ts'
import { paymentsToPlace } from '../../../worker/payments/table.ts'
import { addItems, removeItem, withoutExpiredHolds } from '../../../worker/services/cart.ts'
import type { CartDependencies } from '../../../worker/services/cart-command.ts'
import { extendHolds } from '../../../worker/services/hold-extension.ts'
import { newSaga, resumedSaga, runSaga } from '../../../worker/services/place-order.ts'
import { SeatLoad } from '../../../worker/services/seat-load.ts'
import { PARSED_ADDRESS } from '../../support/address.ts'
import { NOW } from '../../support/hold-builder.ts'
import { Random } from '../../support/random.ts'
import { ledgerOf } from '../../support/seat-ledger-builder.ts'
import { oneRow } from '../../support/seat-plan-builder.ts'
import { cartState, sellableMap, ticket } from '../../support/sellable-builder.ts'
import { VirtualTime } from '../../support/virtual-time.ts'

const SEATS = 8
const seat = ticket('seat')
const { event } = seat
if (!event) throw new Error('the seat has no event')
const seatAvoidingSingles = { ...seat, event: { ...event, rules: { ...event.rules, avoidSingleSeats: true } } }

function draftOf(state: CartState, sellables: ReturnType<typeof sellableMap>, orderId: string, now: number) {
  const lines = linesOf(state.items, sellables)
  let items = 0
  return draftOrder({
    state,
    lines,
    carriers: [],
    payments: paymentsToPlace([{ id: 'bank_transfer', extraChargeCents: 0 }], now),
    input: {
      clientMutationId: orderId,
      email: 'ida@example.org',
      shippingAddress: PARSED_ADDRESS,
      shippingMethod: '-1',
      paymentMethod: 'bank_transfer',
      termsAccepted: true,
      expectedTotalCents: lines.reduce((sum, { totalCents }) => sum + totalCents, 0),
    },
    locale: 'de',
    shopId: 'shop',
    shopSells: () => true,
    orderId,
    reference: orderId,
    networkKey: null,
    addOnOf: null,
    deliveryKey: 'delivery',
    newItemId: () => `${orderId}-${items++}`,
    now,
  })
}

async function race(seed: number, isUnguarded = false) {
  const random = new Random(seed)
  // Every other race uses the rule that avoids single seats.
  const sellables = sellableMap(seed % 2 === 0 ? seat : seatAvoidingSingles)
  const time = new VirtualTime(NOW)
  const ledger = ledgerOf(oneRow(SEATS))
  const orders = new Map<string, OrderDraft>()
  const abandoned = new Set<string>()
  const confirmed = new Set<string>()
  const carts: CartState[] = []
  const faults: string[] = []
  let ids = 0
  const delay = () => time.sleep(random.below(201))

  const call = async <Answer>(decide: () => Verdict<Answer>): Promise<Answer> => {
    await delay()
    ledger.expire(time.now)
    const verdict = decide()
    if (isUnguarded) await delay()
    ledger.apply(verdict.changes)
    await delay()
    return verdict.answer
  }
  const seats: Pick<EventSeatsApi, 'hold' | 'release' | 'extend' | 'book' | 'unbook'> = {
    hold: (request) => call(() => decideHold(ledger, request, () => `hold-${ids++}`)),
    release: (cartId, holdIds, _now, requestKey) =>
      call(() => (requestKey === undefined ? decideRelease : decideRemoval)(ledger, cartId, holdIds)),
    extend: (cartId, seconds) => call(() => decideExtend(ledger, cartId, seconds)),
    book: (booking) => call(() => decideBook(ledger, booking, 0)),
    unbook: (orderId, cartId) => call(() => decideUnbook(ledger, orderId, cartId)),
  }
  const reach = () => seats as EventSeatsApi

  async function place(state: CartState): Promise<CartState> {
    const drafted = draftOf(state, sellables, `order-${ids++}`, time.now)
    if (!drafted.ok) return state
    let saga = newSaga('key', drafted.draft)
    for (;;) {
      try {
        const answer = await runSaga(
          {
            now: time.now,
            seats: reach,
            writeOrder: async (draft) => {
              await delay()
              const isWritten = orders.has(draft.order.id)
              if (!isWritten && random.chance(0.2)) throw new Error('never arrived')
              if (!isWritten && abandoned.has(draft.order.id)) throw new Error('written after it was abandoned')
              if (!isWritten) orders.set(draft.order.id, draft)
              await delay()
              if (random.chance(0.2)) throw new Error('answer lost')
              return isWritten ? { reference: draft.order.reference } : 'written'
            },
            abandonOrder: async ({ order }) => {
              await delay()
              abandoned.add(order.id)
              return orders.get(order.id)?.order.reference ?? null
            },
            reportUnreleasedSeats: async () => undefined,
            newReference: () => `number-${ids++}`,
            saveSaga: (next) => {
              saga = next
            },
          },
          saga,
        )
        if (!answer.ok) return state
        confirmed.add(answer.orderId)
        return { ...state, items: [], heldUntil: null, holdsExtended: false }
      } catch {
        saga = resumedSaga(saga, time.now)
        await time.sleep(saga.retryAt - time.now)
      }
    }
  }

  async function visit(index: number): Promise<void> {
    let state = cartState([], { id: `cart-${index}` })
    for (let step = 0; step < 12; step++) {
      await delay()
      state = withoutExpiredHolds(state, time.now)
      const deps: CartDependencies = {
        now: time.now,
        sellables: async () => sellables,
        optionalProducts: async () => new Set(),
        stock: async () => new Map(),
        seats: reach,
        blocks: async (_event, seatIds) => [{ block: 0, seatIds, hasSeats: true }],
        presaleCode: async () => null,
        presaleCodeOfId: async () => null,
        shopSells: async () => true,
        discountsOpen: false,
        rememberSeatObject: () => undefined,
        saveRemoval: () => undefined,
        incarnation: 'life',
        newItemId: () => `item-${ids++}`,
        seatLoad: new SeatLoad(),
      }
      const what = random.below(5)
      const [item] = state.items
      if (what === 4) state = await place(state)
      else {
        const seatIds = [`A-1-${1 + random.below(SEATS)}`]
        const answer =
          what === 3
            ? await extendHolds(deps, state)
            : what === 2 && item
              ? await removeItem(deps, state, item.id, `key-${index}-${step}`)
              : await addItems(deps, state, [{ productVariantId: 'seat', amount: 1, seatIds }], `key-${index}-${step}`)
        if (answer.ok) state = answer.state
      }
    }
    carts.push(state)
  }

  const visits = Promise.all(Array.from({ length: 6 }, (_, index) => visit(index))).catch((error: unknown) => {
    faults.push(String(error))
  })
  await time.run()
  await visits
  ledger.expire(time.now)

  const soldSeats = new Map<string, string>()
  for (const { order, items } of orders.values()) {
    for (const { seatId } of items) {
      const claim = [...ledger.claims()].find(({ place }) => place === seatId)
      if (claim?.orderId !== order.id) faults.push(`${order.id} has no seat ${seatId}`)
      if (soldSeats.has(seatId ?? '')) faults.push(`${seatId} is in two orders`)
      soldSeats.set(seatId ?? '', order.id)
    }
    if (!confirmed.has(order.id)) faults.push(`the buyer got no answer for ${order.id}`)
    if (abandoned.has(order.id) && !confirmed.has(order.id)) faults.push(`${order.id} is written and abandoned`)
  }
  for (const id of confirmed) if (!orders.has(id)) faults.push(`${id} was confirmed and does not exist`)
  for (const { orderId, place } of ledger.claims()) {
    if (orderId !== null && !orders.has(orderId)) faults.push(`${place} is sold to an order that does not exist`)
  }
  const live = carts.flatMap((state) => withoutExpiredHolds(state, time.now).items)
  const lines = new Set(live.flatMap(({ hold }) => hold?.holdId ?? []))
  for (const { hold } of live) {
    if (hold && ledger.claim(hold.holdId)?.place !== hold.seatId)
      faults.push(`${hold.holdId} holds another seat than its line`)
  }
  const held = [...ledger.claims()].filter(({ orderId }) => orderId === null)
  for (const { holdId } of held) if (!lines.has(holdId)) faults.push(`${holdId} is held without a line`)
  for (const holdId of lines) if (!held.some((claim) => claim.holdId === holdId)) faults.push(`${holdId} is lost`)
  return { faults, orders: orders.size }
}

const SEEDS = Array.from({ length: 150 }, (_, seed) => seed + 1)

describe('racing carts with delays between all steps', () => {
  it('SEAT-09 CHK-09 order each seat at most once, lose no order and leave no hold without a line', async () => {
    let placed = 0
    for (const seed of SEEDS) {
      const { faults, orders } = await race(seed)
      expect(faults, `seed ${seed}`).toEqual([])
      placed += orders
    }
    expect(placed).toBeGreaterThan(SEEDS.length)
  })

  it('SEAT-09 make most runs of a control faulty, which awaits between the decision and the write', async () => {
    const results = await Promise.all(SEEDS.slice(0, 20).map((seed) => race(seed, true)))
    expect(results.filter(({ faults }) => faults.length > 0).length).toBeGreaterThan(10)
  })
})
