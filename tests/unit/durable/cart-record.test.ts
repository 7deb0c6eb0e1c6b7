/** What a Cart object stores, for how long, and how much of it. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../schema/ids.ts'
import { storedBytes } from '../../../worker/domain/cart/cart-size.ts'
import type { OrderDraft } from '../../../worker/domain/orders/order-draft.ts'
import { CartStore } from '../../../worker/durable/cart.sql.ts'
import { newSaga } from '../../../worker/services/place-order.ts'
import { seatsObject } from '../../../worker/services/seat-objects.ts'
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
import { ADDRESS, buildWorld, type World } from '../../support/shop-world.ts'
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

describe('what a cart stores', () => {
  it('SES-02 nothing as long as nothing was put into it, however often its session is prolonged', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    expect(await handle.cart.heartbeat(context)).toMatchObject({ ended: false })
    expect((await handle.cart.read(context)).items).toEqual([])
    expect((await stored(handle)).size).toBe(0)
  })

  it('CHK-09 of an order neither name nor address nor e-mail, and the same input still gets the same answer', async () => {
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

  it('CART-07 a record of the former shape loses its inputs and keeps its answers', async () => {
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

  it('CART-07 stays under 128 KB, whatever is refused and however long its texts are', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    const long = (text: string) => text.repeat(120)
    for (let index = 0; index < 70; index++) {
      const seatIds = Array.from({ length: 100 }, (_, seat) => long('座').slice(4) + String(seat).padStart(4, '0'))
      await handle.cart.addItems(
        context,
        [itemRequest(world.seatVariant, { amount: 100, seatIds })],
        `refused-${index}`,
      )
    }
    expect(storedBytes([...(await stored(handle)).values()])).toBeLessThan(128 * 1024)
  })
})

describe('an abandoned cart', () => {
  const alarmAt = (handle: CartHandle) =>
    runInDurableObject(cartStub(handle), (_object, { storage }) => storage.getAlarm())
  /** Lets the alarm ring at its own time. */
  async function ringOnTime(handle: CartHandle) {
    const at = await alarmAt(handle)
    vi.useFakeTimers({ toFake: ['Date'], now: at ?? Date.now() })
    expect(await fireAlarm(handle)).toBe(true)
    return at ?? 0
  }

  it('SES-01 is deleted completely by its own alarm, and its next version is above the former ones', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(world.mug, { personalIdentifier: 'Ida Brandt' })], 'add-key')
    const { version } = await handle.cart.read(context)
    const at = await ringOnTime(handle)
    expect(at - context.now).toBeLessThanOrEqual(60 * MINUTE)
    expect((await stored(handle)).size).toBe(0)
    expect(await alarmAt(handle)).toBeNull()
    expect((await handle.cart.read({ ...context, now: at })).version).toBeGreaterThan(version)
  })

  it('SES-01 one that is still in use stays: the alarm looks again later', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(world.shirt)], 'add-key')
    const first = (await alarmAt(handle)) ?? 0
    for (let minute = 10; minute < 60; minute += 10) {
      await handle.cart.heartbeat({ ...context, now: context.now + minute * MINUTE })
    }
    await ringOnTime(handle)
    expect((await handle.cart.read({ ...context, now: first })).items).toHaveLength(1)
    expect((await alarmAt(handle)) ?? 0).toBeGreaterThan(first)
  })

  it('CHK-09 keeps the answer of an order for 40 minutes, then only where it bought, and after a month nothing', async () => {
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
    await ringOnTime(handle)
    expect(await textOf(handle)).not.toContain('"reference":"' + (placed.ok ? placed.reference : ''))
    // Where it bought counts against the event's limit as long as the cookie names this cart.
    expect(await textOf(handle)).toContain(event.id)
    const last = await ringOnTime(handle)
    expect(last - at).toBeLessThanOrEqual(31 * 24 * 60 * MINUTE)
    expect((await stored(handle)).size).toBe(0)
  })

  it('keeps the passes that an order has still to end when the object is loaded anew', async () => {
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

  it('CHK-09 passes that end late leave the alarm to the open placement of the next order', async () => {
    const handle = newCart()
    const now = Date.now()
    const draft = { order: { id: newId('order', now) }, bookings: [] } as unknown as OrderDraft
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
      store.keepEndingPasses(['evt_room'], ending, now + 1_000)
      expect(await storage.getAlarm()).toBe(now + 5_000)
      store.saveSaga(second, 'digest', now + MINUTE)
      expect(await storage.getAlarm()).toBe(now + 16_000)
      store.keepEndingPasses([], ending, now + 16_000)
      expect(await storage.getAlarm()).toBe(now + MINUTE)
      store.finishSaga({ key: 'second-key', digest: 'digest', answer: { ok: false }, at: now }, false, now)
      expect(await storage.getAlarm()).toBeGreaterThan(now + 30 * MINUTE)
    })
  })

  it('CHK-09 an object that died in the first run of a placement leaves the alarm to it', async () => {
    const handle = newCart()
    const now = Date.now()
    const draft = { order: { id: newId('order', now) }, bookings: [] } as unknown as OrderDraft
    await runInDurableObject(cartStub(handle), async (_cart, { storage }) => {
      const died = new CartStore(storage, handle.id)
      const saga = newSaga('key', draft)
      died.saveSaga(saga, 'digest', now + 5_000)
      died.saveSaga({ ...saga, step: 'booked' }, 'digest')
      expect(await storage.getAlarm()).toBe(now + 5_000)
      const reborn = new CartStore(storage, handle.id)
      reborn.saveState(reborn.stateToChange(now), now)
      expect(await storage.getAlarm()).toBe(now + 5_000)
      reborn.saveSaga(saga, 'digest', now + MINUTE)
      const again = new CartStore(storage, handle.id)
      again.saveState(again.stateToChange(now), now)
      expect(await storage.getAlarm()).toBe(now + MINUTE)
    })
  })

  it('CHK-09 the alarm runs an open placement on before it ends passes', async () => {
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

  it('SEAT-10 remembers a pause between holds until it is over', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(event.variantId)], 'add-key')
    const [item] = (await handle.cart.read(context)).items
    const late = { ...context, now: context.now + 19 * MINUTE }
    await handle.cart.removeItem(late, item?.id ?? '', 'remove-key')
    expect(await alarmAt(handle)).toBeGreaterThanOrEqual(late.now + 30 * MINUTE)
  })
})

describe('a removal that leaves a lone seat', () => {
  const seatIdsOf = (items: { hold: { seatId: string | null } | null }[]) => items.map(({ hold }) => hold?.seatId)

  /** A cart with the seats 3, 4 and 5 of a row, the item of the seat in the middle, and what its event holds for it. */
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

  /** Event objects that lose the call or its answer when a cart gives seats back. */
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
    return { EVENT_SEATS: { getByName } } as unknown as { EVENT_SEATS: typeof testEnv.EVENT_SEATS }
  }

  /** Inside the object: a rejection that crosses to the test would count as one that nobody handles. */
  async function failRemoval(handle: CartHandle, context: Awaited<ReturnType<typeof orderContextAt>>, itemId: string) {
    const outcome = await runInDurableObject(cartStub(handle), (cart) =>
      cart.removeItem(context, itemId, 'remove-key').catch(String),
    )
    expect(outcome).toContain('Network connection lost.')
  }

  it('SEAT-07 moves the others, and the cart’s lines name the seats that its event holds for it', async () => {
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
    'SEAT-07 CART-07 is ended after a crash that lost the %s, and a repeat tells its outcome',
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

  it('SEAT-07 is ended by the next look at the cart, too', async () => {
    const { handle, context, middle } = await cartOfThree()
    await replaceBindings(handle, losing('answer'))
    await failRemoval(handle, context, middle)
    await evictDurableObject(cartStub(handle))
    expect(seatIdsOf((await handle.cart.read(context)).items)).toEqual(['A-1-5', 'A-1-6'])
    expect(await textOf(handle)).not.toContain('itemIds')
  })

  it('SEAT-09 takes over a seat that its event moved without its knowledge', async () => {
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

describe('holds and lines of one cart', () => {
  it('SEAT-10 a line whose hold was given back before a crash leaves the cart', async () => {
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

  it('SEAT-10 an extension that the cart never noted before a crash is noted afterwards', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(event.variantId)], 'add-key')
    const { heldUntil } = await seatsObject(testEnv, event.id, 0).extend(handle.id, 300, context.now)
    await evictDurableObject(cartStub(handle))
    expect(await handle.cart.read(context)).toMatchObject({ heldUntil })
  })

  it('SEAT-10 who takes and drops the same tickets for an hour has to leave them to others, but may order', async () => {
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

  it('SEAT-10 a heartbeat asks no object of the seats, and a cart without tickets none at all', async () => {
    const handle = newCart()
    const context = await orderContextAt(Date.now())
    await handle.cart.addItems(context, [itemRequest(event.variantId)], 'add-key')
    let asked = 0
    const counting = new Proxy(testEnv.EVENT_SEATS, {
      get(target, name) {
        asked += 1
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
    expect(asked).toBe(0)
    const [item] = (await handle.cart.read(context)).items
    await handle.cart.removeItem(context, item?.id ?? '', 'remove-key')
    await wake()
    asked = 0
    await handle.cart.read(context)
    expect(asked).toBe(0)
  })

  it('SEAT-10 of two events extended together no place stays locked when the cart has lost it', async () => {
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
