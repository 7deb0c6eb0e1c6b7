/** Tests the content and lifetime of the state that a Cart object stores. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../schema/ids.ts'
import { CartStore } from '../../../worker/durable/cart.sql.ts'
import { newSaga } from '../../../worker/services/place-order.ts'
import { seatsObject } from '../../../worker/services/seat-objects.ts'
import { ADDRESS } from '../../support/address.ts'
import {
  type CartHandle,
  cartStub,
  fireAlarm,
  flakyDatabase,
  itemRequest,
  newCart,
  newSeatedEvent,
  newStandingEvent,
  orderContextAt,
  orderInput,
  replaceBindings,
  stored,
} from '../../support/cart-object.ts'
import { buildDraft } from '../../support/order-draft-builder.ts'
import { buildWorld, type World } from '../../support/shop-world.ts'
import { testEnv } from '../../support/test-env.ts'

const MINUTE = 60_000
let world: World
let event: { id: string; variantId: string }
beforeAll(async () => {
  world = await buildWorld(Date.now())
})
beforeEach(async () => {
  event = await newStandingEvent(world)
})
afterEach(() => vi.useRealTimers())

const textOf = async (handle: CartHandle) => JSON.stringify([...(await stored(handle))])
const heldFor = async ({ id }: CartHandle) => (await seatsObject(testEnv, event.id, 0).holdsOf(id, Date.now())).holds

describe('stored state of a cart', () => {
  it('SES-02 is empty until an item is added, also after a heartbeat', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    expect(await handle.cart.heartbeat(context)).toMatchObject({ ended: false })
    expect((await handle.cart.read(context)).items).toEqual([])
    expect((await stored(handle)).size).toBe(0)
  })

  it('CHK-09 contains no name, address or email of an order, but still gives the same input the same answer', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(event.variantId)], 'add-key')
    const input = orderInput(4500, { email: 'private@example.org' })
    const placed = await handle.cart.placeOrder(context, input, 'order-key')
    expect(placed).toMatchObject({ ok: true })
    const text = await textOf(handle)
    for (const word of ['private@example.org', ADDRESS.lastName, ADDRESS.address]) expect(text).not.toContain(word)
    await evictDurableObject(cartStub(handle))
    expect(await handle.cart.placeOrder(context, input, 'order-key')).toEqual(placed)
    const other = { ...input, email: 'else@example.org' }
    expect(await handle.cart.placeOrder(context, other, 'order-key')).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  it('CART-07 loses the inputs of the old record format, but keeps the answers', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    const state = {
      id: handle.id,
      reference: 'REF',
      version: 3,
      countryCode: 'de',
      items: [],
      heldUntil: null,
      sessionExpiresAt: context.now + 20 * MINUTE,
    }
    const input = orderInput(4500, { email: 'former@example.org' })
    const answer = { ok: true, orderId: 'ord_1', reference: '1', totalCents: 4500, status: 'payment_pending' }
    const body = JSON.stringify(['placeOrder', context.shopId, input])
    await runInDurableObject(cartStub(handle), (_object, { storage }) => {
      storage.kv.put('cart', { state, seatObjects: [], answers: [{ key: 'order-key', body, answer, at: context.now }] })
    })
    await evictDurableObject(cartStub(handle))
    expect(await handle.cart.placeOrder(context, input, 'order-key')).toEqual(answer)
    expect(await textOf(handle)).not.toContain('former@example.org')
    expect(await handle.cart.read(context)).toMatchObject({ version: 3, holdPeriods: [] })
  })
})

describe('cart with an alarm', () => {
  const alarmAt = (handle: CartHandle) =>
    runInDurableObject(cartStub(handle), (_object, { storage }) => storage.getAlarm())
  /** Runs the alarm at the time it was set for. */
  async function fireAlarmOnTime(handle: CartHandle) {
    const at = await alarmAt(handle)
    vi.useFakeTimers({ toFake: ['Date'], now: at ?? Date.now() })
    expect(await fireAlarm(handle)).toBe(true)
    return at ?? 0
  }

  it('SES-01 is deleted completely by its alarm, and its version number keeps rising', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(world.mug, { personalIdentifier: 'Ida Brandt' })], 'add-key')
    const { version } = await handle.cart.read(context)
    const at = await fireAlarmOnTime(handle)
    expect(at - context.now).toBeLessThanOrEqual(60 * MINUTE)
    expect((await stored(handle)).size).toBe(0)
    expect(await alarmAt(handle)).toBeNull()
    expect((await handle.cart.read({ ...context, now: at })).version).toBeGreaterThan(version)
  })

  it('SES-01 is not deleted while it is in use, and its alarm is set again', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(world.shirt)], 'add-key')
    const first = (await alarmAt(handle)) ?? 0
    for (let minute = 10; minute < 60; minute += 10) {
      await handle.cart.heartbeat({ ...context, now: context.now + minute * MINUTE })
    }
    await fireAlarmOnTime(handle)
    expect((await handle.cart.read({ ...context, now: first })).items).toHaveLength(1)
    expect((await alarmAt(handle)) ?? 0).toBeGreaterThan(first)
  })

  it('CHK-09 keeps the answer of an order for 40 minutes, and the ordered events for a month', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(event.variantId)], 'add-key')
    const input = orderInput(4500)
    const placed = await handle.cart.placeOrder(context, input, 'order-key')
    const at = (await alarmAt(handle)) ?? 0
    expect(at).toBeGreaterThanOrEqual(context.now + 40 * MINUTE)
    expect(await handle.cart.placeOrder({ ...context, now: context.now + 39 * MINUTE }, input, 'order-key')).toEqual(
      placed,
    )
    await fireAlarmOnTime(handle)
    expect(await textOf(handle)).not.toContain(`"reference":"${placed.ok ? placed.reference : ''}`)
    // The tickets count against the event’s limit while the cookie still names this cart.
    expect(await textOf(handle)).toContain(event.id)
    const last = await fireAlarmOnTime(handle)
    expect(last - at).toBeLessThanOrEqual(31 * 24 * 60 * MINUTE)
    expect((await stored(handle)).size).toBe(0)
  })

  it('keeps the passes that an order must still end, also after a restart of the object', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(world.shirt)], 'add-key')
    const endingPasses = { rooms: ['evt_room'], orderedAt: context.now, retryAt: context.now + MINUTE }
    await runInDurableObject(cartStub(handle), (_cart, { storage }) => {
      storage.kv.put('cart', { ...storage.kv.get<object>('cart'), endingPasses })
    })
    await evictDurableObject(cartStub(handle))
    await handle.cart.heartbeat(context)
    expect((await stored(handle)).get('cart')).toMatchObject({ endingPasses })
  })

  it('CHK-09 sets the alarm for an open placement or for passes that must be ended, whichever is due first', async () => {
    const handle = newCart()
    const now = Date.now()
    const draft = buildDraft(newId('order', now))
    await runInDurableObject(cartStub(handle), async (_cart, { storage }) => {
      const store = new CartStore(storage, handle.id)
      store.saveSaga(newSaga('first-key', draft, ['evt_room']), 'digest', now + 5_000)
      store.finishSaga({ key: 'first-key', digest: 'digest', answer: { ok: true }, at: now }, true, now)
      const ending = store.endingPasses()
      if (!ending) throw new Error('the first order has passes to end')
      expect(await storage.getAlarm()).toBe(ending.retryAt)
      const second = newSaga('second-key', draft)
      store.saveSaga(second, 'digest', now + 5_000)
      expect(await storage.getAlarm()).toBe(now + 5_000)
      store.saveEndingPasses(['evt_room'], ending, now + 1_000)
      expect(await storage.getAlarm()).toBe(now + 5_000)
      store.saveSaga(second, 'digest', now + MINUTE)
      expect(await storage.getAlarm()).toBe(now + 16_000)
      store.saveEndingPasses([], ending, now + 16_000)
      expect(await storage.getAlarm()).toBe(now + MINUTE)
      store.finishSaga({ key: 'second-key', digest: 'digest', answer: { ok: false }, at: now }, false, now)
      expect(await storage.getAlarm()).toBeGreaterThan(now + 30 * MINUTE)
    })
  })

  it('CHK-09 keeps the alarm of a placement after a crash in the first run of the placement', async () => {
    const handle = newCart()
    const now = Date.now()
    const draft = buildDraft(newId('order', now))
    await runInDurableObject(cartStub(handle), async (_cart, { storage }) => {
      const crashed = new CartStore(storage, handle.id)
      const saga = newSaga('key', draft)
      crashed.saveSaga(saga, 'digest', now + 5_000)
      crashed.saveSaga({ ...saga, step: 'booked' }, 'digest')
      expect(await storage.getAlarm()).toBe(now + 5_000)
      const restarted = new CartStore(storage, handle.id)
      restarted.saveState(restarted.stateToChange(now), now)
      expect(await storage.getAlarm()).toBe(now + 5_000)
      restarted.saveSaga(saga, 'digest', now + MINUTE)
      const again = new CartStore(storage, handle.id)
      again.saveState(again.stateToChange(now), now)
      expect(await storage.getAlarm()).toBe(now + MINUTE)
    })
  })

  it('CHK-09 resumes an open placement in the alarm before it ends passes', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(event.variantId)], 'add-key')
    const endingPasses = { rooms: ['evt_room'], orderedAt: context.now, retryAt: context.now + MINUTE }
    await runInDurableObject(cartStub(handle), (_cart, { storage }) => {
      storage.kv.put('cart', { ...storage.kv.get<object>('cart'), endingPasses })
    })
    await evictDurableObject(cartStub(handle))
    const isOpen: boolean[] = []
    await runInDurableObject(cartStub(handle), (cart, { storage }) => {
      const DB = flakyDatabase((batch) => (batch === 1 ? 'answer is lost' : 'answers'))
      const endOfCart = async () => {
        isOpen.push(storage.kv.get('saga') !== undefined)
        return []
      }
      Object.assign(cart, { env: { ...testEnv, DB, WAITING_ROOM: { getByName: () => ({ endOfCart }) } } })
    })
    expect(await handle.cart.placeOrder(context, orderInput(4500), 'order-key')).toMatchObject({
      code: 'ORDER_PENDING',
    })
    expect(await fireAlarm(handle)).toBe(true)
    expect(new Set(isOpen)).toEqual(new Set([false]))
    expect((await stored(handle)).get('cart')).toMatchObject({ endingPasses: null })
  })

  it('SEAT-10 keeps its alarm until the pause between holds is over', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(event.variantId)], 'add-key')
    const [item] = (await handle.cart.read(context)).items
    const late = { ...context, now: context.now + 19 * MINUTE }
    await handle.cart.removeItem(late, item?.id ?? '', 'remove-key')
    expect(await alarmAt(handle)).toBeGreaterThanOrEqual(late.now + 30 * MINUTE)
  })
})

describe('removal that leaves a single seat', () => {
  const seatIdsOf = (items: { hold: { seatId: string | null } | null }[]) => items.map(({ hold }) => hold?.seatId)

  /**
   * Creates a cart with seats 3, 4 and 5 of a row. `middle` is the item id of seat 4. `held` reads the cart’s holds from
   * the seat object.
   */
  async function cartOfThree() {
    const seated = await newSeatedEvent(world)
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    const seatIds = ['A-1-3', 'A-1-4', 'A-1-5']
    await handle.cart.addItems(context, [itemRequest(seated.variantId, { amount: 3, seatIds })], 'add-key')
    const { items } = await handle.cart.read(context)
    expect(seatIdsOf(items)).toEqual(seatIds)
    const held = async () => (await seatsObject(testEnv, seated.id, 0).holdsOf(handle.id, Date.now())).holds
    return { handle, context, middle: items[1]?.id ?? '', held }
  }

  /** Returns a binding whose EventSeats objects lose the release call or its answer. */
  function losing(what: 'call' | 'answer') {
    const getByName = (name: string) => {
      const object = testEnv.EVENT_SEATS.getByName(name)
      return new Proxy(object, {
        get(target, method) {
          if (method !== 'release')
            return (...given: unknown[]) => Reflect.apply(Reflect.get(target, method) as () => unknown, target, given)
          return async (...given: Parameters<typeof object.release>) => {
            if (what === 'answer') await object.release(...given)
            throw new Error('Network connection lost.')
          }
        },
      })
    }
    const EVENT_SEATS = new Proxy(testEnv.EVENT_SEATS, {
      get: (target, name) => (name === 'getByName' ? getByName : Reflect.get(target, name)),
    })
    return { EVENT_SEATS }
  }

  /** Catches the error inside the object, because a rejection that crosses to the test counts as unhandled. */
  async function failRemoval(handle: CartHandle, context: Awaited<ReturnType<typeof orderContextAt>>, itemId: string) {
    const outcome = await runInDurableObject(cartStub(handle), (cart) =>
      cart.removeItem(context, itemId, 'remove-key').catch(String),
    )
    expect(outcome).toContain('Network connection lost.')
  }

  it('SEAT-07 moves the other seats, and the cart shows the same seats as the seat object', async () => {
    const { handle, context, middle, held } = await cartOfThree()
    const answer = await handle.cart.removeItem(context, middle, 'remove-key')
    if (!answer.ok) throw new Error(answer.code)
    expect(answer.shifted).toBe(true)
    expect(seatIdsOf(answer.state.items)).toEqual(['A-1-5', 'A-1-6'])
    expect((await held()).map(({ seatId }) => seatId).sort()).toEqual(['A-1-5', 'A-1-6'])
    expect(await handle.cart.removeItem(context, middle, 'remove-key')).toEqual(answer)
    expect(await handle.cart.placeOrder(context, orderInput(9000), 'order-key')).toMatchObject({ ok: true })
  })

  it.each(['call', 'answer'] as const)(
    'SEAT-07 CART-07 is completed by a retry after the release %s was lost and the cart object restarted',
    async (what) => {
      const { handle, context, middle, held } = await cartOfThree()
      await replaceBindings(handle, losing(what))
      await failRemoval(handle, context, middle)
      await evictDurableObject(cartStub(handle))
      const answer = await handle.cart.removeItem(context, middle, 'remove-key')
      if (!answer.ok) throw new Error(answer.code)
      expect(answer.shifted).toBe(true)
      expect(seatIdsOf(answer.state.items)).toEqual(['A-1-5', 'A-1-6'])
      const holds = await held()
      expect(answer.state.items.map(({ hold }) => hold)).toEqual(holds.map((hold) => ({ ...hold, block: 0 })))
      expect(await handle.cart.removeItem(context, middle, 'another-key')).toMatchObject({ code: 'NOT_FOUND' })
    },
  )

  it('SEAT-07 is completed by the next read of the cart if the answer to the release was lost', async () => {
    const { handle, context, middle } = await cartOfThree()
    await replaceBindings(handle, losing('answer'))
    await failRemoval(handle, context, middle)
    await evictDurableObject(cartStub(handle))
    expect(seatIdsOf((await handle.cart.read(context)).items)).toEqual(['A-1-5', 'A-1-6'])
    expect(await textOf(handle)).not.toContain('itemIds')
  })

  it('SEAT-09 shows the moved seats in the cart after another caller released one of the cart’s holds', async () => {
    const { handle, context, held } = await cartOfThree()
    const [first, second] = await held()
    await evictDurableObject(cartStub(handle))
    const [owner] = (await handle.cart.read(context)).items
    await seatsObject(testEnv, owner?.eventId ?? '', 0).release(
      handle.id,
      [second?.holdId ?? ''],
      context.now,
      'elsewhere',
    )
    await evictDurableObject(cartStub(handle))
    const { items } = await handle.cart.read(context)
    expect(seatIdsOf(items)).toEqual(['A-1-5', 'A-1-6'])
    expect(items[0]?.hold?.holdId).toBe(first?.holdId)
  })
})

describe('holds and lines of a cart', () => {
  it('SEAT-10 lose a line whose hold was released before a crash', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(event.variantId), itemRequest(world.shirt)], 'add-key')
    const holds = await heldFor(handle)
    await seatsObject(testEnv, event.id, 0).release(
      handle.id,
      holds.map(({ holdId }) => holdId),
      context.now,
    )
    await evictDurableObject(cartStub(handle))
    expect(await handle.cart.read(context)).toMatchObject({ items: [{ variantId: world.shirt }], heldUntil: null })
  })

  it('SEAT-10 get an extension that the cart had not stored before a crash', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(event.variantId)], 'add-key')
    const { heldUntil } = await seatsObject(testEnv, event.id, 0).extend(handle.id, 300, context.now)
    await evictDurableObject(cartStub(handle))
    expect(await handle.cart.read(context)).toMatchObject({ heldUntil })
  })

  it('SEAT-10 cannot be renewed after an hour of holding and releasing, but the last holds can still be ordered', async () => {
    const begin = Date.now()
    const handle = newCart(begin)
    vi.useFakeTimers({ toFake: ['Date'], now: begin })
    const at = async (minute: number) => {
      vi.setSystemTime(begin + minute * MINUTE)
      return { ...(await orderContextAt(begin)), now: begin + minute * MINUTE }
    }
    const again = async (minute: number) => {
      const context = await at(minute)
      for (const { id } of (await handle.cart.read(context)).items) {
        await handle.cart.removeItem(context, id, `remove-${minute}`)
      }
      return handle.cart.addItems(context, [itemRequest(event.variantId)], `add-${minute}`)
    }
    for (const minute of [0, 19, 38, 57]) expect(await again(minute)).toMatchObject({ ok: true })
    const more = await handle.cart.addItems(await at(61), [itemRequest(event.variantId)], 'one-more')
    expect(more).toMatchObject({ code: 'HOLDS_PAUSED', params: { retryAt: begin + (57 + 20 + 30) * MINUTE } })
    expect(await handle.cart.placeOrder(await at(62), orderInput(4500), 'order-key')).toMatchObject({ ok: true })
    expect(await handle.cart.addItems(await at(63), [itemRequest(event.variantId)], 'after-order')).toMatchObject({
      ok: true,
    })
  })

  it('SEAT-10 need no call to seat objects for a heartbeat or after the last ticket was removed', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(event.variantId)], 'add-key')
    let calls = 0
    const counting = new Proxy(testEnv.EVENT_SEATS, {
      get(target, name) {
        calls += 1
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const wake = async () => {
      await evictDurableObject(cartStub(handle))
      await replaceBindings(handle, { EVENT_SEATS: counting })
    }
    await wake()
    await handle.cart.heartbeat(context)
    expect(calls).toBe(0)
    const [item] = (await handle.cart.read(context)).items
    await handle.cart.removeItem(context, item?.id ?? '', 'remove-key')
    await wake()
    calls = 0
    await handle.cart.read(context)
    expect(calls).toBe(0)
  })

  it('SEAT-10 end at the same time in two events after the cart’s holds were extended', async () => {
    const other = await newStandingEvent(world)
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(event.variantId)], 'first-key')
    await handle.cart.extendHolds(context, 'extend-1')
    await handle.cart.addItems(context, [itemRequest(other.variantId)], 'second-key')
    const extended = await handle.cart.extendHolds(context, 'extend-2')
    const end = extended.ok ? (extended.state.heldUntil ?? 0) : 0
    expect(end).toBe(context.now + 25 * MINUTE)
    for (const { id } of [event, other]) {
      expect(await seatsObject(testEnv, id, 0).holdsOf(handle.id, context.now)).toMatchObject({ heldUntil: end })
    }
  })
})
