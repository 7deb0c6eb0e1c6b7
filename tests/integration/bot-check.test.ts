import { beforeAll, describe, expect, it, vi } from 'vitest'
import { BOT_CHECK_ACTION } from '../../schema/bot-check.ts'
import type { QueuedSession } from '../../schema/waiting-room.ts'
import { judgeToken } from '../../worker/integrations/turnstile.ts'
import { raiseAlarm } from '../../worker/services/log.ts'
import { FAILING_SECRET, PASSING_SECRET, SPENDING_SECRET, solvedToken } from '../sandbox/turnstile.ts'
import { Browser } from '../support/edge.ts'
import { later, setRoom, standing } from '../support/room-control.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
  await setRoom({ ...standing, ...later() })
})

const base = testEnv.STRIPE_API_BASE ?? ''
const HOST = 'localhost'
const room = () => `event/${world.standingEvent}`
const checked = (secret = PASSING_SECRET) => ({
  ...testEnv,
  TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
  TURNSTILE_SECRET_KEY: secret,
  TURNSTILE_API_BASE: base,
})
/** Returns a visitor to a deployment that has a bot check. */
const fanWith = (secret = PASSING_SECRET) => Object.assign(new Visitor(), { env: checked(secret) })
const solved = () => solvedToken(BOT_CHECK_ACTION, HOST)
const post = (fan: Visitor, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fan.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
const check = (fan: Visitor, token = solved()) => post(fan, '/check', { token })
const sessionOf = (fan: Visitor) => fan.run<{ session: QueuedSession }>('Session', { room: room() })
const seat = (row: number, number: number) => [
  { productVariantId: world.seatVariant, amount: 1, seatIds: [`A-${row}-${number}`] },
]

describe('a bot check that fails', () => {
  /** Returns the errors logged for a check. Alarms are rate-limited, so each check runs an hour after the previous one. */
  async function alarmsOf(env: object, token: string): Promise<string[]> {
    const alarms = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    hoursPassed++
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + hoursPassed * 3_600_000)
    const fan = Object.assign(new Visitor(), { env: { ...checked(), ...env } })
    const { status } = await check(fan, token)
    const lines = alarms.mock.calls.map(([line]) => String(line))
    clock.mockRestore()
    alarms.mockRestore()
    expect(status).toBe(403)
    return lines
  }
  let hoursPassed = 0

  it.each([
    ['the provider sends no usable answer', 'unreachable', { TURNSTILE_API_BASE: `${base}/nothing` }, solved()],
    ['the provider refuses the secret', 'secret refused', { TURNSTILE_SECRET_KEY: 'mistyped' }, solved()],
    ['the widget serves another host', 'host refused', {}, solvedToken(BOT_CHECK_ACTION, 'elsewhere.example')],
  ])('logs an error if %s', async (_case, word, env, token) => {
    const lines = await alarmsOf(env, token)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'error',
      message: `bot check locks out fans: ${word}`,
      hostname: HOST,
    })
  })

  it.each([
    ['is forged', { TURNSTILE_SECRET_KEY: FAILING_SECRET }, solved()],
    ['was used before', { TURNSTILE_SECRET_KEY: SPENDING_SECRET }, solved()],
    ['is nonsense', {}, 'nonsense'],
    ['belongs to another form', {}, solvedToken('newsletter', HOST)],
  ])('logs no error if the token %s', async (_case, env, token) => {
    expect(await alarmsOf(env, token)).toEqual([])
  })
})

describe('raiseAlarm', () => {
  it('logs an alarm at most once a minute per kind', () => {
    const lines = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const now = Date.now()
    const written = (kind: string, at: number) => {
      const before = lines.mock.calls.length
      raiseAlarm(kind, {}, at)
      return lines.mock.calls.length - before
    }
    expect(written('a kind', now)).toBe(1)
    expect(written('a kind', now + 59_999)).toBe(0)
    expect(written('another kind', now + 59_999)).toBe(1)
    expect(written('a kind', now + 60_000)).toBe(1)
    expect(written('a kind', now + 60_001)).toBe(0)
    lines.mockRestore()
  })
})

describe('the bot check before a waiting room', () => {
  it('SES-04 withholds the queue entry until the fan has passed the check', async () => {
    const fan = fanWith()
    expect(await sessionOf(fan)).toMatchObject({
      data: { session: { queue: { entryId: null, checkKey: '1x00000000000000000000AA' } } },
    })
    expect([...fan.cookies.keys()].filter((name) => name.startsWith('place.'))).toEqual([])
    const given = await post(fan, '/queue/place', { room: room(), token: solved() })
    expect(given.status).toBe(204)
    const cookies = given.headers.getSetCookie()
    expect(cookies.find((cookie) => cookie.includes('place.event.'))).toMatch(/HttpOnly; Secure; SameSite=Lax/)
    expect(await sessionOf(fan)).toMatchObject({
      data: { session: { queue: { entryId: expect.any(String), checkKey: null } } },
    })
  })

  it('SES-04 rejects forged, used and missing tokens, unknown rooms and other origins', async () => {
    const place = (secret: string, body: unknown, headers = {}) => post(fanWith(secret), '/queue/place', body, headers)
    const token = solved()
    expect((await place(FAILING_SECRET, { room: room(), token })).status).toBe(403)
    expect((await place(SPENDING_SECRET, { room: room(), token })).status).toBe(403)
    expect((await place(PASSING_SECRET, { room: 'event/evt_unknown', token })).status).toBe(404)
    expect((await place(PASSING_SECRET, { room: room() })).status).toBe(400)
    const foreign = { origin: 'https://elsewhere.example' }
    expect((await place(PASSING_SECRET, { room: room(), token }, foreign)).status).toBe(403)
  })

  it('SES-04 is not required again for tickets if the fan has passed it for the queue entry', async () => {
    const fan = fanWith()
    expect((await post(fan, '/queue/place', { room: room(), token: solved() })).status).toBe(204)
    expect((await fan.add(seat(1, 1))).code).toBeNull()
  })
})

describe('the bot check before tickets', () => {
  it('rejects the first tickets of a cart, and accepts a retry with the same idempotency key after the check', async () => {
    const fan = fanWith()
    const key = crypto.randomUUID()
    expect(await fan.add(seat(2, 1), key)).toMatchObject({
      code: 'BOT_CHECK_REQUIRED',
      params: { siteKey: '1x00000000000000000000AA' },
    })
    const answer = await check(fan)
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie().join()).toMatch(/bot-check=[^;]+;[^,]*HttpOnly; Secure; SameSite=Lax/)
    expect(await fan.add(seat(2, 1), key)).toMatchObject({
      code: null,
      data: { addItems: { cart: { totalCents: 4500 } } },
    })
    expect((await fan.add(seat(2, 2))).code).toBeNull()
  })

  it('rejects tickets together with merchandise, and accepts merchandise alone', async () => {
    const fan = fanWith()
    const shirt = { productVariantId: world.shirt, amount: 1 }
    expect((await fan.add([shirt, ...seat(2, 5)])).code).toBe('BOT_CHECK_REQUIRED')
    expect((await fan.cart()).items).toEqual([])
    expect((await fan.add([shirt])).code).toBeNull()
  })

  it('accepts the rejected tickets of a new visitor after the check, even if the browser loses the cart cookie', async () => {
    const fan = Object.assign(fanWith(), { visit: 'c'.repeat(32) })
    expect((await fan.add(seat(2, 7))).code).toBe('BOT_CHECK_REQUIRED')
    fan.cookies.clear()
    expect((await check(fan)).status).toBe(204)
    fan.cookies.delete('cart')
    const key = crypto.randomUUID()
    expect((await fan.add(seat(2, 7), key)).code).toBeNull()
    expect((await fan.cart()).items).toHaveLength(1)
  })

  it('is valid for one cart only', async () => {
    const [fan, other] = [fanWith(), fanWith()]
    await check(fan)
    await other.add([{ productVariantId: world.shirt, amount: 1 }])
    const proof = decodeURIComponent(fan.cookies.get('bot-check') ?? '')
    expect(proof).not.toBe('')
    other.setCookie('bot-check', proof)
    expect((await other.add(seat(3, 1))).code).toBe('BOT_CHECK_REQUIRED')
    expect((await fan.add(seat(3, 1))).code).toBeNull()
  })

  it('accepts a token only for this host and action, and a second time only from the same cart', async () => {
    const tokenOf = async (token: string) => (await check(fanWith(), token)).status
    expect(await tokenOf(solvedToken('newsletter', HOST))).toBe(403)
    expect(await tokenOf(solvedToken(BOT_CHECK_ACTION, 'elsewhere.example'))).toBe(403)
    expect(await tokenOf('XXXX.DUMMY.TOKEN.XXXX')).toBe(403)
    const token = solved()
    const fan = fanWith()
    expect((await check(fan, token)).status).toBe(204)
    expect((await check(fan, token)).status).toBe(204)
    expect(await tokenOf(token)).toBe(403)
  })

  it('rejects other origins, invalid input and forged tokens without setting its cookie', async () => {
    const fan = fanWith()
    expect((await post(fan, '/check', { token: solved() }, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await post(fan, '/check', { token: '' })).status).toBe(400)
    expect((await post(fan, '/check', { token: 'x'.repeat(2049) })).status).toBe(400)
    expect((await post(fan, '/check', { token: solved(), more: 1 })).status).toBe(400)
    const forger = fanWith(FAILING_SECRET)
    expect((await check(forger)).status).toBe(403)
    for (const { cookies } of [fan, forger]) expect(cookies.has('bot-check')).toBe(false)
  })
})

describe('the bot check before a bank transfer', () => {
  it('rejects the order, and accepts a retry with the same idempotency key after the check', async () => {
    const fan = fanWith()
    await fan.add([{ productVariantId: world.shirt, amount: 1 }])
    const key = crypto.randomUUID()
    const order = () => fan.placeOrder(2490 + 590, { shippingMethod: world.parcel }, key)
    expect((await order()).code).toBe('BOT_CHECK_REQUIRED')
    await check(fan)
    expect((await order()).code).toBeNull()
  })

  it('is not required for a card payment, but is required for a later change to bank transfer', async () => {
    const fan = fanWith()
    await fan.add([{ productVariantId: world.shirt, amount: 1 }])
    const { data } = await fan.placeOrder(2490 + 590, {
      shippingMethod: world.parcel,
      paymentMethod: 'stripe_checkout',
    })
    const placed = data?.placeOrder.cart
    expect(placed?.status).toBe('payment_pending')
    const change = () =>
      fan.run('UpdatePreferredPaymentMethod', {
        orderId: placed?.id,
        reference: placed?.reference,
        preferredPaymentMethod: 'bank_transfer',
      })
    expect((await change()).code).toBe('BOT_CHECK_REQUIRED')
    await check(fan)
    expect((await change()).code).toBeNull()
  })
})

describe('an unconfigured or unreachable bot check', () => {
  it('is not required without its keys, and the content security policy allows the script only with both keys', async () => {
    const fan = new Visitor()
    expect((await fan.add(seat(3, 5))).code).toBeNull()
    expect((await check(fan)).status).toBe(404)
    const policyOf = async (variables: object) => {
      const page = await new Browser('http://localhost:8787', { ANSWER_CACHE: 'off', ...variables }).open('/')
      return page.headers.get('content-security-policy') ?? ''
    }
    expect(await policyOf({})).toContain("script-src 'self';")
    expect(await policyOf({ TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: '' })).toContain("script-src 'self';")
    const policy = await policyOf({ TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: PASSING_SECRET })
    expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;")
    expect(policy).toContain('frame-src https://challenges.cloudflare.com ')
  })

  it('SES-04 gets the verdict “unreachable” from judgeToken if the provider sends an unusable answer', async () => {
    const env = { TURNSTILE_SECRET_KEY: PASSING_SECRET, TURNSTILE_API_BASE: `${base}/nothing` }
    const judged = await judgeToken(env, { token: solved(), hostname: HOST, cartId: 'crt_1', address: '' })
    expect(judged).toBe('unreachable')
  })
})
