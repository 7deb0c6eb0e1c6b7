import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Env } from '../../worker/env.ts'
import { type Answer, buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})

type Free = { availableSeatIds: { seatIds: string[]; sections: { left: number }[] } }

describe('the cart', () => {
  it('SEAT-03, SEAT-04 makes a held seat unavailable to other visitors until the holder releases the seat', async () => {
    const [ida, ben] = [new Visitor(), new Visitor()]
    const held = await ida.add([{ productVariantId: world.seatVariant, amount: 2, seatIds: ['A-1-1', 'A-1-2'] }])
    expect(held.data?.addItems.cart).toMatchObject({ containsTickets: true, totalCents: 9000 })
    expect(await ben.add([{ productVariantId: world.seatVariant, amount: 1, seatIds: ['A-1-2'] }])).toMatchObject({
      code: 'SEATS_NOT_AVAILABLE',
      params: { seatIds: ['A-1-2'] },
    })
    const item = held.data?.addItems.cart.items.find((line) => line.seatId === 'A-1-2')
    await ida.run('RemoveItem', { itemId: item?.id, clientMutationId: crypto.randomUUID() })
    expect((await ben.add([{ productVariantId: world.seatVariant, amount: 1, seatIds: ['A-1-2'] }])).code).toBeNull()
  })

  it('CART-07 adds an item once for ten concurrent requests with one idempotency key, and rejects the key with other input', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const key = crypto.randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => visitor.add([{ productVariantId: world.shirt, amount: 1 }], key)),
    )
    expect(answers.every(({ code }) => code === null)).toBe(true)
    expect((await visitor.cart()).items).toMatchObject([{ amount: 2 }])
    expect(await visitor.add([{ productVariantId: world.shirt, amount: 2 }], key)).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  /** The worker's bindings, except that each call of `addItems` takes effect or not, and then fails. */
  function withFailingAdd(message: string, isAdded: boolean): Env {
    const named = (name: string) => {
      const cart = testEnv.CART.getByName(name)
      const addItems: typeof cart.addItems = async (...given) => {
        if (isAdded) await cart.addItems(...given)
        throw new Error(message)
      }
      return { ...cart, addItems }
    }
    const failing = { getByName: named }
    return { ...testEnv, CART: { ...failing, jurisdiction: () => failing } } as unknown as Env
  }

  it.each([
    ['before', false],
    ['after', true],
  ])(
    'ERR-01, CART-07 answers and logs that adding failed %s the items were stored, and the same key then adds them once',
    async (_when, isAdded) => {
      const visitor = new Visitor()
      const key = crypto.randomUUID()
      const add = () => visitor.add([{ productVariantId: world.shirt, amount: 1 }], key)
      const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      visitor.env = withFailingAdd('the object has moved', isAdded)
      const failed = await add()
      const lines = errors.mock.calls.map(([line]) => JSON.parse(String(line)))
      errors.mockRestore()
      expect(failed).toMatchObject({ status: 500, code: 'ADD_TO_CART_FAILED', data: null })
      expect(lines).toMatchObject([{ message: 'items not added', error: 'the object has moved', ...failed.params }])
      expect(failed.params).toEqual({ requestId: expect.stringMatching(/./) })
      visitor.env = null
      expect((await add()).code).toBeNull()
      expect((await visitor.cart()).items).toMatchObject([{ productVariantId: world.shirt, amount: 1 }])
    },
  )

  it('ERR-01 does not explain an overloaded cart object as a failed add', async () => {
    const visitor = new Visitor()
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    visitor.env = withFailingAdd('Durable Object is overloaded.', false)
    const failed = await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    errors.mockRestore()
    expect(failed).toMatchObject({ status: 500, code: 'INTERNAL' })
  })

  it('CART-01 merges merchandise of one variant into one line, and gives seated tickets a line each with a fixed amount', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    await visitor.add([
      { productVariantId: world.shirt, amount: 1 },
      { productVariantId: world.standingVariant, amount: 2 },
      { productVariantId: world.seatVariant, amount: 1, seatIds: ['A-3-9'] },
    ])
    const cart = await visitor.cart()
    expect(
      cart.items.map(({ productVariantId, amount, fixedAmount }) => [productVariantId, amount, fixedAmount]),
    ).toEqual([
      [world.shirt, 2, false],
      [world.standingVariant, 2, false],
      [world.seatVariant, 1, true],
    ])
    expect(cart.totalCents).toBe(2 * 2490 + 3 * 4500)
  })

  it('CART-02 changes the country, and rejects countries without shipping and invalid codes', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.shirt, amount: 1 }])
    const change = (countryCode: string) =>
      visitor.run<{ changeCountry: { cart: { countryCode: string } } }>('ChangeCountry', {
        countryCode,
        clientMutationId: crypto.randomUUID(),
      })
    expect((await change('at')).data?.changeCountry.cart.countryCode).toBe('at')
    expect(await change('us')).toMatchObject({ code: 'COUNTRY_NOT_SERVED' })
    expect(await change('<script>')).toMatchObject({ code: 'BAD_INPUT' })
  })

  it('EVT-05 enforces the ticket limit across several commands', async () => {
    const visitor = new Visitor()
    expect((await visitor.add([{ productVariantId: world.standingVariant, amount: 3 }])).code).toBeNull()
    expect(await visitor.add([{ productVariantId: world.standingVariant, amount: 2 }])).toMatchObject({
      code: 'TICKET_LIMIT_EXCEEDED',
      params: { limit: 4 },
    })
  })

  it('EVT-04 names the kind of each ticket of an event that sells both kinds, and only there', async () => {
    const visitor = new Visitor()
    await visitor.add([{ productVariantId: world.seatVariant, amount: 1, seatIds: ['A-3-1'] }])
    await visitor.add([{ productVariantId: world.hardVariant, amount: 1, seatIds: ['A-3-2'] }])
    await visitor.add([{ productVariantId: world.standingVariant, amount: 1 }])
    expect((await visitor.cart()).items.map(({ variantName }) => variantName)).toEqual([
      'Parkett, Normalpreis, Online-Ticket',
      'Parkett, Normalpreis, Hardticket',
      'Parkett, Normalpreis',
    ])
  })

  it('EVT-10 adds full and reduced tickets with one command, or none of them', async () => {
    const visitor = new Visitor()
    const both = (amount: number) => [
      { productVariantId: world.seatVariant, amount: 1 },
      { productVariantId: world.hardVariant, amount },
    ]
    expect(await visitor.add(both(4))).toMatchObject({ code: 'TICKET_LIMIT_EXCEEDED' })
    expect((await visitor.cart()).items).toEqual([])
    expect((await visitor.add(both(3))).code).toBeNull()
    expect((await visitor.cart()).items).toHaveLength(4)
  })

  it('EVT-03 rejects tickets before the presale', async () => {
    expect(await new Visitor().add([{ productVariantId: world.laterVariant, amount: 1 }])).toMatchObject({
      code: 'PRESALE_NOT_STARTED',
      params: { timeZone: 'Europe/Berlin' },
    })
  })

  it("SHOP-02 rejects another band's items in a band shop, and items of a locked shop in the main shop", async () => {
    expect(await new Visitor('nachtfalter').add([{ productVariantId: world.foreign, amount: 1 }])).toMatchObject({
      code: 'ITEM_NOT_AVAILABLE',
    })
    expect(await new Visitor().add([{ productVariantId: world.secret, amount: 1 }])).toMatchObject({
      code: 'ITEM_NOT_AVAILABLE',
    })
    expect((await new Visitor().add([{ productVariantId: world.foreign, amount: 1 }])).code).toBeNull()
  })

  it('CART-01 is not shown to a visitor with a forged cookie', async () => {
    const ida = new Visitor()
    await ida.add([{ productVariantId: world.shirt, amount: 1 }])
    const thief = new Visitor()
    thief.cookies.set('cart', `${ida.cookies.get('cart')?.slice(0, -6)}AAAAAA`)
    expect((await thief.cart()).items).toEqual([])
  })

  it.each<[string, object]>([
    ['a string for an amount', { amount: 'two' }],
    ['an amount of zero', { amount: 0 }],
    ['a negative amount', { amount: -1 }],
    ['a fractional amount', { amount: 1.5 }],
    ['a huge amount', { amount: 1e9 }],
    ['an id of another kind', { productVariantId: 'prd_00000000000000000000000000' }],
    ['an unknown field', { price: 1 }],
  ])('CART-02 rejects %s with BAD_INPUT, and changes nothing', async (_case, wrong) => {
    const visitor = new Visitor()
    const answer = await visitor.add([{ productVariantId: world.shirt, amount: 1, ...wrong }])
    expect(answer.code).toBe('BAD_INPUT')
    expect((await visitor.cart()).items).toEqual([])
  })

  it('SEAT-08 accepts concurrent requests for tickets of an area until too few tickets are left, and rejects the other requests', async () => {
    const free = async () =>
      (await new Visitor().run<Free>('AvailableSeatIds', { eventId: world.standingEvent })).data?.availableSeatIds
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => new Visitor().add([{ productVariantId: world.standingVariant, amount: 3 }])),
    )
    const won = outcomes.filter(({ code }) => code === null).length
    expect(outcomes.filter(({ code }) => code === 'TICKETS_NOT_AVAILABLE').length).toBe(30 - won)
    expect((await free())?.sections[0]?.left).toBeLessThan(3)
  })
})

describe('the GraphQL API', () => {
  const path = '/api/v2/shops/stagedoor/graphql'
  const codeOf = async (response: Response) => ({
    status: response.status,
    code: (await response.json<{ errors?: { extensions: { code: string } }[] }>()).errors?.[0]?.extensions.code ?? null,
  })

  it('CHK-09 rejects an unknown hash, a query text, another origin, another content type and a large body', async () => {
    const visitor = new Visitor()
    expect(await codeOf(await visitor.fetch(`${path}?query=${encodeURIComponent('{ shop { id } }')}`))).toEqual({
      status: 400,
      code: 'UNKNOWN_OPERATION',
    })
    expect(await codeOf(await visitor.fetch(`${path}?hash=${'0'.repeat(64)}`))).toEqual({
      status: 400,
      code: 'UNKNOWN_OPERATION',
    })
    const post = (body: string, headers: Record<string, string> = {}) =>
      visitor.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
    expect(await codeOf(await post(JSON.stringify({ query: '{ __schema { types { name } } }' })))).toEqual({
      status: 400,
      code: 'UNKNOWN_OPERATION',
    })
    expect((await codeOf(await post('{'))).status).toBe(400)
    expect((await codeOf(await post('{}', { origin: 'https://evil.example' }))).status).toBe(403)
    expect((await codeOf(await post('{}', { 'content-type': 'text/plain' }))).status).toBe(415)
    expect((await codeOf(await post(`"${'x'.repeat(70_000)}"`))).status).toBe(413)
  })

  it('CART-02 rejects a mutation sent by GET', async () => {
    const operations = (await import('../../schema/generated/operations.json')).default
    const hash = operations.find(({ name }) => name === 'AddItems')?.hash
    expect(await codeOf(await new Visitor().fetch(`${path}?hash=${hash}`))).toEqual({
      status: 405,
      code: 'NOT_ALLOWED',
    })
  })

  it('L10N-01 answers in the requested language, and in German if the language is unknown', async () => {
    const name = async (locale: string) =>
      (await new Visitor().run<{ product: { name: string } }>('ProductPage', { slug: 'shirt' }, locale)).data?.product
        .name
    expect(await name('de')).toBe('shirt')
    expect(await name('en')).toBe('shirt (en)')
    expect(await name('fr')).toBe('shirt')
  })

  it("SHOP-02 returns only the band's products in a band shop, and no product of a locked shop in the main shop", async () => {
    type Page = { categoryProducts: { nodes: { slug: string }[] } }
    const main = await new Visitor().run<Page>('CategoryPage', { slug: 'shirts', first: 18 })
    expect(main.data?.categoryProducts.nodes.map(({ slug }) => slug)).toEqual(['shirt', 'scarce', 'mug', 'foreign'])
    const product = (
      shop: string,
      slug: string,
      origin?: string,
    ): Promise<Answer<{ product: { slug: string } | null }>> => new Visitor(shop, origin).run('ProductPage', { slug })
    expect((await product('nachtfalter', 'foreign')).data?.product).toBeNull()
    expect((await product('nachtfalter', 'shirt')).data?.product?.slug).toBe('shirt')
    expect((await product('stagedoor', 'secret')).data?.product).toBeNull()
    const found = await new Visitor('nachtfalter').run<{ search: { products: { slug: string }[]; artists: object[] } }>(
      'Search',
      { terms: 'band' },
    )
    expect(found.data?.search.products.map(({ slug }) => slug).sort()).toEqual(['mug', 'scarce', 'shirt'])
  })

  it('SHOP-07 answers with SHOP_LOCKED and without data for a password-protected shop', async () => {
    for (const operation of ['Home', 'SuggestionIndex', 'Cart'])
      expect(await new Visitor('geheim').run(operation)).toMatchObject({ status: 403, code: 'SHOP_LOCKED', data: null })
  })

  it('SHOP-01 serves a shop with a custom domain only on that domain, and serves no other shop there', async () => {
    expect(
      (await new Visitor('eisenwald', 'https://merch.eisenwald.example').run<{ shop: { slug: string } }>('Shop')).data
        ?.shop.slug,
    ).toBe('eisenwald')
    expect(await new Visitor('nachtfalter', 'https://merch.eisenwald.example').run('Shop')).toMatchObject({
      status: 404,
    })
    expect(await new Visitor('eisenwald').run('Shop')).toMatchObject({ status: 404 })
  })

  it('CAT-03 continues a category page after the given cursor, and rejects an invalid cursor', async () => {
    type Page = {
      categoryProducts: { nodes: { slug: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } }
    }
    const first = await new Visitor().run<Page>('CategoryPage', { slug: 'shirts', first: 2 })
    expect(first.data?.categoryProducts.pageInfo.hasNextPage).toBe(true)
    const next = await new Visitor().run<Page>('CategoryPage', {
      slug: 'shirts',
      first: 2,
      after: first.data?.categoryProducts.pageInfo.endCursor,
    })
    expect(next.data?.categoryProducts.nodes.map(({ slug }) => slug)).toEqual(['mug', 'foreign'])
    expect(await new Visitor().run('CategoryPage', { slug: 'shirts', after: 'nonsense' })).toMatchObject({
      code: 'BAD_INPUT',
    })
  })
})
