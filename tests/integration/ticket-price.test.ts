import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { variants } from '../../schema/tables/catalogue.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { buildWorld, type Cart, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const REDUCED_CENTS = 3200
let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
  const db = openDatabase(testEnv.DB)
  const description = { de: 'Ermäßigt|mit Nachweis am Einlass', en: 'Reduced|proof at the door' }
  await db.update(variants).set({ priceCents: REDUCED_CENTS, description }).where(eq(variants.id, world.hardVariant))
})

const key = () => crypto.randomUUID()

function reduce(visitor: Visitor, itemId: string | undefined, clientMutationId = key(), variant = world.hardVariant) {
  return visitor.run<{ changeVariant: { cart: Cart } }>('ChangeVariant', {
    itemId,
    productVariantId: variant,
    clientMutationId,
  })
}

async function fanWithSeats(...seatIds: string[]) {
  const visitor = new Visitor()
  const { data } = await visitor.add([{ productVariantId: world.seatVariant, amount: seatIds.length, seatIds }])
  return { visitor, items: data?.addItems.cart.items ?? [] }
}

describe('the price of a held seat', () => {
  it('EVT-13 changes for one seat, which stays held until the same time', async () => {
    const { visitor, items } = await fanWithSeats('A-1-1', 'A-1-2')
    const before = await visitor.cart()
    const after = (await reduce(visitor, items[1]?.id)).data?.changeVariant.cart
    expect(after).toMatchObject({
      items: [
        { id: items[0]?.id, seatId: 'A-1-1', unitCents: 4500 },
        { id: items[1]?.id, seatId: 'A-1-2', unitCents: REDUCED_CENTS },
      ],
      totalCents: 4500 + REDUCED_CENTS,
      heldUntil: before.heldUntil,
    })
    expect(await visitor.cart()).toMatchObject({ totalCents: 4500 + REDUCED_CENTS })
    const seats = testEnv.EVENT_SEATS.getByName(`${world.seatedEvent}/0`)
    expect(await seats.audit(Date.now())).toMatchObject({ faults: [], counts: { held: 2 } })
    const back = await reduce(visitor, items[1]?.id, key(), world.seatVariant)
    expect(back.data?.changeVariant.cart.totalCents).toBe(9000)
  })

  it('EVT-13, CART-07 changes once for one key, and refuses the key for another price', async () => {
    const { visitor, items } = await fanWithSeats('A-2-1')
    const same = key()
    const [first, second] = await Promise.all([
      reduce(visitor, items[0]?.id, same),
      reduce(visitor, items[0]?.id, same),
    ])
    expect(first.data?.changeVariant.cart.version).toBe(second.data?.changeVariant.cart.version)
    expect(await reduce(visitor, items[0]?.id, same, world.seatVariant)).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    expect((await visitor.cart()).totalCents).toBe(REDUCED_CENTS)
  })

  it('EVT-13 changes neither for others nor to a variant of another event', async () => {
    const { visitor, items } = await fanWithSeats('A-3-1')
    const stranger = new Visitor()
    await stranger.add([{ productVariantId: world.shirt, amount: 1 }])
    expect(await reduce(stranger, items[0]?.id)).toMatchObject({ code: 'NOT_FOUND' })
    for (const variant of [world.standingVariant, world.shirt, 'var_00000000000000000000000000', 'x'.repeat(400)]) {
      expect(await reduce(visitor, items[0]?.id, key(), variant)).toMatchObject({ code: 'BAD_INPUT' })
    }
    expect((await visitor.cart()).totalCents).toBe(4500)
  })
})

describe('the condition of a reduced price', () => {
  it('EVT-02 stands beside the price on the page of the event, and in the cart', async () => {
    const { visitor, items } = await fanWithSeats('A-3-4')
    type Variant = { id: string; description: string; subline: string | null }
    type Page = { event: { pricingCategories: { variants: Variant[] }[] } }
    const { data } = await visitor.run<Page>('EventPage', { slug: 'seated' }, 'en')
    const shown = data?.event.pricingCategories.flatMap((category) => category.variants)
    expect(shown).toContainEqual(expect.objectContaining({ description: 'Reduced', subline: 'proof at the door' }))
    expect(shown?.filter(({ id }) => id !== world.hardVariant).every(({ subline }) => subline === null)).toBe(true)
    const after = (await reduce(visitor, items[0]?.id)).data?.changeVariant.cart
    expect(after?.items[0]?.variantName).toBe('Parkett, Ermäßigt, mit Nachweis am Einlass, Hardticket')
  })
})
