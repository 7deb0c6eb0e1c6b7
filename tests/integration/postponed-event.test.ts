/** Tests tickets of concerts that are postponed, are cancelled or hide their date. */
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { events } from '../../schema/tables/event.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
  const change = (id: string, values: Partial<typeof events.$inferInsert>) =>
    openDatabase(testEnv.DB).update(events).set(values).where(eq(events.id, id))
  await change(world.standingEvent, { status: 'postponed', meta: { hideDate: true } })
  await change(world.seatedEvent, { status: 'cancelled' })
})

describe('tickets', () => {
  it('EVT-03 of a postponed concert can be added to the cart, but those of a cancelled concert cannot', async () => {
    const moved = await new Visitor().add([{ productVariantId: world.standingVariant, amount: 1 }])
    expect(moved.code).toBeNull()
    const off = await new Visitor().add([{ productVariantId: world.seatVariant, amount: 1, seatIds: ['A-1-1'] }])
    expect(off.code).toBe('SALE_CANCELLED')
  })

  it('EVL-04 of a concert that hides its date have no date in the cart', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])
    expect((await visitor.cart()).items).toMatchObject([{ amount: 1, happeningFromAt: null }])
  })
})
