/** TIX-04: orders of groups. Their tickets show the name of the group instead of names of persons. */
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { HOUR } from '../../schema/limits.ts'
import { events } from '../../schema/tables/event.ts'
import { orders } from '../../schema/tables/order.ts'
import { orderKeyOf } from '../../worker/db/order-key.ts'
import { db, payByBank } from '../support/payment-helpers.ts'
import { buildWorld, Visitor } from '../support/shop-world.ts'

it('TIX-04 the names page of a group order lists no persons, and says that the tickets show a group name, also after 29 days', async () => {
  const world = await buildWorld(Date.now())
  await db
    .update(events)
    .set({ personalizationRequirement: 'group_personalization_required' })
    .where(eq(events.id, world.standingEvent))
  const visitor = new Visitor()
  const cart = (await visitor.add([{ productVariantId: world.standingVariant, amount: 2 }])).data?.addItems.cart
  const itemId = cart?.items[0]?.id
  const named = await visitor.run('UpdatePersonalIdentifier', {
    itemId,
    personalIdentifier: 'Chor + Band e. V.',
    clientMutationId: 'group-name',
  })
  expect(named.code).toBeNull()

  const placed = (await visitor.placeOrder(cart?.totalCents ?? 0, { paymentMethod: 'bank_transfer' })).data?.placeOrder
    .cart
  if (!placed) throw new Error('not placed')
  await payByBank(placed)
  const link = { orderId: placed.id, key: await orderKeyOf(db, placed.id, Date.now()) }
  const answer = { data: { orderNames: { tickets: [], hasGroupName: true } } }
  expect(await visitor.run('OrderNames', link)).toMatchObject(answer)
  const monthAgo = Date.now() - 29 * 24 * HOUR
  await db.update(orders).set({ placedAt: monthAgo, paidAt: monthAgo }).where(eq(orders.id, placed.id))
  expect(await visitor.run('OrderNames', link)).toMatchObject(answer)
})
