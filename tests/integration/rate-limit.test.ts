import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { randomBytes, scryptSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { BOT_CHECK_ACTION } from '../../schema/bot-check.ts'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { serve } from '../../worker/http/app.ts'
import { PASSING_SECRET, solvedToken } from '../sandbox/turnstile.ts'
import { ADDRESS } from '../support/address.ts'
import { setRoom, standing } from '../support/room-control.ts'
import { buildWorld, hashOf, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
  const salt = randomBytes(16)
  const hash = `${salt.toString('base64url')}$${scryptSync(DISCOUNT_CODE, salt, 32).toString('base64url')}`
  const db = openDatabase(testEnv.DB)
  await db
    .update(shops)
    .set({ meta: { discount_codes: [hash] } })
    .where(eq(shops.slug, 'stagedoor'))
})

const DISCOUNT_CODE = 'motte7'
const ORIGIN = 'http://localhost:8787'

type Limit = 'HOLD_TRIES' | 'ORDER_TRIES' | 'ACTIVITY_TRIES'

/** Returns a deployment whose limit `name` allows `allowed` calls. `counted` collects the keys of all calls. */
function deployment(name: Limit | `${Limit}_WIDE`, allowed: number, more: object = {}) {
  const counted: string[] = []
  const limit = ({ key }: { key: string }) => Promise.resolve({ success: counted.push(key) <= allowed })
  const env = { ...testEnv, ...more, [name]: { limit } }
  const run = async (operation: string, variables: object, address: string | null = '203.0.113.7') => {
    const context = createExecutionContext()
    const request = new Request(`${ORIGIN}/api/v2/shops/stagedoor/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: ORIGIN,
        ...(address === null ? {} : { 'cf-connecting-ip': address }),
      },
      body: JSON.stringify({ hash: hashOf(operation), variables }),
    })
    const response = await serve(request, env, context)
    await waitOnExecutionContext(context)
    const { errors } = await response.json<{ errors?: { extensions: { code: string } }[] }>()
    return errors?.[0]?.extensions.code ?? null
  }
  return { run, counted }
}

const shirt = () => ({
  input: { requests: [{ productVariantId: world.shirt, amount: 1 }], clientMutationId: crypto.randomUUID() },
})

const order = () => ({
  input: {
    clientMutationId: crypto.randomUUID(),
    email: 'ida@example.org',
    shippingAddress: ADDRESS,
    paymentMethod: 'bank_transfer',
    termsAccepted: true,
    expectedTotalCents: 0,
  },
})

describe('the rate limits of mutations', () => {
  it('restrict AddItems by network', async () => {
    const { run, counted } = deployment('HOLD_TRIES', 2)
    expect([await run('AddItems', shirt()), await run('AddItems', shirt())]).toEqual([null, null])
    expect(await run('AddItems', shirt())).toBe('TOO_MANY_REQUESTS')
    expect(await run('AddItems', shirt(), '2001:db8:0:1:ffff::1')).toBe('TOO_MANY_REQUESTS')
    expect(counted).toEqual(['203.0.113.7', '203.0.113.7', '203.0.113.7', '2001:db8:0:1'])
  })

  it.each([
    ['AddItems', 'HOLD_TRIES_WIDE'],
    ['PlaceOrder', 'ORDER_TRIES_WIDE'],
    ['LogActivity', 'ACTIVITY_TRIES_WIDE'],
  ] as const)('restrict %s by wide network (/48 or /24)', async (operation, name) => {
    const { run, counted } = deployment(name, 0)
    const input = operation === 'AddItems' ? shirt() : operation === 'PlaceOrder' ? order() : { action: 'cart_opened' }
    for (const address of ['2001:db8:0:1::1', '2001:db8:0:2::1', '203.0.113.7', '203.0.113.8']) {
      expect(await run(operation, input, address)).toBe('TOO_MANY_REQUESTS')
    }
    expect(counted).toEqual(['2001:db8:0', '2001:db8:0', '203.0.113', '203.0.113'])
  })

  it('restrict PlaceOrder by network, before the cart is read', async () => {
    const { run } = deployment('ORDER_TRIES', 1)
    expect(await run('PlaceOrder', order())).toBe('CART_EMPTY')
    expect(await run('PlaceOrder', order())).toBe('TOO_MANY_REQUESTS')
  })

  it('do not apply if the edge sends no IP address', async () => {
    const { run, counted } = deployment('HOLD_TRIES', 0)
    expect(await run('AddItems', shirt(), null)).toBeNull()
    expect(counted).toEqual([])
  })
})

describe('bot check tokens', () => {
  const CHECKED = {
    TURNSTILE_SITE_KEY: 'site',
    TURNSTILE_SECRET_KEY: PASSING_SECRET,
    TURNSTILE_API_BASE: testEnv.STRIPE_API_BASE ?? '',
  }
  const full = { limit: async () => ({ success: false }) }
  /** Returns bindings whose limit `name` is used up. `counted` collects the keys of all calls. */
  const usedUpLimit = (name: string) => {
    const counted: string[] = []
    const limit = async ({ key }: { key: string }) => {
      counted.push(key)
      return { success: false }
    }
    return { limits: { [name]: { limit } }, counted }
  }
  const solved = () => solvedToken(BOT_CHECK_ACTION, 'localhost')
  const visitorFrom = (address: string, more: object = {}) =>
    Object.assign(new Visitor(), { address, env: { ...testEnv, ...CHECKED, ...more } })
  const send = (fan: Visitor, path: string, body: object) =>
    fan.fetch(path, { method: 'POST', body: JSON.stringify(body) })
  const check = (fan: Visitor, token: string) => send(fan, '/check', { token })

  /** Counts the tokens sent to the provider during `work`, and collects the errors logged during it. */
  async function observe(work: () => Promise<void>): Promise<{ sentTokens: number; alarms: string[] }> {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const alarms = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await work()
    const seen = { sentTokens: fetched.mock.calls.length, alarms: alarms.mock.calls.map(([line]) => String(line)) }
    fetched.mockRestore()
    alarms.mockRestore()
    return seen
  }

  it('do not count against a network if they are valid, because many fans may share an address', async () => {
    const limits = { REFUSED_CHECKS: full, REFUSED_CHECKS_WIDE: full, REFUSED_CHECKS_CARTS: full }
    const fans = Array.from({ length: 5 }, () => visitorFrom('203.0.113.20', limits))
    for (const fan of [...fans, ...fans]) expect((await check(fan, solved())).status).toBe(204)
  })

  it('that are invalid reach the provider up to a limit, and another fan in the network succeeds at the second attempt', async () => {
    let failures = 0
    const five = { limit: async () => ({ success: ++failures <= 5 }) }
    const junk = async (fanOf: () => Visitor, times: number) => {
      const answers: number[] = []
      for (let time = 0; time < times; time++) answers.push((await check(fanOf(), 'junk')).status)
      return answers
    }
    const { sentTokens, alarms } = await observe(async () => {
      const answers = await junk(() => visitorFrom('203.0.113.21', { REFUSED_CHECKS: five }), 9)
      // The limit allows five. A token counts only after the provider has judged it, so the provider judges the sixth too.
      expect(answers).toEqual([403, 403, 403, 403, 403, 403, 429, 429, 429])
    })
    expect(sentTokens).toBe(6)
    expect(alarms).toEqual([expect.stringContaining('checks for bots are paused for a network')])
    expect(alarms[0]).not.toContain('203.0.113')
    // A new fan from the same address gets a cart cookie with the rejection, and then succeeds with the same token.
    const fan = visitorFrom('203.0.113.21')
    const token = solved()
    const refused = await check(fan, token)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'TOO_MANY_REQUESTS' } }] })
    expect(fan.cookies.has('cart')).toBe(true)
    expect((await check(fan, token)).status).toBe(204)
    // A client that sends the cookie back is limited by its cart.
    const machine = visitorFrom('203.0.113.21')
    await check(machine, 'junk')
    const answers = await junk(() => machine, 12)
    expect(answers.filter((status) => status === 403).length).toBeLessThan(10)
    expect(answers.at(-1)).toBe(429)
  })

  it.each([
    ['REFUSED_CHECKS', '203.0.113.31', '203.0.113.31', '203.0.113.32'],
    ['REFUSED_CHECKS_WIDE', '198.51.100.31', '198.51.100', '198.51.101.31'],
  ] as const)(
    'that are invalid and come without a cart cookie count against the limit %s, which blocks only their network',
    async (name, address, key, other) => {
      const { limits, counted } = usedUpLimit(name)
      await observe(async () => {
        expect((await check(visitorFrom(address, limits), 'junk')).status).toBe(403)
      })
      expect(counted).toEqual([key])
      const refused = await check(visitorFrom(address), solved())
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
      expect((await check(visitorFrom(other), solved())).status).toBe(204)
    },
  )

  it('that are invalid and come with a cart cookie count against a separate limit by wide network, and the rejection says when to retry', async () => {
    const fan = visitorFrom('192.0.2.31')
    await fan.add([{ productVariantId: world.shirt, amount: 1 }])
    const { limits, counted } = usedUpLimit('REFUSED_CHECKS_CARTS')
    const { alarms } = await observe(async () => {
      fan.env = { ...testEnv, ...CHECKED, ...limits }
      expect((await check(fan, 'junk')).status).toBe(403)
    })
    expect(counted).toEqual(['192.0.2'])
    expect(alarms.length).toBeLessThanOrEqual(1)
    const refused = await check(fan, solved())
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    // Visitors without a cart are counted separately.
    expect((await check(visitorFrom('192.0.2.31'), solved())).status).toBe(204)
  })

  it('beyond the limit of a cart are rejected before the provider is asked', async () => {
    const { limits, counted } = usedUpLimit('BOT_CHECKS')
    const fan = visitorFrom('192.0.2.40', limits)
    const { sentTokens } = await observe(async () => {
      const refused = await check(fan, solved())
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    })
    expect(sentTokens).toBe(0)
    expect(counted).toEqual([(await fan.cart()).id])
  })

  it('are not limited by network if the edge sends no IP address', async () => {
    const fan = Object.assign(new Visitor(), { env: { ...testEnv, ...CHECKED, REFUSED_CHECKS: full } })
    expect((await check(fan, 'junk')).status).toBe(403)
    expect((await check(fan, solved())).status).toBe(204)
  })

  describe('before a waiting room', () => {
    const room = () => `event/${world.standingEvent}`
    const place = (fan: Visitor, token = solved()) => send(fan, '/queue/place', { room: room(), token })
    const tokenIn = (fan: Visitor, kind: 'place' | 'ask') =>
      decodeURIComponent(fan.cookies.get(`${kind}.${room().replace('/', '.')}`) ?? '').split('|')
    const setMode = (mode: 'on' | 'off') => setRoom({ ...standing, opensAt: Date.now(), ratePerSecond: 1000, mode })

    it('SES-04 save the time of the request for a later queue entry of the same cart if the limit of the network rejects them', async () => {
      const { status } = await setMode('on')
      await expect.poll(() => Date.now()).toBeGreaterThan(status.opensAt)
      await observe(async () => {
        await check(visitorFrom('203.0.113.50', { REFUSED_CHECKS: full }), 'junk')
      })
      const fan = visitorFrom('203.0.113.50')
      const begun = Date.now()
      expect((await place(fan)).status).toBe(429)
      const refusedAt = Date.now()
      expect(tokenIn(fan, 'place')).toEqual([''])
      await expect.poll(() => Date.now()).toBeGreaterThan(refusedAt + 50)
      const thief = visitorFrom('100.64.0.9')
      thief.cookies.set(`ask.${room().replace('/', '.')}`, encodeURIComponent(tokenIn(fan, 'ask').join('|')))
      expect([(await place(fan)).status, (await place(thief)).status]).toEqual([204, 204])
      expect(Number(tokenIn(fan, 'place')[4])).toBeGreaterThanOrEqual(begun)
      expect(Number(tokenIn(fan, 'place')[4])).toBeLessThanOrEqual(refusedAt)
      expect(Number(tokenIn(thief, 'place')[4])).toBeGreaterThan(refusedAt)
      expect(tokenIn(fan, 'ask')).toEqual([''])
      await setMode('off')
    })

    it('SES-04 do not save the time of the request for a later queue entry if the cart exceeded its own limit or the check failed', async () => {
      await setMode('on')
      const greedy = visitorFrom('203.0.113.51', { BOT_CHECKS: full })
      expect((await place(greedy)).status).toBe(429)
      const failed = visitorFrom('203.0.113.52')
      expect((await place(failed, 'junk')).status).toBe(403)
      expect([tokenIn(greedy, 'ask'), tokenIn(failed, 'ask')]).toEqual([[''], ['']])
      await setMode('off')
    })
  })
})

describe('guesses of codes', () => {
  /** Returns limits that allow the given numbers of calls per key. `counted` collects the keys of all calls. */
  const limits = (exact: number, wide: number, whole: number) => {
    const counted: string[] = []
    const binding = (most: number) => {
      const counts = new Map<string, number>()
      return {
        async limit({ key }: { key: string }) {
          counted.push(key)
          counts.set(key, (counts.get(key) ?? 0) + 1)
          return { success: (counts.get(key) ?? 0) <= most }
        },
      }
    }
    return { counted, exact: binding(exact), wide: binding(wide), whole: binding(whole) }
  }
  const customerOf = (network: number) => `2001:db8:7:${network.toString(16)}::1`

  it('for an event are limited per network, per wide network and over all networks', async () => {
    const { counted, exact, wide, whole } = limits(2, 4, 6)
    const env = { ...testEnv, PRESALE_TRIES: exact, PRESALE_TRIES_WIDE: wide, PRESALE_TRIES_EVENT: whole }
    const guess = async (address: string) =>
      (
        await Object.assign(new Visitor(), { env, address }).run('PresaleCode', {
          eventId: world.standingEvent,
          code: 'GERATEN99',
        })
      ).code
    const wrong = 'PRESALE_CODE_INVALID'
    const tooMany = 'TOO_MANY_REQUESTS'
    // The first three guesses come from one network, and the next three from its neighbours in the same /48.
    expect([await guess(customerOf(1)), await guess(customerOf(1)), await guess(customerOf(1))]).toEqual([
      wrong,
      wrong,
      tooMany,
    ])
    expect([await guess(customerOf(2)), await guess(customerOf(3)), await guess(customerOf(4))]).toEqual([
      wrong,
      wrong,
      tooMany,
    ])
    // Guesses beyond the limit of a network do not count against the limit of the event, so the event allows two more.
    expect([await guess('203.0.113.1'), await guess('198.51.100.1'), await guess('192.0.2.1')]).toEqual([
      wrong,
      wrong,
      tooMany,
    ])
    expect(counted.slice(0, 3)).toEqual([
      `${world.standingEvent}/2001:db8:7:1`,
      `${world.standingEvent}/2001:db8:7`,
      world.standingEvent,
    ])
  })

  /** Sends a code to the shop from one address after the other, and returns the answers. */
  async function tryAt(env: object, code: string, addresses: string[]): Promise<(string | null)[]> {
    const answers = []
    for (const address of addresses) {
      const fan = Object.assign(new Visitor(), { env: { ...testEnv, ...env }, address })
      answers.push((await fan.run('OpenDiscounts', { code })).code)
    }
    return answers
  }
  const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)

  it('for a shop lock a network after ten wrong codes and its wide network after sixty, so that correct codes are rejected too', async () => {
    const alarms = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const wrong = 'DISCOUNT_CODE_WRONG'
    expect(await tryAt({}, 'geraten99', times(11, customerOf(100)))).toEqual([...times(10, wrong), 'TOO_MANY_REQUESTS'])
    expect(await tryAt({}, DISCOUNT_CODE, [customerOf(100)])).toEqual(['TOO_MANY_REQUESTS'])
    expect(await tryAt({}, DISCOUNT_CODE, [customerOf(101)])).toEqual([null])
    expect(alarms).not.toHaveBeenCalled()
    // This code is longer than any valid code, so the shop rejects it without computing a hash.
    const LONG_CODE = 'x'.repeat(101)
    const neighbours = Array.from({ length: 50 }, (_, network) => customerOf(network + 200))
    expect(await tryAt({}, LONG_CODE, neighbours)).toEqual(times(50, wrong))
    expect(await tryAt({}, 'geraten99', [customerOf(300)])).toEqual(['TOO_MANY_REQUESTS'])
    expect(await tryAt({}, DISCOUNT_CODE, [customerOf(301)])).toEqual(['TOO_MANY_REQUESTS'])
    const lines = alarms.mock.calls.map(([line]) => String(line))
    alarms.mockRestore()
    expect(lines).toEqual([expect.stringContaining('codes are being guessed from one wide network')])
    expect(lines[0]).not.toMatch(/geraten|2001/i)
    // Other networks are not affected.
    expect(await tryAt({}, DISCOUNT_CODE, ['203.0.113.1'])).toEqual([null])
  })

  it.each([
    ['WRONG_CODES_EXACT', '192.0.2.77', '192.0.2.78'],
    ['WRONG_CODES_WIDE', '198.51.100.77', '203.0.113.78'],
  ] as const)('for a shop lock only their own network through the rate limit %s', async (name, address, other) => {
    const alarms = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const full = { limit: async () => ({ success: false }) }
    expect(await tryAt({ [name]: full }, 'geraten99', [address])).toEqual(['DISCOUNT_CODE_WRONG'])
    const { counted, whole } = limits(0, 0, 1000)
    expect(await tryAt({ CODE_TRIES_SHOP: whole }, DISCOUNT_CODE, [address, other])).toEqual([
      'TOO_MANY_REQUESTS',
      null,
    ])
    // The attempt from the locked network does not count against the limit of the shop.
    expect(counted).toHaveLength(1)
    alarms.mockRestore()
  })

  it('for a shop lock a network after ten wrong codes, even if fifteen guesses arrive at the same time', async () => {
    // The shop's limit counts all guesses before the first is judged. The limit on wrong codes answers only after all
    // guesses are judged or rejected.
    const allCounted = Promise.withResolvers<{ success: boolean }>()
    let counted = 0
    const CODE_TRIES_SHOP = {
      limit: () => {
        if (++counted === 15) allCounted.resolve({ success: true })
        return allCounted.promise
      },
    }
    const answered = Promise.withResolvers<{ success: boolean }>()
    let judged = 0
    let refused = 0
    const answerAll = () => {
      if (judged + refused === 15) answered.resolve({ success: true })
    }
    const WRONG_CODES_EXACT = {
      limit: () => {
        judged++
        answerAll()
        return answered.promise
      },
    }
    const guess = async () => {
      const [code] = await tryAt({ CODE_TRIES_SHOP, WRONG_CODES_EXACT }, 'geraten99', ['192.0.2.90'])
      if (code === 'TOO_MANY_REQUESTS') refused++
      answerAll()
    }
    await Promise.all(Array.from({ length: 15 }, guess))
    expect([judged, refused]).toEqual([10, 5])
  })

  it('for a shop do not lock a network if they are correct, because a mailing brings many fans from one address', async () => {
    expect(await tryAt({}, DISCOUNT_CODE, times(12, '203.0.113.200'))).toEqual(times(12, null))
  })

  it('for a shop are limited per wide network, even if they are correct', async () => {
    const { wide, whole } = limits(0, 3, 1000)
    const env = { CODE_TRIES_WIDE: wide, CODE_TRIES_SHOP: whole }
    const answers = await tryAt(
      env,
      DISCOUNT_CODE,
      [1, 2, 3, 4].map((network) => `2001:db8:8:${network}::1`),
    )
    expect(answers).toEqual([null, null, null, 'TOO_MANY_REQUESTS'])
    expect(await tryAt(env, DISCOUNT_CODE, ['203.0.113.1'])).toEqual([null])
  })

  it('for a shop are limited over all networks, even if they are correct', async () => {
    const { wide, whole } = limits(0, 10, 2)
    const answers = await tryAt({ CODE_TRIES_WIDE: wide, CODE_TRIES_SHOP: whole }, DISCOUNT_CODE, [
      '203.0.113.1',
      '198.51.101.1',
      '192.0.2.1',
    ])
    expect(answers).toEqual([null, null, 'TOO_MANY_REQUESTS'])
  })

  it('raise one alarm, which does not contain the codes, if many are wrong, and no alarm if they are correct', async () => {
    const { counted, whole } = limits(0, 0, 1)
    const env = { ...testEnv, WRONG_CODES: whole }
    const alarms = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const guess = async (operation: string, variables: Record<string, unknown>) =>
      (await Object.assign(new Visitor(), { env }).run(operation, variables)).code
    const atShop = (code: string) => guess('OpenDiscounts', { code })
    const atEvent = (code: string) => guess('PresaleCode', { eventId: world.standingEvent, code })
    for (const answer of [await atShop(DISCOUNT_CODE), await atShop(DISCOUNT_CODE), await atShop(DISCOUNT_CODE)])
      expect(answer).toBeNull()
    expect(counted).toEqual([])
    for (const answer of [await atShop('geraten99'), await atShop('geraten99')])
      expect(answer).toBe('DISCOUNT_CODE_WRONG')
    for (const answer of [await atEvent('GERATEN99'), await atEvent('GERATEN99')])
      expect(answer).toBe('PRESALE_CODE_INVALID')
    const lines = alarms.mock.calls.map(([line]) => String(line))
    alarms.mockRestore()
    // An isolate raises this alarm at most once a minute, here for the first shop or event that exceeds the limit.
    expect(lines).toEqual([expect.stringContaining('codes are being guessed from many networks')])
    expect(lines[0]).toContain('"subject":"discount/')
    expect(lines[0]).not.toMatch(/geraten/i)
    expect(counted.at(-1)).toBe(world.standingEvent)
  })
})

describe('logActivity', () => {
  it("LOG-01 writes only the shop's id and the action to Analytics Engine, up to the rate limit", async () => {
    const writeDataPoint = vi.fn()
    const { run } = deployment('ACTIVITY_TRIES', 1, { ACTIVITY: { writeDataPoint } })
    expect(await run('LogActivity', { action: 'checkout_cart' })).toBeNull()
    expect(writeDataPoint.mock.calls).toEqual([
      [{ indexes: [expect.stringMatching(/^shp_/)], blobs: ['checkout_cart'] }],
    ])
    expect(await run('LogActivity', { action: 'checkout_cart' })).toBe('TOO_MANY_REQUESTS')
    expect(writeDataPoint).toHaveBeenCalledTimes(1)
  })

  it('LOG-01 writes a log line if no Analytics Engine is bound, and rejects unknown actions', async () => {
    const info = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    expect((await new Visitor().run('LogActivity', { action: 'order_placed' })).code).toBeNull()
    const lines = info.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"activity"'))
    info.mockRestore()
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ shop: 'stagedoor', action: 'order_placed' })
    for (const action of ['Ida Brandt, Hafenstraße 12', 'page', '', 'order_placed ', 'x'.repeat(5000)])
      expect((await new Visitor().run('LogActivity', { action })).code).toBe('BAD_INPUT')
  })
})
