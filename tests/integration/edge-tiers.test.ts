/**
 * Tests the three cache tiers: an isolate's memory, its location's cache, and the origin shield. The test platform provides
 * the location's cache, the shield and the database. `newIsolate` simulates an isolate. All isolates share one location.
 */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { shops } from '../../schema/tables/shop.ts'
import type { ShopContext } from '../../worker/context.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { isProtected } from '../../worker/domain/catalogue/shop-range.ts'
import type { Env } from '../../worker/env.ts'
import { persistedOperation } from '../../worker/graphql/persisted.ts'
import { serve } from '../../worker/http/app.ts'
import { operationQuestion } from '../../worker/http/public-answers.ts'
import { locationCache } from '../../worker/integrations/edge-cache.ts'
import { AnswerMemory } from '../../worker/services/cache/answer-memory.ts'
import { leastOfPart } from '../../worker/services/cache/cache-lifetime.ts'
import { jsonEntry, jsonOf, shielded } from '../../worker/services/cache/edge-tiers.ts'
import { answerQuestion } from '../../worker/services/cache/public-answer.ts'
import { type Entry, type Filled, TieredCache } from '../../worker/services/cache/tiered-cache.ts'
import { catalogueQuestion, readCatalogueState, readShopsOf } from '../../worker/services/catalogue-state.ts'
import { Browser } from '../support/edge.ts'
import { PATIENCE } from '../support/patience.ts'
import { recordStatements, tripsOf, withoutDatabase } from '../support/query-plans.ts'
import { later, setRoom } from '../support/room-control.ts'
import { buildWorld, hashOf, Visitor } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const MINUTE = 60_000
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

function newIsolate(): TieredCache {
  const memory = new AnswerMemory<Entry>(1_000_000)
  return new TieredCache({
    memory,
    location: locationCache,
    clock: () => Date.now(),
    pause,
    random: () => Math.random(),
  })
}

const isolates = (count: number) => Array.from({ length: count }, newIsolate)

/** Returns the parts of a request that a cache needs. `settled` waits for the work that outlives the request. */
function request(env: Env = testEnv) {
  const works: Promise<unknown>[] = []
  return {
    env,
    colo: '',
    waitUntil: (work: Promise<unknown>) => void works.push(work),
    settled: () => Promise.all(works),
  }
}

const UNREACHABLE_SHIELD = (() => {
  const down = () => {
    throw new Error('unreachable')
  }
  return { getByName: down, jurisdiction: down, idFromName: down, get: down } as unknown as Env['ORIGIN_SHIELD']
})()

beforeAll(async () => {
  await buildWorld(Date.now())
  // This shop is locked and has no password of its own, so only the code `TEST_SHOP_CODE` opens it.
  await openDatabase(testEnv.DB)
    .update(shops)
    .set({ meta: { password: [] } })
    .where(eq(shops.slug, 'geheim'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a hundred isolates of one location', () => {
  it("query D1 once for the catalogue's version and waiting rooms", async () => {
    const edge = request()
    const trips = await tripsOf(async () => {
      const entries = await Promise.all(isolates(100).map((isolate) => isolate.read(catalogueQuestion(edge))))
      expect(new Set(entries.map(({ version }) => version))).toEqual(new Set([1]))
    })
    expect(trips).toBe(1)
    await edge.settled()
  })

  it('fill a missing answer once, and once more after the answer has expired', async () => {
    const edge = request()
    const state = await readCatalogueState(edge)
    let filled = 0
    const readFrom = (isolate: TieredCache) =>
      isolate.read(
        answerQuestion('answer|hundred', state, {
          fill: () =>
            shielded(testEnv, 'answer|hundred', leastOfPart(state, 0, Date.now()), async () => {
              filled++
              await pause(50)
              return {
                entry: jsonEntry({ version: state.version, at: Date.now() }, filled),
                keep: true,
                isFault: false,
              }
            }),
          waitUntil: edge.waitUntil,
        }),
      )
    const all = isolates(100)
    const answers = await Promise.all(all.map(readFrom))
    expect([filled, ...new Set(answers.map((entry) => jsonOf<number>(entry)))]).toEqual([1, 1])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE })
    const later = await Promise.all(all.map(readFrom))
    expect([filled, ...new Set(later.map((entry) => jsonOf<number>(entry)))]).toEqual([2, 2])
    await edge.settled()
  })

  it('wait for one isolate to fill the answer even if the shield is unreachable', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const edge = request({ ...testEnv, ORIGIN_SHIELD: UNREACHABLE_SHIELD })
    const state = await readCatalogueState(request())
    let filled = 0
    const fill = async (): Promise<Filled> => {
      filled++
      await pause(300)
      return { entry: jsonEntry({ version: state.version, at: Date.now() }, filled), keep: true, isFault: false }
    }
    const readFrom = (isolate: TieredCache) =>
      isolate.read(
        answerQuestion('answer|no shield', state, {
          fill: () => shielded(edge.env, 'answer|no shield', leastOfPart(state, 0, Date.now()), fill),
          waitUntil: edge.waitUntil,
        }),
      )
    const first = readFrom(newIsolate())
    await vi.waitUntil(() => filled > 0, PATIENCE)
    await Promise.all([first, ...isolates(99).map(readFrom)])
    expect(filled).toBe(1)
    expect(logged).toHaveBeenCalled()
    await edge.settled()
  })
})

describe('the fallback to older data', () => {
  it('sends the last known pages and API answers while D1 is unreachable, and logs an error', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const open = async (path: string) => {
      const execution = createExecutionContext()
      const answer = await serve(new Request(`http://localhost:8787${path}`), testBrowserEnv, execution)
      const body = await answer.text()
      await waitOnExecutionContext(execution)
      return { status: answer.status, body }
    }
    const api = `/api/v2/shops/stagedoor/graphql?hash=${hashOf('Artists')}&locale=de&variables=%7B%7D`
    const before = [await open('/artists'), await open(api)]
    expect(before.map(({ status }) => status)).toEqual([200, 200])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE })
    await withoutDatabase(async () => {
      for (let turn = 0; turn < 2; turn++) expect([await open('/artists'), await open(api)]).toEqual(before)
    })
    expect(logged.mock.calls.flat().join()).toContain('sending the last known answer')
    // D1 is back, and the page is still sent.
    vi.setSystemTime(Date.now() + MINUTE)
    expect((await open('/artists')).status).toBe(200)
  })

  it('protects a shop that an import has just locked, even if its row cannot be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const edge = request()
    const state = await readCatalogueState(edge)
    const before = (await readShopsOf(edge, state)).shops
    const locked = before.filter(isProtected)
    expect([locked.length > 0, state.lockedShops]).toEqual([true, locked.map(({ id }) => id)])
    const open = before.find((shop) => !isProtected(shop))?.id ?? ''
    const next = { ...state, version: state.version + 1, lockedShops: [open] }
    const after = await withoutDatabase(async () => (await readShopsOf(edge, next)).shops)
    expect(after.filter(isProtected).map(({ id }) => id)).toContain(open)
    await edge.settled()
  })

  it('does not cache an answer that was built from outdated shop rows, marks it as a fault, and gives it the version of those rows', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const edge = request()
    const state = await readCatalogueState(edge)
    const { shops: rows, artists, version } = await readShopsOf(edge, state)
    const shop = rows.find(({ isBand }) => isBand) as ShopRow
    const operation = persistedOperation(hashOf('Shop'))
    if (!operation) throw new Error('no operation Shop')
    const uncached = { operation, locale: 'de' as const, variables: {} }
    const answerAt = (catalogueVersion: number) => {
      const of = { shop, shops: rows, artist: artists[0] ?? null, shopsVersion: version }
      const gate = { isOpen: async () => true }
      const address = { origin: 'http://localhost:8787', basePath: '/nachtfalter' }
      const context = { ...of, ...address, gate, locale: 'de' } as ShopContext
      return operationQuestion(edge, context, { ...state, version: catalogueVersion }, uncached, null).fill(null)
    }
    const [present, behind] = [await answerAt(version), await answerAt(version + 1)]
    expect([present.keep, present.isFault, present.entry.version]).toEqual([true, false, version])
    expect([behind.keep, behind.isFault, behind.entry.version]).toEqual([false, true, version])
  })

  it('sends no expired page, and lets an uncached query fail', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const fan = new Browser()
    expect((await fan.open('/events')).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * MINUTE })
    await withoutDatabase(async () => {
      expect((await fan.open('/events')).status).toBe(302)
      expect((await new Visitor().run('EventPage', { slug: 'seated' })).code).toBe('INTERNAL')
    })
  })
})

const testBrowserEnv = new Browser().bindings

describe('an answer about a shop', () => {
  it('comes from the cached shops without a database query, and names the band', async () => {
    await new Browser().open('/')
    const fan = new Visitor('nachtfalter')
    let answer: unknown
    const trips = await tripsOf(async () => {
      answer = (await fan.run('Shop', {})).data
    })
    expect(trips).toBe(0)
    expect(answer).toMatchObject({ shop: { isBand: true, artist: { slug: 'nachtfalter' } } })
  })
})

describe('a canonical cache key', () => {
  const query = (more: string, variables: string) =>
    `/api/v2/shops/stagedoor/graphql?hash=${hashOf('CategoryPage')}&locale=de&variables=${encodeURIComponent(variables)}${more}`
  const fetchPath = (path: string, init?: RequestInit) => new Visitor().fetch(path, init)

  it('ignores unknown parameters, unknown variables, the sequence of the variables, and spaces around names and values', async () => {
    const variables = '{"slug":"shirts","first":18}'
    expect((await fetchPath(query('', variables))).status).toBe(200)
    const others = [
      query('&x=1', variables),
      query('', '{"first":18,"slug":"shirts"}'),
      query('', '{ "slug" : " shirts ", "first": 18, "junk": [1, 2] }'),
    ]
    for (const other of others) expect(await tripsOf(async () => (await fetchPath(other)).text())).toBe(0)
    expect(await tripsOf(async () => (await fetchPath(query('', '{"slug":"shirts","first":3}'))).text())).toBe(1)
  })

  it('is the same for HEAD and GET, and a HEAD answer has no body', async () => {
    const fan = new Browser()
    await fan.open('/faq')
    const [page, api] = [
      await fan.open('/faq', { method: 'HEAD' }),
      await fetchPath(query('', '{"slug":"shirts","first":18}'), { method: 'HEAD' }),
    ]
    expect([page.status, page.body, api.status, await api.text()]).toEqual([200, '', 200, ''])
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await tripsOf(async () => fan.open('/faq?x=2', { method: 'HEAD' }))).toBe(0)
  })
})

describe('a page', () => {
  it('accepts a POST request only for the password of a locked shop', async () => {
    const fan = new Browser()
    for (const path of ['/', '/artists', '/no-such-page']) {
      const { status, headers } = await fan.post(path, { code: 'x' })
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
    expect((await fan.post('/geheim/', { code: 'stagedoor-test' })).status).toBe(303)
    const again = await fan.post('/geheim/', { code: 'stagedoor-test' })
    expect([again.status, again.headers.get('location')]).toEqual([303, '/geheim/'])
  })

  it('of a password-protected shop never enters a shared cache tier', async () => {
    const shield = testEnv.ORIGIN_SHIELD
    const keys: string[] = []
    const recordingShield = {
      getByName(name: string) {
        const object = shield.getByName(name)
        const take: typeof object.take = (key, least) => {
          keys.push(key)
          return object.take(key, least)
        }
        const give: typeof object.give = (key, entry) => object.give(key, entry)
        return { take, give }
      },
    } as unknown as Env['ORIGIN_SHIELD']
    const put = vi.spyOn(locationCache, 'put')
    const fan = new Browser('http://localhost:8787', { ORIGIN_SHIELD: recordingShield })
    await fan.post('/geheim/', { code: 'stagedoor-test' })
    const page = await fan.open('/geheim/')
    expect([page.status, page.body.includes('Geheim')]).toEqual([200, true])
    const stranger = new Browser('http://localhost:8787', { ORIGIN_SHIELD: recordingShield })
    const apiOf = (name: string) => `/api/v2/shops/geheim/graphql?hash=${hashOf(name)}&locale=de&variables=%7B%7D`
    for (const [name, status] of [
      ['Home', 403],
      ['Shop', 200],
      ['ShippingCountries', 200],
    ] as const) {
      expect((await fan.open(apiOf(name))).status, name).toBe(200)
      expect((await stranger.open(apiOf(name))).status, name).toBe(status)
    }
    expect((await stranger.open('/geheim/contact')).status).toBe(200)
    const shared = [...keys, ...put.mock.calls.map(([key]) => key.replace('lease/', ''))]
    expect(shared.filter((key) => !/^(catalogue|shops and artists)(\/\d)?$/.test(key))).toEqual([])
  })

  it("that is not cached counts against the network's limit, but a cached page does not", async () => {
    const uncached: string[] = []
    const UNCACHED_READS = {
      limit: async ({ key }: { key: string }) => {
        uncached.push(key)
        return { success: false }
      },
    }
    await new Browser().open('/datapolicy')
    const fan = new Browser('http://localhost:8787', { UNCACHED_READS })
    const headers = { 'cf-connecting-ip': '192.0.2.7' }
    expect((await fan.open('/datapolicy', { headers })).status).toBe(200)
    expect(uncached).toEqual([])
    const refused = await fan.open('/gamepolicy', { headers })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(refused.body).toContain('Einen Moment bitte')
    const api = `/api/v2/shops/stagedoor/graphql?hash=${hashOf('Search')}&locale=de&variables=%7B%22terms%22%3A%22zzz%22%7D`
    expect((await fan.open(api, { headers })).status).toBe(429)
    expect(uncached).toEqual(['192.0.2.7', '192.0.2.7'])
  })

  it("that is not cached also counts against the limit of the visitor's wide network (/48 for IPv6)", async () => {
    const uncached: string[] = []
    const UNCACHED_READS_WIDE = {
      limit: async ({ key }: { key: string }) => {
        uncached.push(key)
        return { success: false }
      },
    }
    const fan = new Browser('http://localhost:8787', { UNCACHED_READS_WIDE })
    const refused = await fan.open('/search/invented', { headers: { 'cf-connecting-ip': '2001:db8:1:2::3' } })
    expect([refused.status, uncached]).toEqual([429, ['2001:db8:1']])
  })

  it('behind a waiting room causes no read of a product from D1 if the network has exceeded its limit', async () => {
    const setMode = (slug: string, mode: 'off' | 'scheduled') =>
      setRoom({ scope: 'catalogue', slug, ...(mode === 'off' ? { mode } : later()) })
    const none = { limit: async () => ({ success: false }) }
    const product = `/api/v2/shops/stagedoor/graphql?hash=${hashOf('ProductPage')}&variables=%7B%22slug%22%3A%22three%22%7D`
    const fan = new Browser('http://localhost:8787', { UNCACHED_READS: none })
    // The shop's own waiting room guards every product, so the worker sends the page without reading the product.
    await setMode('stagedoor', 'scheduled')
    await new Browser().open('/artists')
    const noted = recordStatements()
    const prepare = vi.spyOn(testEnv.DB, 'prepare')
    const waiting = await fan.open('/products/invented-one')
    expect(waiting.status).toBe(200)
    expect(waiting.body).toContain('"gathering"')
    await setMode('stagedoor', 'off')
    // A band shop's waiting room guards only the band's products. To learn the band, the worker must read the product.
    await setMode('nachtfalter', 'scheduled')
    await new Browser().open('/artists')
    expect((await fan.open('/products/invented-two')).status).toBe(429)
    expect((await fan.open(product)).status).toBe(429)
    noted.stop()
    const texts = [...noted.texts, ...prepare.mock.calls.flat()]
    expect(texts.filter((text) => text.includes('from "products"'))).toEqual([])
    await setMode('nachtfalter', 'off')
  })
})
