/** Tests that English pages name a city in English wherever it is shown, and that a postal address keeps its own city. */
import { beforeAll, describe, expect, it } from 'vitest'
import { venues } from '../../schema/tables/event.ts'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { Browser } from '../support/edge.ts'
import { placeOrder } from '../support/payment-helpers.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const fan = new Browser()

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
  const db = openDatabase(testEnv.DB)
  await db.update(venues).set({ city: 'Köln', address: 'Deutzer Werft 11', postCode: '50679' })
  await db.update(shops).set({ meta: { show_event_filter: true } })
})

async function ask<Data>(
  operation: string,
  variables: Record<string, unknown>,
  locale = 'en',
  shop?: string,
): Promise<Data> {
  const { data, code } = await new Visitor(shop).run<Data>(operation, variables, locale)
  if (!data) throw new Error(code ?? 'no answer')
  return data
}

describe('a city with an English name', () => {
  it('L10N-08 has it in the title of an English page, and its own in the address and the structured data', async () => {
    const { body } = await fan.open('/events/seated?lang=en')
    expect(/<title>([^<]*)/.exec(body)?.[1]).toContain('Cologne')
    expect(body).toContain('"addressLocality":"Köln"')
    const page = await ask<{ event: { venue: object } }>('EventPage', { slug: 'seated' })
    expect(page.event.venue).toMatchObject({ city: 'Cologne', postalCity: 'Köln' })
    expect((await fan.open('/events/seated?lang=de')).body).not.toContain('Cologne')
  })

  it('L10N-08 has it in lists, the filter of a band, suggestions and the calendar file', async () => {
    type Tile = { slug: string; venue: { city: string } }
    const { events } = await ask<{ events: { nodes: Tile[] } }>('EventList', { city: 'Cologne' })
    expect(events.nodes.map(({ venue }) => venue.city)).toEqual(events.nodes.map(() => 'Cologne'))
    expect(events.nodes).not.toEqual([])
    const { home } = await ask<{ home: { eventCities: string[] } }>('Home', {}, 'en', 'nachtfalter')
    expect(home.eventCities).toEqual(['Cologne'])
    const { suggestionIndex } = await ask<{ suggestionIndex: { title: string }[] }>('SuggestionIndex', {})
    expect(suggestionIndex.map(({ title }) => title)).toContain('Nachtfalter (en), Cologne')
    const { body } = await fan.open('/api/v2/shops/stagedoor/events/standing/calendar.ics?lang=en')
    expect(body).toMatch(/SUMMARY:.*Cologne/)
    expect(body.replaceAll('\r\n ', '')).toMatch(/LOCATION:.*50679 Köln/)
  })

  it('L10N-08, CART-08 has it in the cart and on the page of an order, whose address of the venue keeps the own one', async () => {
    const visitor = new Visitor()
    await visitor.add([
      { productVariantId: world.standingVariant, amount: 1 },
      { productVariantId: world.mug, amount: 1 },
    ])
    type Line = { eventId: string | null; city: string | null }
    for (const [locale, city] of [
      ['en', 'Cologne'],
      ['de', 'Köln'],
    ]) {
      const { data } = await visitor.run<{ cart: { items: Line[] } }>('Cart', {}, locale)
      expect(data?.cart.items).toMatchObject([
        { eventId: world.standingEvent, city },
        { eventId: null, city: null },
      ])
    }
    const { id, reference } = await placeOrder(world, { standing: 1 })
    const { order } = await ask<{ order: { events: object[] } }>('Order', { orderId: id, reference })
    expect(order.events).toMatchObject([{ city: 'Cologne', venueAddress: 'Deutzer Werft 11, 50679 Köln' }])
  })

  it('L10N-08 is found by either name', async () => {
    const found = async (terms: string) => {
      const { search } = await ask<{ search: { events: { slug: string }[]; corrected: boolean } }>('Search', { terms })
      return search
    }
    const german = await found('köln')
    expect(german.events).not.toEqual([])
    for (const terms of ['cologne', 'colo']) expect(await found(terms)).toEqual(german)
  })
})
