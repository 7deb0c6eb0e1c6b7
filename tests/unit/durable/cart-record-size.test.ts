/** Tests that a cart's record stays below 128 KB, the size of the largest value that a Durable Object stores. */
import { runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../schema/ids.ts'
import { MAX_CART_LINES } from '../../../schema/limits.ts'
import { itemsAreTooLarge, storedBytes } from '../../../worker/domain/cart/cart-size.ts'
import { CartStore, digestOf } from '../../../worker/durable/cart.sql.ts'
import type { CartRecord } from '../../../worker/durable/cart-record.ts'
import { newSaga } from '../../../worker/services/place-order.ts'
import { cartStub, itemRequest, newCart, orderContextAt, stored } from '../../support/cart-object.ts'
import { buildDraft } from '../../support/order-draft-builder.ts'
import { cartItem, heldSeat, ticket } from '../../support/sellable-builder.ts'
import { buildWorld, type World } from '../../support/shop-world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})

describe('record of a cart', () => {
  it('CART-07 stays below 128 KB after many rejected requests with long texts', async () => {
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

  it('CART-07 stays below 128 KB with the most items, answers, seat objects, purchases and passes to end', async () => {
    const handle = newCart()
    const now = Date.now()
    const objects = Array.from({ length: 210 }, (_, block) => ({ eventId: newId('event', now), block }))
    const rooms = objects.slice(0, MAX_CART_LINES).map(({ eventId }) => `event/${eventId}`)
    const items = objects.slice(0, MAX_CART_LINES).map(({ eventId, block }) =>
      cartItem(ticket('ticket'), {
        ...{ id: newId('item', now), variantId: newId('variant', now), eventId },
        hold: { ...heldSeat(crypto.randomUUID()), block },
      }),
    )
    // Long texts take all the space that the items may take.
    const padding = (length: number) => items.map((item) => ({ ...item, personalIdentifier: 'x'.repeat(length) }))
    let length = 0
    while (!itemsAreTooLarge(padding(length + 1))) length++
    const digest = digestOf(['command'])
    const answer = (key: string) => ({ key, digest, answer: { ok: true, shifted: true }, at: now })
    await runInDurableObject(cartStub(handle), (_cart, { storage }) => {
      const store = new CartStore(storage, handle.id)
      const bookings = objects.map((object) => ({ ...object, holdIds: [] }))
      store.saveSaga(newSaga('order-key', { ...buildDraft(newId('order', now)), bookings }, rooms), digest, now)
      store.finishSaga(answer('order-key'), true, now)
      for (let index = 0; index < 70; index++) {
        const state = { ...store.state(now), items: padding(length), heldUntil: now }
        store.saveCommand(state, answer(String(index).padStart(64, 'k')))
      }
      for (const object of objects) store.rememberSeatObject(object, now)
      const releases = objects
        .slice(0, MAX_CART_LINES)
        .map((object) => ({ ...object, holdIds: [crypto.randomUUID()], isTidy: true }))
      const removal = { key: 'k'.repeat(64), itemIds: items.map(({ id }) => id), releases }
      store.saveRemoval({ removal, digest }, now)
    })
    const record = (await stored(handle)).get('cart') as CartRecord
    const { state, answers, seatObjects, endingPasses } = record
    expect([answers.length, seatObjects.length, state.boughtFrom?.length]).toEqual([60, 200, 100])
    expect([state.holdPeriods.length, endingPasses?.rooms.length]).toEqual([MAX_CART_LINES, MAX_CART_LINES])
    expect(storedBytes(record)).toBeLessThan(128 * 1024)
  })
})
