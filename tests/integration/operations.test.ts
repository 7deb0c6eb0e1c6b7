/**
 * The plans by which operations run, held against GraphQL's own execution: yoga with its persisted-operations plugin
 * answers every known operation too, and both must say the same.
 */
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { buildSchema, execute, isScalarType, parse } from 'graphql'
import { createSchema, createYoga } from 'graphql-yoga'
import { beforeAll, describe, expect, it } from 'vitest'
import operations from '../../schema/generated/operations.json' with { type: 'json' }
import { sdl } from '../../schema/generated/sdl.ts'
import type { ShopContext } from '../../worker/context.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { Reads } from '../../worker/db/reads.ts'
import { loadShops } from '../../worker/db/shop.ts'
import { compileOperation, type ResolversByType } from '../../worker/graphql/compile.ts'
import { toGraphQLError } from '../../worker/graphql/errors.ts'
import { persistedOperation } from '../../worker/graphql/persisted.ts'
import { resolvers, typeSystem } from '../../worker/graphql/schema.ts'
import { serveOperation } from '../../worker/graphql/yoga.ts'
import { ADDRESS, buildWorld, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

type Context = ShopContext & { hash: string }

/** Numbers and instants refuse what is not whole. */
const scalars = Object.values(typeSystem().getTypeMap()).filter(isScalarType)
const yoga = createYoga<Context>({
  schema: createSchema<Context>({
    typeDefs: sdl,
    resolvers: [resolvers, Object.fromEntries(scalars.map((scalar) => [scalar.name, scalar]))],
  }),
  graphqlEndpoint: '*',
  logging: false,
  maskedErrors: { maskError: (error) => toGraphQLError(error, 'test') },
  plugins: [
    usePersistedOperations({
      skipDocumentValidation: true,
      extractPersistedOperationId: (_params, _request, context) =>
        'hash' in context && typeof context.hash === 'string' ? context.hash : null,
      getPersistedOperation: (hash) => persistedOperation(hash)?.document() ?? null,
    }),
  ],
})

const db = openDatabase(testEnv.DB)
let world: World
const now = Date.now()
beforeAll(async () => {
  world = await buildWorld(now)
})

async function contextOf(slug: string, cartId: string | null): Promise<ShopContext> {
  const shops = await loadShops(db, 1)
  const shop = shops.find((known) => known.slug === slug)
  if (!shop) throw new Error(`no shop ${slug}`)
  const visitor = { cartId, requireCartId: () => (visitor.cartId ??= 'crt_0000000000000000000000000') }
  return {
    env: testEnv,
    db,
    reads: new Reads(db),
    shop,
    shops,
    basePath: '',
    origin: 'http://localhost:8787',
    locale: 'de',
    now,
    requestId: 'test',
    catalogueVersion: 1,
    visitor,
    queue: { waitingIndex: -1, catalogWaitingIndex: -1, queue: null },
    waitUntil: () => undefined,
  }
}

async function bothAnswers(name: string, variables: Record<string, unknown>, shop = 'stagedoor', cartId?: string) {
  const hash = operations.find((known) => known.name === name)?.hash ?? ''
  const ours = await serveOperation(await contextOf(shop, cartId ?? null), hash, variables)
  const theirs = await yoga.fetch(
    'http://edge.local/graphql',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ variables }),
    },
    { ...(await contextOf(shop, cartId ?? null)), hash },
  )
  const [mine, reference] = [JSON.parse(ours.body), JSON.parse(await theirs.text())]
  return { mine: withoutWords(mine), reference: withoutWords(reference), failed: ours.failed }
}

/** How a variable that does not fit is told, each executor says in its own words. */
function withoutWords<Body extends { errors?: { extensions: { params: { expected?: string } } }[] }>(body: Body): Body {
  for (const { extensions } of body.errors ?? []) if (extensions.params.expected) extensions.params.expected = 'words'
  return body
}

const QUERIES: [name: string, variables: Record<string, unknown>][] = [
  ['Shop', {}],
  ['Home', {}],
  ['Categories', {}],
  ['CategoryPage', { slug: 'shirts', first: 2 }],
  ['CategoryPage', { slug: 'unknown' }],
  ['CategoryPage', { slug: 'shirts', after: 'no cursor' }],
  ['CategoryPage', {}],
  ['CategoryPage', { slug: 'shirts', first: 'two' }],
  ['Artists', {}],
  ['ArtistPage', { slug: 'nachtfalter' }],
  ['ProductPage', { slug: 'shirt' }],
  ['ProductPage', { slug: 'unknown' }],
  ['ProductsBySlugs', { slugs: ['mug', 'shirt'] }],
  ['ProductsBySlugs', { slugs: 'mug' }],
  ['BundlePage', { slug: 'shirt' }],
  ['Search', { terms: 'shirt' }],
  ['EventList', { first: 2, from: now }],
  ['EventList', { from: 1.5 }],
  ['TicketsPage', {}],
  ['TourPage', { slug: 'unknown' }],
  ['EventPage', { slug: 'seated' }],
  ['AvailableSeatIds', { eventId: 'unknown' }],
  ['PresaleCode', { eventId: 'unknown', code: 'x' }],
  ['Order', { orderId: 'unknown', reference: 'x' }],
  ['Cart', {}],
  ['Session', {}],
  ['ShippingCountries', {}],
  ['CheckoutOptions', { countryCode: 'de' }],
]

describe('a persisted operation', () => {
  it.each(QUERIES)('%s %j answers what GraphQL answers, in the main shop and a band’s', async (name, variables) => {
    for (const shop of ['stagedoor', 'nachtfalter']) {
      const { mine, reference, failed } = await bothAnswers(name, variables, shop)
      expect(mine).toEqual(reference)
      expect(failed).toBe('errors' in reference)
    }
  })

  it('tells a cart and its order as GraphQL does', async () => {
    const cartId = `crt_${crypto.randomUUID().replaceAll('-', '').slice(0, 25)}`
    const key = crypto.randomUUID()
    const requests = [
      { productVariantId: world.standingVariant, amount: 2 },
      { productVariantId: world.mug, amount: 1, personalIdentifier: 'IDA' },
    ]
    const added = await bothAnswers('AddItems', { input: { requests, clientMutationId: key } }, 'stagedoor', cartId)
    expect(added.mine.data.addItems.cart.items).toHaveLength(2)
    // The same key: the second run answers what the first did.
    expect(added.mine).toEqual(added.reference)
    const tooMany = { requests: [{ productVariantId: world.shirt, amount: 40 }], clientMutationId: crypto.randomUUID() }
    const refused = await bothAnswers('AddItems', { input: tooMany }, 'stagedoor', cartId)
    expect(refused.mine).toEqual(refused.reference)
    expect(refused.mine).toMatchObject({ data: null, errors: [{ message: 'ITEM_LIMIT_EXCEEDED' }] })
    const input = {
      clientMutationId: crypto.randomUUID(),
      email: 'ida@example.org',
      shippingAddress: ADDRESS,
      shippingMethod: world.parcel,
      paymentMethod: 'bank_transfer',
      termsAccepted: true,
      expectedTotalCents: 2 * 4500 + 2490 + 590,
    }
    const placed = await bothAnswers('PlaceOrder', { input }, 'stagedoor', cartId)
    expect(placed.mine).toEqual(placed.reference)
    const { id: orderId, reference } = placed.mine.data.placeOrder.cart
    const seen = await bothAnswers('Order', { orderId, reference })
    expect(seen.mine.data.order.items).toHaveLength(2)
    expect(seen.mine).toEqual(seen.reference)
  })

  it('has a plan, every one', async () => {
    for (const { hash } of operations) {
      // Variables of no type: none of them runs, but each is planned.
      const { body } = await serveOperation(await contextOf('stagedoor', null), hash, { slug: [], input: 7 })
      expect(typeof body).toBe('string')
    }
  })
})

const LADDER = buildSchema(`
  type Query { rung(depth: Int!, named: String = "r"): Rung strict: Rung! rungs: [Rung!] loose: [Rung] }
  type Rung { name: String! late: String! early: String fails: String failsLate: String! next: Rung! maybe: Rung flag: Boolean count: Int }
`)
const later = async <Value>(value: Value) => value
const rung = (name: string, more: object = {}) => ({ name, flag: 1, count: 3, ...more })
const LADDER_RESOLVERS: ResolversByType = {
  Query: {
    rung: (_source, { depth, named }) => (depth === 0 ? null : later(rung(`${named}${depth}`))),
    strict: () => later(rung('strict')),
    rungs: () => [rung('a'), rung('b')],
    loose: () => later([rung('a'), null, rung('b', { name: null })]),
  },
  Rung: {
    late: () => later('late'),
    fails: () => {
      throw new Error('fails')
    },
    failsLate: () => later(null),
    next: () => later(rung('next')),
    maybe: () => rung('maybe'),
  },
}

describe('a plan', () => {
  it.each([
    '{ rung(depth: 2) { name late next { name } } }',
    '{ rung(depth: 0) { name } }',
    '{ rung(depth: 1, named: "x") { name early fails maybe { fails name } } }',
    '{ rung(depth: 1) { failsLate next { failsLate } } }',
    '{ rung(depth: 1) { name maybe { failsLate } fails } again: rung(depth: 3) { name } }',
    '{ strict { failsLate late } rung(depth: 1) { late } }',
    '{ rungs { name fails flag count } }',
    '{ rungs { failsLate late } }',
    '{ loose { name late } }',
    '{ rung(depth: 1) { ...Both next { name } } } fragment Both on Rung { next { flag } name }',
  ])('nulls what fails as GraphQL does: %s', async (text) => {
    const document = parse(text)
    const plan = compileOperation(LADDER, LADDER_RESOLVERS, document)
    const context = await contextOf('stagedoor', null)
    const { data, errors } = await plan(context, {})
    const reference = await execute({
      schema: LADDER,
      document,
      contextValue: context,
      fieldResolver: (source, args, shop, info) => {
        const resolver = LADDER_RESOLVERS[info.parentType.name]?.[info.fieldName]
        return resolver ? resolver(source, args, shop) : source[info.fieldName]
      },
    })
    expect(JSON.parse(JSON.stringify(data))).toEqual(JSON.parse(JSON.stringify(reference.data)))
    expect(errors.length > 0).toBe((reference.errors ?? []).length > 0)
  })

  it('refuses to be made of what it does not know', () => {
    const make = (text: string) => () => compileOperation(LADDER, LADDER_RESOLVERS, parse(text))
    expect(make('{ strict { name @skip(if: true) } }')).toThrow('directives')
    expect(make('{ strict { ... on Rung { name } } }')).toThrow('inline')
    expect(make('{ strict { unknown } }')).toThrow('no field')
    expect(make('{ strict { ...Gone } }')).toThrow('no fragment')
  })
})
