import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { SeatPlan } from '../../schema/seat-map.ts'
import { orderItems } from '../../schema/tables/order.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { cartOf, orderContextAt, orderInput } from '../support/cart-object.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

type ShownCart = { id: string; items: { seat: { sectionName: string } | null }[] }
const PLAN = 'seat-plans/seated.json'
let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
  const stored = await testEnv.BUCKET.get(PLAN)
  const plan = await stored?.json<SeatPlan>()
  const sections = plan?.sections.map((section) => ({ ...section, name: { de: 'Rang links', en: 'Circle left' } }))
  await testEnv.BUCKET.put(PLAN, JSON.stringify({ ...plan, sections }))
})

it.each([
  ['de', 'Rang links', 'A-1-1'],
  ['en', 'Circle left', 'A-2-1'],
] as const)(
  'L10N-07 a seat’s section has its name in the language of the cart and of the order: %s',
  async (locale, name, seatId) => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.seatVariant, amount: 1, seatIds: [seatId] }])
    const cart = (await visitor.run<{ cart: ShownCart }>('Cart', {}, locale)).data?.cart
    expect(cart?.items[0]?.seat?.sectionName).toBe(name)
    const context = { ...(await orderContextAt(Date.now())), locale }
    const order = await cartOf({ cartId: cart?.id ?? '' }).cart.placeOrder(
      context,
      orderInput(4500),
      crypto.randomUUID(),
    )
    expect(order).toMatchObject({ ok: true })
    const orderId = order.ok ? order.orderId : ''
    const items = await openDatabase(testEnv.DB).select().from(orderItems).where(eq(orderItems.orderId, orderId))
    expect(items.map(({ sectionName }) => sectionName)).toEqual([name])
  },
)
