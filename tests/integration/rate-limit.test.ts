import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { randomBytes, scryptSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { serve } from '../../worker/http/app.ts'
import { changeRoom } from '../../worker/services/queue-controls.ts'
import { ADDRESS, buildWorld, hashOf, Visitor, type World } from '../support/shop-world.ts'
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

/** A mutation at a deployment whose named limit lets `allowed` calls pass; `counted` are the keys it counted by. */
type Limit = 'HOLD_TRIES' | 'ORDER_TRIES' | 'ACTIVITY_TRIES'

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

describe('what a visitor may do without proving anything', () => {
  it('AddItems is limited by network', async () => {
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
  ] as const)('%s is limited by wide network, from however many networks of it', async (operation, name) => {
    const { run, counted } = deployment(name, 0)
    const input = operation === 'AddItems' ? shirt() : operation === 'PlaceOrder' ? order() : { action: 'look' }
    for (const address of ['2001:db8:0:1::1', '2001:db8:0:2::1', '203.0.113.7', '203.0.113.8']) {
      expect(await run(operation, input, address)).toBe('TOO_MANY_REQUESTS')
    }
    expect(counted).toEqual(['2001:db8:0', '2001:db8:0', '203.0.113', '203.0.113'])
  })

  it('PlaceOrder is limited by network, before the cart is asked', async () => {
    const { run } = deployment('ORDER_TRIES', 1)
    expect(await run('PlaceOrder', order())).toBe('CART_EMPTY')
    expect(await run('PlaceOrder', order())).toBe('TOO_MANY_REQUESTS')
  })

  it('nobody is limited where no edge names the network', async () => {
    const { run, counted } = deployment('HOLD_TRIES', 0)
    expect(await run('AddItems', shirt(), null)).toBeNull()
    expect(counted).toEqual([])
  })
})

describe('tokens of the check for bots', () => {
  it.each(['BOT_CHECKS', 'BOT_CHECKS_WIDE'] as const)(
    'are limited by %s before the provider is asked, for the cart and for a room',
    async (name) => {
      const counted: string[] = []
      const limit = async ({ key }: { key: string }) => ({ success: counted.push(key) < 0 })
      const keys = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'secret' }
      const asked = vi.spyOn(globalThis, 'fetch')
      const change = { scope: 'event', slug: 'standing', opensAt: Date.now() + 3_600_000 } as const
      const set = (mode: 'scheduled' | 'off') =>
        changeRoom(testEnv, openDatabase(testEnv.DB), { ...change, mode }, Date.now())
      await set('scheduled')
      const send = async (path: string, body: object) => {
        const env = { ...testEnv, ...keys, [name]: { limit } }
        const fan = Object.assign(new Visitor(), { env, address: '203.0.113.9' })
        return (await fan.fetch(path, { method: 'POST', body: JSON.stringify(body) })).status
      }
      expect(await send('/check', { token: 'junk' })).toBe(429)
      expect(await send('/queue/place', { token: 'junk', room: `event/${world.standingEvent}` })).toBe(429)
      expect(counted).toEqual(Array(2).fill(name === 'BOT_CHECKS' ? '203.0.113.9' : '203.0.113'))
      expect(asked).not.toHaveBeenCalled()
      asked.mockRestore()
      await set('off')
    },
  )
})

describe('guesses at codes', () => {
  /** Counts keys, and lets so many pass of each kind. */
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

  it('at an event are limited by network, by the wide network and for all networks', async () => {
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
    // One network, then its neighbours in the /48.
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
    // Refused tries have used up nothing that others share: two more pass.
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

  it('at a shop are limited by the wide network too', async () => {
    const { exact, wide, whole } = limits(10, 3, 1000)
    const env = { ...testEnv, CODE_TRIES: exact, CODE_TRIES_WIDE: wide, CODE_TRIES_SHOP: whole }
    const guess = async (address: string) =>
      (await Object.assign(new Visitor(), { env, address }).run('OpenDiscounts', { code: 'geraten99' })).code
    const answers = []
    for (const network of [1, 2, 3, 4]) answers.push(await guess(customerOf(network)))
    expect(answers).toEqual([...Array(3).fill('DISCOUNT_CODE_WRONG'), 'TOO_MANY_REQUESTS'])
    expect(await guess('203.0.113.1')).toBe('DISCOUNT_CODE_WRONG')
  })

  it('at a shop are limited for all networks', async () => {
    const { exact, wide, whole } = limits(10, 10, 2)
    const env = { ...testEnv, CODE_TRIES: exact, CODE_TRIES_WIDE: wide, CODE_TRIES_SHOP: whole }
    const answers = []
    for (const address of ['203.0.113.1', '198.51.100.1', '192.0.2.1']) {
      const fan = Object.assign(new Visitor(), { env, address })
      answers.push((await fan.run('OpenDiscounts', { code: 'geraten99' })).code)
    }
    expect(answers).toEqual(['DISCOUNT_CODE_WRONG', 'DISCOUNT_CODE_WRONG', 'TOO_MANY_REQUESTS'])
  })

  it('raise the alarm where many are wrong, without a person and refusing nobody; right ones never do', async () => {
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
    // Once a minute, whatever the subject.
    expect(lines).toEqual([expect.stringContaining('codes are being guessed from many networks')])
    expect(lines[0]).toContain('"subject":"discount/')
    expect(lines[0]).not.toMatch(/geraten/i)
    expect(counted.at(-1)).toBe(world.standingEvent)
  })
})

describe('logActivity', () => {
  it('is counted in Analytics Engine, by shop and name alone', async () => {
    const writeDataPoint = vi.fn()
    const { run } = deployment('ACTIVITY_TRIES', 1, { ACTIVITY: { writeDataPoint } })
    expect(await run('LogActivity', { action: 'seat_map.opened' })).toBeNull()
    expect(writeDataPoint.mock.calls).toEqual([
      [{ indexes: [expect.stringMatching(/^shp_/)], blobs: ['seat_map.opened'] }],
    ])
    expect(await run('LogActivity', { action: 'seat_map.opened' })).toBe('TOO_MANY_REQUESTS')
    expect(writeDataPoint).toHaveBeenCalledTimes(1)
  })

  it('is logged where no Analytics Engine is bound, and asks the database for nothing of its own', async () => {
    const info = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    expect((await new Visitor().run('LogActivity', { action: 'look' })).code).toBeNull()
    const lines = info.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"activity"'))
    info.mockRestore()
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ shop: 'stagedoor', action: 'look' })
    expect((await new Visitor().run('LogActivity', { action: 'Ida Brandt, Hafenstraße 12' })).code).toBe('BAD_INPUT')
  })
})
