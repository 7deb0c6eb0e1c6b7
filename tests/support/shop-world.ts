/**
 * Builds a small catalogue for tests of the whole worker. It has a main shop and the shops of three bands. One band's shop
 * has a password, and another has its own domain. There is merchandise, an event with seats, an event with standing tickets,
 * and an event before its presale. `Visitor` simulates a browser that uses these shops.
 */
import { createExecutionContext } from 'cloudflare:test'
import { exports } from 'cloudflare:workers'
import operations from '../../schema/generated/operations.json' with { type: 'json' }
import { newId } from '../../schema/ids.ts'
import { policyOf } from '../../schema/operation-policy.ts'
import type { SeatPlan } from '../../schema/seat-map.ts'
import { carriers, productCategories, products, variantStock, variants } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { allotments, events, pricingCategories, venues } from '../../schema/tables/event.ts'
import { catalogueState, shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import type { Env } from '../../worker/env.ts'
import { serve } from '../../worker/http/app.ts'
import { ADDRESS } from './address.ts'
import { cookiesSetBy } from './set-cookies.ts'
import { testEnv } from './test-env.ts'

const HOUR = 3_600_000
/** Returns the text in both languages. The English one ends in “(en)”. */
export const both = (text: string) => ({ de: text, en: `${text} (en)` })

export const ROW = 10

export type World = {
  seatedEvent: string
  seatVariant: string
  hardVariant: string
  standingEvent: string
  standingVariant: string
  laterVariant: string
  shirt: string
  scarce: string
  mug: string
  foreign: string
  secret: string
  parcel: string
}

function plan(categoryId: string): SeatPlan {
  return {
    format: 1,
    sections: [{ id: 'A', name: 'Block A', block: 0 }],
    seats: Array.from({ length: 3 * ROW }, (_, index) => [
      `A-${Math.floor(index / ROW) + 1}-${(index % ROW) + 1}`,
      0,
      String(Math.floor(index / ROW) + 1),
      String((index % ROW) + 1),
      1,
      0,
    ]),
    runs: [0, 1, 2].map((row) => Array.from({ length: ROW }, (_, seat) => row * ROW + seat)),
    allotments: [],
    categories: [{ number: 1, id: categoryId }],
  }
}

/** Writes the catalogue and its seat plans. Returns the ids that tests use. `now` is the current time of the tests. */
export async function buildWorld(now: number): Promise<World> {
  const db = openDatabase(testEnv.DB)
  const ids = {
    nachtfalter: newId('category', now),
    eisenwald: newId('category', now),
    geheim: newId('category', now),
    shirts: newId('category', now),
    venue: newId('venue', now),
    seated: newId('event', now),
    standing: newId('event', now),
    later: newId('event', now),
    seatedCategory: newId('pricingCategory', now),
    standingCategory: newId('pricingCategory', now),
    laterCategory: newId('pricingCategory', now),
  }
  const world: World = {
    seatedEvent: ids.seated,
    seatVariant: newId('variant', now),
    hardVariant: newId('variant', now),
    standingEvent: ids.standing,
    standingVariant: newId('variant', now),
    laterVariant: newId('variant', now),
    shirt: newId('variant', now),
    scarce: newId('variant', now),
    mug: newId('variant', now),
    foreign: newId('variant', now),
    secret: newId('variant', now),
    parcel: newId('carrier', now),
  }
  const standingPlan = (categoryId: string): SeatPlan => ({
    format: 1,
    sections: [],
    seats: [],
    runs: [],
    allotments: [{ sectionId: 'floor', name: 'Innenraum', category: 1, capacity: 50, block: 0 }],
    categories: [{ number: 1, id: categoryId }],
  })
  await testEnv.BUCKET.put('seat-plans/seated.json', JSON.stringify(plan(ids.seatedCategory)))
  await testEnv.BUCKET.put('seat-plans/standing.json', JSON.stringify(standingPlan(ids.standingCategory)))
  await testEnv.BUCKET.put('seat-plans/later.json', JSON.stringify(standingPlan(ids.laterCategory)))

  const artist = (id: string, slug: string, name: string) => ({
    id,
    type: 'ARTIST' as const,
    slug,
    name: both(name),
    mainCategory: true,
  })
  await db
    .insert(categories)
    .values([
      artist(ids.nachtfalter, 'nachtfalter', 'Nachtfalter'),
      artist(ids.eisenwald, 'eisenwald', 'Eisenwald'),
      artist(ids.geheim, 'geheim', 'Geheim'),
      { id: ids.shirts, type: 'CATEGORY', slug: 'shirts', name: both('Shirts'), mainCategory: true },
    ])
  await db.insert(shops).values([
    { id: newId('shop', now), slug: 'stagedoor', name: 'Stagedoor', isBand: false, orderMergingAllowed: true },
    {
      id: newId('shop', now),
      slug: 'nachtfalter',
      name: 'Nachtfalter',
      isBand: true,
      artistId: ids.nachtfalter,
      paymentBlacklist: ['stripe_checkout', 'stripe_sofort'],
    },
    {
      id: newId('shop', now),
      slug: 'eisenwald',
      name: 'Eisenwald',
      isBand: true,
      artistId: ids.eisenwald,
      domain: 'merch.eisenwald.example',
      hasCustomDomain: true,
    },
    {
      id: newId('shop', now),
      slug: 'geheim',
      name: 'Geheim',
      isBand: true,
      artistId: ids.geheim,
      meta: { password: ['c2FsdA$AAAA'] },
    },
  ])
  await db.insert(venues).values({
    id: ids.venue,
    slug: 'halle',
    name: 'Halle',
    address: 'Ufer 1',
    city: 'Berlin',
    postCode: '10115',
    countryCode: 'de',
    timeZone: 'Europe/Berlin',
  })
  const event = (id: string, slug: string, seatPlanKey: string, presaleAt: number) => ({
    id,
    slug,
    artistId: ids.nachtfalter,
    venueId: ids.venue,
    name: both(slug),
    descriptiveName: both(`Nachtfalter – ${slug}`),
    description: both('Ein Abend.'),
    happeningFromAt: now + 1000 * HOUR,
    presaleAt,
    salesEndAt: now + 999 * HOUR,
    seatPlanKey,
    cartLimit: 4,
    checkInStartAt: now + 880 * HOUR,
    checkInEndAt: now + 994 * HOUR,
    meta: { avoid_single_seats: false, ...(presaleAt > now ? { bank_transfer_after_hours: 0 } : {}) },
  })
  await db.batch([
    db.insert(events).values(event(ids.seated, 'seated', 'seat-plans/seated.json', now - 100 * HOUR)),
    db.insert(events).values(event(ids.standing, 'standing', 'seat-plans/standing.json', now - 100 * HOUR)),
    db.insert(events).values(event(ids.later, 'later', 'seat-plans/later.json', now + 100 * HOUR)),
  ])
  const pricing = (id: string, eventId: string) => ({
    id,
    eventId,
    number: 1,
    name: both('Parkett'),
    mapColor: '#1d4ed8',
  })
  await db
    .insert(pricingCategories)
    .values([
      pricing(ids.seatedCategory, ids.seated),
      pricing(ids.standingCategory, ids.standing),
      pricing(ids.laterCategory, ids.later),
    ])
  await db.insert(allotments).values({
    eventId: ids.standing,
    sectionId: 'floor',
    name: both('Innenraum'),
    pricingCategoryId: ids.standingCategory,
    capacity: 50,
  })
  const ticket = (id: string, eventId: string, pricingCategoryId: string, physical: boolean) => ({
    id,
    eventId,
    pricingCategoryId,
    sku: id,
    description: both('Normalpreis'),
    priceCents: 4500,
    physical,
  })
  const merch = (slug: string, artistId: string, more: object = {}) => ({
    id: newId('product', now),
    slug,
    artistId,
    productType: both('T-Shirt'),
    name: both(slug),
    descriptiveName: both(`Band ${slug}`),
    description: both('Schwere Baumwolle.'),
    priceCents: 2490,
    cartLimit: 3,
    weightGrams: 200,
    createdAt: now,
    ...more,
  })
  const rows = [
    merch('shirt', ids.nachtfalter),
    merch('scarce', ids.nachtfalter),
    merch('mug', ids.nachtfalter, { meta: { personalised: true } }),
    merch('foreign', ids.eisenwald),
    merch('secret', ids.geheim),
  ]
  for (const row of rows) await db.insert(products).values(row)
  await db
    .insert(productCategories)
    .values(rows.map((row, productOrder) => ({ productId: row.id, categoryId: ids.shirts, productOrder })))
  const size = (id: string, slug: string) => ({
    id,
    productId: rows.find((row) => row.slug === slug)?.id ?? '',
    sku: slug,
    description: both('M|Unisex'),
    priceCents: 2490,
    physical: true,
  })
  await db
    .insert(variants)
    .values([
      ticket(world.seatVariant, ids.seated, ids.seatedCategory, false),
      ticket(world.hardVariant, ids.seated, ids.seatedCategory, true),
      ticket(world.standingVariant, ids.standing, ids.standingCategory, false),
      ticket(world.laterVariant, ids.later, ids.laterCategory, false),
    ])
  await db
    .insert(variants)
    .values([
      size(world.shirt, 'shirt'),
      size(world.scarce, 'scarce'),
      size(world.mug, 'mug'),
      size(world.foreign, 'foreign'),
      size(world.secret, 'secret'),
    ])
  await db.insert(variantStock).values({ variantId: world.scarce, initial: 5, available: 5 })
  await db.insert(carriers).values([
    {
      id: world.parcel,
      slug: 'paket',
      name: both('Paket'),
      description: both('Mit Nummer'),
      priceCents: 590,
      countryCodes: ['de', 'at'],
      maxWeightGrams: 31_500,
    },
    {
      id: newId('carrier', now),
      slug: 'schweiz',
      name: both('Schweiz'),
      description: both('Zoll'),
      priceCents: 1490,
      countryCodes: ['ch'],
      maxWeightGrams: 31_500,
    },
  ])
  await db.insert(catalogueState).values({ id: 1, version: 1, importedAt: now })
  return world
}

export function hashOf(name: string): string {
  const operation = operations.find((known) => known.name === name)
  if (!operation) throw new Error(`no operation ${name}`)
  return operation.hash
}

export type Answer<Data> = { status: number; data: Data | null; code: string | null; params: Record<string, unknown> }

/** Simulates a browser that stores cookies and sends requests to one host. */
export class Visitor {
  /** Cookies by name, without the prefix that the shop adds on a secure connection. */
  readonly cookies = new Map<string, string>()
  /** Each visitor has a different email address, because an event's tickets are limited per address. */
  readonly email = `ida-${crypto.randomUUID()}@example.org`
  /** Whether requests bypass the answer cache. Has no effect if `env` is set. */
  isUncached = false
  /** The worker's bindings, if they differ from those of the tests. */
  env: Env | null = null
  /** The IP address that the edge reports; null if it reports none. */
  address: string | null = null
  /** The visit secret that the browser sends; null sends none. */
  visit: string | null = null
  storesCookies = true
  private readonly origin: string
  private readonly shop: string
  private readonly prefix: string

  constructor(shop = 'stagedoor', origin = 'http://localhost:8787') {
    this.shop = shop
    this.origin = origin
    this.prefix = /^https:|localhost/.test(origin) ? '__Host-' : ''
  }

  setCookie(name: string, value: string): void {
    this.cookies.set(name, encodeURIComponent(value))
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const named = [...this.cookies].map(([name, value]) => `${this.prefix}${name}=${value}`)
    // A page that sends a visit has set this cookie before, to find out whether the browser stores cookies.
    const trial = this.visit !== null && this.storesCookies ? ['trial=1'] : []
    const cookies = [...named, ...trial].join('; ')
    if (cookies) headers.set('cookie', cookies)
    if (this.visit !== null) headers.set('x-visit', this.visit)
    if (this.address !== null) headers.set('cf-connecting-ip', this.address)
    const request = new Request(this.origin + path, { redirect: 'manual', ...init, headers })
    const env = this.env ?? (this.isUncached ? { ...testEnv, ANSWER_CACHE: 'off' as const } : null)
    const response = env ? await serve(request, env, createExecutionContext()) : await exports.default.fetch(request)
    if (this.storesCookies) for (const [name, value] of cookiesSetBy(response)) this.cookies.set(name, value)
    return response
  }

  async run<Data>(name: string, variables: Record<string, unknown> = {}, locale = 'de'): Promise<Answer<Data>> {
    const operation = operations.find((known) => known.name === name)
    if (!operation) throw new Error(`no operation ${name}`)
    const path = `/api/v2/shops/${this.shop}/graphql`
    const response =
      operation.kind === 'query' && !policyOf(name).isSecret
        ? await this.fetch(
            `${path}?hash=${operation.hash}&locale=${locale}&variables=${encodeURIComponent(JSON.stringify(variables))}`,
          )
        : await this.fetch(`${path}?locale=${locale}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', origin: this.origin },
            body: JSON.stringify({ hash: operation.hash, variables }),
          })
    const body = await response.json<{
      data?: Data | null
      errors?: { extensions: { code: string; params: Record<string, unknown> } }[]
    }>()
    const [error] = body.errors ?? []
    return {
      status: response.status,
      data: body.data ?? null,
      code: error?.extensions.code ?? null,
      params: error?.extensions.params ?? {},
    }
  }

  add(requests: object[], key: string = crypto.randomUUID()) {
    return this.run<{ addItems: { cart: Cart; shifted: boolean } }>('AddItems', {
      input: { requests, clientMutationId: key },
    })
  }

  async cart(): Promise<Cart> {
    const { data, code } = await this.run<{ cart: Cart }>('Cart')
    if (!data) throw new Error(code ?? 'no cart')
    return data.cart
  }

  placeOrder(expectedTotalCents: number, more: object = {}, key: string = crypto.randomUUID()) {
    return this.run<{ placeOrder: { cart: { id: string; reference: string; totalCents: number; status: string } } }>(
      'PlaceOrder',
      {
        input: {
          clientMutationId: key,
          email: this.email,
          shippingAddress: ADDRESS,
          paymentMethod: 'bank_transfer',
          termsAccepted: true,
          expectedTotalCents,
          ...more,
        },
      },
    )
  }
}

export type Cart = {
  id: string
  version: number
  countryCode: string
  totalCents: number
  physical: boolean
  containsTickets: boolean
  heldUntil: number | null
  items: {
    id: string
    productVariantId: string
    amount: number
    seatId: string | null
    totalSumCents: number
    fixedAmount: boolean
    variantName: string
  }[]
}
