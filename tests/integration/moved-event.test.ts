/** Tests tickets of postponed concerts: one whose new date is known, and one whose date is open. */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { events } from '../../schema/tables/event.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
  const postpone = (id: string, meta: { former_date?: number }) =>
    openDatabase(testEnv.DB).update(events).set({ status: 'postponed', meta }).where(eq(events.id, id))
  await postpone(world.standingEvent, { former_date: Date.UTC(2026, 11, 5, 19) })
  await postpone(world.seatedEvent, {})
})

it('EVT-14 tickets of a postponed concert have its new date in the cart, but not its former one', async () => {
  const visitor = new Visitor()
  await visitor.add([
    { productVariantId: world.standingVariant, amount: 1 },
    { productVariantId: world.seatVariant, amount: 1, seatIds: ['A-1-1'] },
  ])
  const { items } = await visitor.cart()
  expect(items).toMatchObject([
    { productVariantId: world.standingVariant, happeningFromAt: expect.any(Number) },
    { productVariantId: world.seatVariant, happeningFromAt: null },
  ])
})
