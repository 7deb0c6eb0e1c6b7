/** Tests that lists and pages know whether a bundle can be bought, and at which price (BND-05). */
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BundlePart } from '../../schema/catalogue-values.ts'
import { newId } from '../../schema/ids.ts'
import { products, variantStock, variants } from '../../schema/tables/catalogue.ts'
import { eventAvailability, events, pricingCategories } from '../../schema/tables/event.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const db = openDatabase(testEnv.DB)
const now = Date.now()
const both = (text: string) => ({ de: text, en: text })

let world: World
let laterEvent: string
const productOf = new Map<string, string>()

beforeAll(async () => {
  world = await buildWorld(now)
  for (const { id, slug } of await db.select().from(products)) productOf.set(slug, id)
  const [later] = await db.select().from(events).where(eq(events.slug, 'later'))
  laterEvent = later?.id ?? ''
})

type Combination = { parts: BundlePart[]; additional_price?: number }

let count = 0
const PICTURE = { key: 'x', width: 9, height: 9, widths: [9], thumbhash: '', alt: both(''), order: 1, tags: [] }

/** Adds a bundle that costs 1.00 € more than its parts, and is newer than the others. Returns its slug. */
async function addBundle(common: BundlePart[], combinations: Combination[] = [], extra: BundlePart[] = []) {
  const [template] = await db.select().from(products).where(eq(products.slug, 'shirt'))
  if (!template) throw new Error('the world lacks a product')
  const [id, slug, createdAt] = [newId('product', now), `paket-${count}`, now + count++]
  const bundle = {
    common_items: common,
    combinations: combinations.map((each) => ({ option_name: both('x'), additional_price: 0, ...each })),
    additional_products: extra,
    additional_product_group: [],
  }
  await db.insert(products).values({
    ...template,
    id,
    slug,
    type: 'bundle',
    bundle,
    meta: { root: true },
    priceCents: 1,
    createdAt,
    images: [PICTURE],
  })
  const variant = { id: newId('variant', now), productId: id, sku: slug, description: both(slug), physical: false }
  await db.insert(variants).values({ ...variant, priceCents: 100 })
  return slug
}

let asked = 0
/** The lowest price in a list; null if the list shows the bundle as sold out. An unknown slug makes each question a new one. */
async function offered(slug: string): Promise<number | null> {
  type Shown = { slug: string; available: boolean; priceCents: number }
  const slugs = [slug, `unknown-${asked++}`]
  const { data } = await new Visitor().run<{ productsBySlugs: Shown[] }>('ProductsBySlugs', { slugs })
  const [shown] = data?.productsBySlugs ?? []
  if (!shown) throw new Error(`the list lacks ${slug}`)
  return shown.available ? shown.priceCents : null
}

/** How the quick search and the main shop's home page show a bundle, each read anew. */
async function elsewhere(slug: string) {
  const fan = new Visitor()
  fan.isUncached = true
  type Index = { suggestionIndex: { href: string; priceCents: number | null; priceVaries: boolean }[] }
  type Home = { home: { products: { slug: string; priceCents: number }[] } }
  const index = (await fan.run<Index>('SuggestionIndex', {})).data?.suggestionIndex
  const shelf = (await fan.run<Home>('Home', {})).data?.home.products
  const suggestion = index?.find(({ href }) => href === `/bundle/${slug}`)
  return {
    suggested: suggestion?.priceCents,
    suggestedFrom: suggestion?.priceVaries,
    onShelf: shelf?.find((product) => product.slug === slug)?.priceCents,
  }
}

const goods = (slug: string, variantIds?: string[]): BundlePart => ({
  productId: productOf.get(slug) ?? '',
  ...(variantIds && { variantIds }),
})
const setEvent = (id: string, values: Partial<typeof events.$inferInsert>) =>
  db.update(events).set(values).where(eq(events.id, id))
const setStock = (available: number) =>
  db.update(variantStock).set({ available }).where(eq(variantStock.variantId, world.scarce))

describe('a bundle in lists and on its page', () => {
  it('BND-05 costs what its cheapest available parts cost, and is sold out with a part that it must contain', async () => {
    const slug = await addBundle(
      [goods('shirt')],
      [{ parts: [goods('scarce')] }, { parts: [goods('shirt')], additional_price: 500 }],
    )
    expect(await offered(slug)).toBe(100 + 2490 + 2490)
    await setStock(0)
    expect(await offered(slug)).toBe(100 + 2490 + 2490 + 500)
    expect(await offered(await addBundle([goods('scarce')]))).toBeNull()
    await setStock(5)
    expect(await offered(await addBundle([goods('shirt', [world.mug])]))).toBeNull()
  })

  it('BND-05 costs “from” that price in lists and suggestions only if another available choice costs more', async () => {
    const varies = async (slug: string) => {
      const slugs = [slug, `unknown-${asked++}`]
      const { data } = await new Visitor().run<{ productsBySlugs: { priceVaries: boolean }[] }>('ProductsBySlugs', {
        slugs,
      })
      return [data?.productsBySlugs[0]?.priceVaries, (await elsewhere(slug)).suggestedFrom]
    }
    const choice = (additional_price: number) => [
      { parts: [goods('shirt')] },
      { parts: [goods('scarce')], additional_price },
    ]
    expect(await varies(await addBundle([], choice(0)))).toEqual([false, false])
    const dearer = await addBundle([], choice(300))
    expect(await varies(dearer)).toEqual([true, true])
    await setStock(0)
    expect(await varies(dearer)).toEqual([false, false])
    await setStock(5)
  })

  it('BND-05 does not depend on a part that it may leave out', async () => {
    const slug = await addBundle([goods('shirt')], [], [goods('scarce')])
    expect(await offered(slug)).toBe(100 + 2 * 2490)
    await db
      .update(products)
      .set({ meta: { bind_leave_empty: true } })
      .where(eq(products.slug, 'scarce'))
    expect(await offered(slug)).toBe(100 + 2490)
    await setStock(0)
    expect(await offered(slug)).toBe(100 + 2490)
    await setStock(5)
    await db.update(products).set({ meta: {} }).where(eq(products.slug, 'scarce'))
  })

  it('BND-05 is not available while the tickets are not for sale', async () => {
    const slug = await addBundle([goods('shirt'), { eventId: world.standingEvent }])
    expect(await offered(slug)).toBe(100 + 2490 + 4500)
    for (const closed of [
      { status: 'cancelled' as const },
      { soldOutMessage: both('weg') },
      { salesEndAt: now - 1 },
      { presaleAt: now + 3_600_000 },
      { meta: { only_hard_tickets: true } },
    ]) {
      const [before] = await db.select().from(events).where(eq(events.id, world.standingEvent))
      await setEvent(world.standingEvent, closed)
      expect(await offered(slug), JSON.stringify(closed)).toBeNull()
      await setEvent(world.standingEvent, { ...before })
    }
    const later = await addBundle([{ eventId: laterEvent }])
    expect(await offered(later)).toBeNull()
    type Page = { product: { available: boolean; bundle: { commonItems: { sale: string | null }[] } } }
    const { data } = await new Visitor().run<Page>('BundlePage', { slug: later })
    expect(data?.product).toMatchObject({ available: false, bundle: { commonItems: [{ sale: 'presale' }] } })
  })

  it('BND-05 is not available once the tickets of the part’s price category are gone', async () => {
    const of = eq(pricingCategories.eventId, world.standingEvent)
    const [category] = await db.select({ number: pricingCategories.number }).from(pricingCategories).where(of)
    const event = { eventId: world.standingEvent }
    const [alone, choice] = [
      await addBundle([goods('shirt'), event]),
      await addBundle([], [{ parts: [event] }, { parts: [goods('shirt')], additional_price: 5000 }]),
    ]
    expect([await offered(alone), await offered(choice)]).toEqual([100 + 2490 + 4500, 100 + 4500])
    await db
      .insert(eventAvailability)
      .values({ ...event, soldOutCategories: [category?.number ?? 0], nextCheckAt: now })
    expect([await offered(alone), await offered(choice)]).toEqual([null, 100 + 2490 + 5000])
    type Page = {
      product: {
        available: boolean
        bundle: {
          commonItems: { sale: string | null; event: { pricingCategories: { available: boolean }[] } | null }[]
        }
      }
    }
    const { data } = await new Visitor().run<Page>('BundlePage', { slug: alone })
    expect(data?.product.available).toBe(false)
    expect(data?.product.bundle.commonItems[1]).toMatchObject({
      sale: 'open',
      event: { pricingCategories: [{ available: false }] },
    })
    await db.delete(eventAvailability)
  })

  it('BND-05, HOME-01, SRCH-01 has its lowest price in the quick search and on the home page, and none and no place once it is sold out', async () => {
    const slug = await addBundle([goods('scarce')])
    const before = await elsewhere(slug)
    expect(before).toMatchObject({ suggested: 100 + 2490, onShelf: 100 + 2490 })
    await setStock(0)
    expect(await elsewhere(slug)).toMatchObject({ suggested: null, onShelf: undefined })
    await setStock(5)
    expect(await elsewhere(slug)).toEqual(before)
  })

  it('HOME-01 the shelf is full although the newest products are bundles that cannot be bought', async () => {
    const buyable = await addBundle([goods('shirt')])
    for (let made = 0; made < 8; made++) await addBundle([goods('shirt', [world.mug])])
    expect(await elsewhere(buyable)).toMatchObject({ onShelf: 100 + 2490 })
  })
})
