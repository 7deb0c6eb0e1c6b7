/** Tests who may act as an operator, and what the journal records. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { operator } from '../../worker/http/operator/router.ts'
import { Browser } from '../support/edge.ts'
import { PRODUCTION } from '../support/production.ts'
import { buildWorld } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const TOKEN = testEnv.OPERATOR_TOKEN ?? ''
/** A valid order reference and a valid event slug. No such order or event exists. */
const SAMPLE = '1234567890'
/** The routes that the router registers, without its middleware. `SAMPLE` replaces the parameters. */
const ROUTES = operator.routes
  .filter(({ path }) => path !== '/*')
  .map(({ method, path }) => ({ method, path: `/operator${path.replace(/:[^/]+/g, SAMPLE)}` }))

beforeAll(async () => {
  await buildWorld(Date.now())
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const asOperator = (more: Record<string, string> = {}) => ({ authorization: `Bearer ${TOKEN}`, ...more })
const fromNetwork = (address: string) => ({ 'cf-connecting-ip': address })

describe('operator endpoints', () => {
  it('answer 404 without the token, with a wrong one, or on a deployment without a token', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    // Each request comes from its own network, because wrong tokens are limited per network.
    let network = 0
    const statusOf = async (path: string, method: string, headers: Record<string, string>, env = {}) =>
      (
        await new Browser('http://localhost:8787', env).open(path, {
          method,
          headers: { ...fromNetwork(`198.18.${++network}.1`), ...headers },
          ...(method === 'POST' ? { body: '{}' } : {}),
        })
      ).status
    for (const { method, path } of ROUTES) {
      const route = `${method} ${path}`
      expect(await statusOf(path, method, {}), route).toBe(404)
      expect(await statusOf(path, method, { authorization: `Bearer ${TOKEN}x` }), route).toBe(404)
      expect(await statusOf(path, method, { authorization: TOKEN }), route).toBe(404)
      expect(await statusOf(path, method, asOperator(), { OPERATOR_TOKEN: '' }), route).toBe(404)
      expect(await statusOf(path, method, { authorization: 'Bearer ' }, { OPERATOR_TOKEN: '' }), route).toBe(404)
    }
  })

  // This control shows that each path matches a route. In the test above, a path without a route would also answer 404.
  it('can all be reached with the token', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    expect(ROUTES).toContainEqual({ method: 'POST', path: '/operator/orders/mark-paid' })
    expect(ROUTES).toContainEqual({ method: 'GET', path: `/operator/events/${SAMPLE}/claims` })
    for (const { method, path } of ROUTES) {
      const body = method === 'POST' ? { body: '{}' } : {}
      const answer = await new Browser().open(path, { method, headers: asOperator(), ...body })
      expect(answer.body, `${method} ${path}`).not.toBe('Not found')
      expect(answer.status, `${method} ${path}`).toBeLessThan(500)
    }
  })

  it('are served only on the configured host, whose home page answers 421', async () => {
    const settings = { ...PRODUCTION, OPERATOR_HOST: 'ops.shop.example' }
    const headers = { authorization: `Bearer ${PRODUCTION.OPERATOR_TOKEN}` }
    const on = async (origin: string, path = '/operator/orders') =>
      (await new Browser(origin, settings).open(path, { headers })).status
    expect(await on('https://shop.example')).toBe(404)
    expect(await on('https://ops.shop.example')).toBe(200)
    expect(await on('https://ops.shop.example', '/')).toBe(421)
  })

  it('limit only the network that sends wrong tokens, accept the right token even from there, and log no token', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    // Other tests may have used up the log lines of this minute.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    const headers = { authorization: 'Bearer guess', ...fromNetwork('198.51.100.7') }
    const answers = new Set<number>()
    // The limit is ten a minute, so 21 attempts exceed it even if they fall into two minutes.
    for (let tries = 0; tries < 21; tries++)
      answers.add((await new Browser().open('/operator/orders', { headers })).status)
    expect([...answers].sort()).toEqual([404, 429])
    const lines = warned.mock.calls.flat().join('\n')
    expect(lines).toContain('security: operator token refused')
    expect(lines).not.toContain('guess')
    // There are at most ten lines, and one line that counts the lines left out in the minute before.
    expect(warned.mock.calls.length).toBeLessThanOrEqual(11)
    const elsewhere = { ...headers, ...fromNetwork('203.0.113.7') }
    expect((await new Browser().open('/operator/orders', { headers: elsewhere })).status).toBe(404)
    const right = { ...asOperator(), ...fromNetwork('198.51.100.7') }
    expect((await new Browser().open('/operator/orders', { headers: right })).status).toBe(200)
  })

  it('write each command to the journal with actor, input and outcome', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const command = { scope: 'event', slug: 'nowhere', mode: 'off' }
    const refused = await new Browser().open('/operator/queue', {
      method: 'POST',
      headers: asOperator({ 'x-operator': 'ida' }),
      body: JSON.stringify(command),
    })
    const forged = await new Browser().open('/operator/queue', {
      method: 'POST',
      headers: asOperator({ 'x-operator': 'ida <script>' }),
      body: 'no JSON',
    })
    expect(forged.status).toBe(400)
    const { body } = await new Browser().open('/operator/journal', { headers: asOperator() })
    const journal = JSON.parse(body) as { actor: string; path: string; command: string; status: number }[]
    expect(journal).toContainEqual(
      expect.objectContaining({
        actor: 'ida',
        path: '/operator/queue',
        command: JSON.stringify(command),
        status: refused.status,
      }),
    )
    expect(journal).toContainEqual(expect.objectContaining({ actor: 'unnamed', command: 'no JSON', status: 400 }))
  })

  it('answer a completed command with 200 and log an error if the journal cannot be written', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const DB = Object.create(testEnv.DB) as typeof testEnv.DB
    DB.prepare = (text: string) => {
      if (text.includes('operator_actions')) throw new Error('unreachable')
      return testEnv.DB.prepare(text)
    }
    const { status } = await new Browser('http://localhost:8787', { DB }).open('/operator/queue', {
      method: 'POST',
      headers: asOperator(),
      body: JSON.stringify({ scope: 'event', slug: 'standing', mode: 'off' }),
    })
    expect(status).toBe(200)
    expect(logged.mock.calls.flat().join()).toContain('operator journal not written')
  })

  it('of a misconfigured deployment answer 503, except that /operator/doctor reports the faults to operators', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const unfit = new Browser('https://shop.example', { ...PRODUCTION, BANK_IBAN: 'DE02120300000000202051' })
    const headers = { authorization: `Bearer ${PRODUCTION.OPERATOR_TOKEN}` }
    const { status, body } = await unfit.open('/operator/doctor', { headers })
    expect(status).toBe(200)
    expect(JSON.parse(body)).toContainEqual(expect.objectContaining({ setting: 'BANK_IBAN', weight: 'refuse' }))
    expect((await unfit.open('/operator/doctor')).status).toBe(503)
    expect((await unfit.open('/operator/orders', { headers })).status).toBe(503)
  })

  it('report no fault for a valid deployment', async () => {
    const { status, body } = await new Browser().open('/operator/doctor', { headers: asOperator() })
    expect(status).toBe(200)
    expect(JSON.parse(body)).toEqual([])
  })
})
