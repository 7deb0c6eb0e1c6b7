/** Who may act as an operator, and what is kept of what operators did. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Browser } from '../support/edge.ts'
import { buildWorld } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const TOKEN = testEnv.OPERATOR_TOKEN ?? ''
const READS = [
  '/operator/orders',
  '/operator/orders/1234567890',
  '/operator/queue',
  '/operator/unsettled',
  '/operator/journal',
  '/operator/incidents',
]
const WRITES = [
  '/operator/orders/mark-paid',
  '/operator/queue',
  '/operator/outbox/retry',
  '/operator/incidents/resolve',
]

beforeAll(async () => {
  await buildWorld(Date.now())
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const asOperator = (more: Record<string, string> = {}) => ({ authorization: `Bearer ${TOKEN}`, ...more })
const fromNetwork = (address: string) => ({ 'cf-connecting-ip': address })

describe('the operators’ addresses', () => {
  it('do not exist without the token, with a wrong one, or where the deployment has none', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    let network = 0
    const statusOf = async (path: string, method: string, headers: Record<string, string>, env = {}) =>
      (
        await new Browser('http://localhost:8787', env).open(path, {
          method,
          headers: { ...fromNetwork(`192.0.2.${++network}`), ...headers },
          ...(method === 'POST' ? { body: '{}' } : {}),
        })
      ).status
    for (const [paths, method] of [
      [READS, 'GET'],
      [WRITES, 'POST'],
    ] as const) {
      for (const path of paths) {
        expect(await statusOf(path, method, {}), path).toBe(404)
        expect(await statusOf(path, method, { authorization: `Bearer ${TOKEN}x` }), path).toBe(404)
        expect(await statusOf(path, method, { authorization: TOKEN }), path).toBe(404)
        expect(await statusOf(path, method, asOperator(), { OPERATOR_TOKEN: '' }), path).toBe(404)
        expect(await statusOf(path, method, { authorization: 'Bearer ' }, { OPERATOR_TOKEN: '' }), path).toBe(404)
      }
    }
  })

  it('exist on the configured host alone', async () => {
    const on = async (origin: string) =>
      (
        await new Browser(origin, { OPERATOR_HOST: 'ops.shop.example' }).open('/operator/orders', {
          headers: asOperator(),
        })
      ).status
    expect(await on('http://localhost:8787')).toBe(404)
    expect(await on('https://ops.shop.example')).toBe(200)
  })

  it('limit wrong tokens by network, and log them without the token', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    // Past the minute in which other tests have used up the lines of the log.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    const headers = { authorization: 'Bearer guess', ...fromNetwork('198.51.100.7') }
    const answers = new Set<number>()
    // Twice the limit and one: a minute may end in between.
    for (let tries = 0; tries < 21; tries++)
      answers.add((await new Browser().open('/operator/orders', { headers })).status)
    expect([...answers].sort()).toEqual([404, 429])
    const lines = warned.mock.calls.flat().join('\n')
    expect(lines).toContain('security: operator token refused')
    expect(lines).not.toContain('guess')
    // Ten, and one that tells how many the minute before left out.
    expect(warned.mock.calls.length).toBeLessThanOrEqual(11)
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

  it('tell what the deployment lacks', async () => {
    const { status, body } = await new Browser().open('/operator/doctor', { headers: asOperator() })
    expect(status).toBe(200)
    expect(JSON.parse(body)).toEqual([])
  })
})
