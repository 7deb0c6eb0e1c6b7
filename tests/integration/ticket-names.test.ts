/** TIX-02: the names on tickets, from the cart to the tickets of the paid order. */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { events } from '../../schema/tables/event.ts'
import { orderItems } from '../../schema/tables/order.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { orderKeyOf } from '../../worker/db/order-key.ts'
import { db, fetchOrder, payByBank, placeOrder } from '../support/payment-helpers.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'

let world: World
let keys = 0
const key = () => ({ clientMutationId: `names-test-${keys++}` })

type NamedLine = { id: string; personalIdentifier: string | null; lacksNames: boolean; fixedAmount: boolean }
type Named = { updatePersonalIdentifier: { cartItem: NamedLine; cart: { version: number; items: NamedLine[] } } }

beforeAll(async () => {
  world = await buildWorld(Date.now())
  await db
    .update(events)
    .set({ personalizationRequirement: 'check_in_required' })
    .where(eq(events.id, world.standingEvent))
})

async function cartWithTickets(visitor: Visitor, amount: number) {
  const { data } = await visitor.add([{ productVariantId: world.standingVariant, amount }])
  const cart = data?.addItems.cart
  const itemId = cart?.items[0]?.id
  if (!cart || !itemId) throw new Error('no tickets')
  return { itemId, totalCents: cart.totalCents, version: cart.version }
}

function enter(visitor: Visitor, itemId: string, personalIdentifier: string) {
  return visitor.run<Named>('UpdatePersonalIdentifier', { itemId, personalIdentifier, ...key() })
}

it('TIX-02 an order needs a name for each ticket, and each ticket of the line gets its own', async () => {
  const visitor = new Visitor()
  const { itemId, totalCents, version } = await cartWithTickets(visitor, 2)
  const order = () => visitor.placeOrder(totalCents, { paymentMethod: 'bank_transfer' })
  expect(await order()).toMatchObject({ code: 'TICKET_NAMES_MISSING', params: { itemId } })

  expect(await enter(visitor, itemId, 'Ida+Brandt')).toMatchObject({ code: 'BAD_INPUT' })
  const { data } = await enter(visitor, itemId, 'Ida+Brandt\nJo+Öztürk')
  // Other tabs compare versions, so the version must grow.
  expect(data?.updatePersonalIdentifier.cart.version).toBeGreaterThan(version)
  expect(data?.updatePersonalIdentifier.cart.items[0]).toMatchObject({ lacksNames: false, fixedAmount: true })

  const placed = (await order()).data?.placeOrder.cart
  if (!placed) throw new Error('not placed')
  const whole = { ...placed, visitor }
  await payByBank(whole)
  const issued = await db.select().from(tickets).where(eq(tickets.orderId, placed.id)).orderBy(tickets.position)
  expect(issued.map(({ personalIdentifier }) => personalIdentifier)).toEqual([
    { firstName: 'Ida', lastName: 'Brandt' },
    { firstName: 'Jo', lastName: 'Öztürk' },
  ])
  expect(await fetchOrder(whole)).toMatchObject({ items: [{ personalIdentifier: 'Ida Brandt, Jo Öztürk' }] })
})

it('TIX-02 another visitor’s tickets cannot be named', async () => {
  const owner = new Visitor()
  const { itemId } = await cartWithTickets(owner, 1)
  const stranger = new Visitor()
  await cartWithTickets(stranger, 1)
  expect(await enter(stranger, itemId, 'Ida+Brandt')).toMatchObject({ code: 'NOT_FOUND' })
  const { data } = await owner.run<{ cart: { items: NamedLine[] } }>('Cart', {})
  expect(data?.cart.items[0]).toMatchObject({ personalIdentifier: null, lacksNames: true })
})

it('TIX-02 a text longer than all names of a line is refused and changes nothing', async () => {
  const visitor = new Visitor()
  const { itemId } = await cartWithTickets(visitor, 1)
  expect(await enter(visitor, itemId, 'x'.repeat(50_000))).toMatchObject({ code: 'BAD_INPUT' })
  expect(await enter(visitor, itemId, 'Ida+Brandt\nJo+Öztürk')).toMatchObject({ code: 'BAD_INPUT' })
  expect(await db.select().from(orderItems).where(eq(orderItems.personalIdentifier, 'Ida+Brandt'))).toEqual([])
})

it('TIX-04 an order that needs no names has no names to change', async () => {
  const order = await placeOrder(world, { seatIds: ['A-1-1'], method: 'bank_transfer' })
  await payByBank(order)
  const key = await orderKeyOf(db, order.id, Date.now())
  const { data } = await order.visitor.run<{ orderNames: { tickets: object[]; hasGroupName: boolean } | null }>(
    'OrderNames',
    {
      orderId: order.id,
      key,
    },
  )
  expect(data?.orderNames).toMatchObject({ tickets: [], hasGroupName: false })
  expect(await order.visitor.run('OrderNames', { orderId: order.id, key: 'f'.repeat(32) })).toMatchObject({
    data: { orderNames: null },
  })
})
