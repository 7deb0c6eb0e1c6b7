/**
 * Tests the checks that precede the work on a request: configuration, protocol, host, method and body. Also tests the
 * security headers.
 */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { edgeCache } from '../../worker/services/cache/edge-tiers.ts'
import { CATALOGUE_KEY } from '../../worker/services/cache/public-answer.ts'
import { Browser } from '../support/edge.ts'
import { PRODUCTION } from '../support/production.ts'
import { buildWorld, hashOf } from '../support/shop-world.ts'

beforeAll(async () => {
  await buildWorld(Date.now())
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('the production worker', () => {
  it.each([
    ['a weak secret', { SESSION_SECRET: 'only-for-tests' }],
    ['a sample IBAN', { BANK_IBAN: 'DE02120300000000202051' }],
    ['an ENVIRONMENT that is neither production nor development', { ENVIRONMENT: 'staging' }],
    ['no ENVIRONMENT', { ENVIRONMENT: '' }],
  ])('refuses to serve with %s, and logs the reason once', async (_name, change) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const fan = new Browser('https://shop.example', { ...PRODUCTION, ...change })
    for (const path of ['/', `/api/v2/shops/stagedoor/graphql?hash=${hashOf('Shop')}`, '/operator/orders']) {
      const { status, body } = await fan.open(path)
      expect(status).toBe(503)
      expect(body).toBe('This shop is not configured yet.\n')
    }
    expect(logged).toHaveBeenCalledTimes(1)
    expect(logged.mock.calls.flat().join()).toContain('deployment refused')
    expect(logged.mock.calls.flat().join()).not.toContain('only-for-tests')
  })

  it('redirects HTTP to HTTPS with status 308, and keeps path and query', async () => {
    const fan = new Browser('http://shop.example', PRODUCTION)
    const { status, headers } = await fan.open('/events?q=1', { method: 'POST' })
    expect(status).toBe(308)
    expect(headers.get('location')).toBe('https://shop.example/events?q=1')
  })

  it('serves the hosts of its shops, and answers 421 on any other host', async () => {
    const statusOf = async (origin: string, path = '/') => (await new Browser(origin, PRODUCTION).open(path)).status
    expect(await statusOf('https://shop.example')).toBe(200)
    expect(await statusOf('https://merch.eisenwald.example')).toBe(200)
    for (const foreign of [
      'https://stagedoor.attacker.workers.dev',
      'https://shop.example.attacker.example',
      'https://nowhere.shop.example',
      'https://192.0.2.1',
    ]) {
      expect(await statusOf(foreign), foreign).toBe(421)
      expect(await statusOf(foreign, `/api/v2/shops/stagedoor/graphql?hash=${hashOf('Shop')}`), foreign).toBe(421)
    }
  })

  it.each(['/terms', '/robots.txt'])('reads the catalogue state only once to serve %s', async (path) => {
    const read = vi.spyOn(edgeCache, 'read')
    expect((await new Browser('https://shop.example', PRODUCTION).open(path)).status).toBe(200)
    expect(read.mock.calls.filter(([{ key }]) => key === CATALOGUE_KEY)).toHaveLength(1)
  })

  it('sends HSTS and other security headers with pages, redirects, images and API answers, and a strict CSP with pages', async () => {
    const fan = new Browser('https://shop.example', PRODUCTION)
    for (const path of ['/', '/nowhere', '/images/x', `/api/v2/shops/stagedoor/graphql?hash=${hashOf('Shop')}`]) {
      const { headers } = await fan.open(path)
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin')
      expect(headers.get('permissions-policy'), path).toContain('camera=()')
    }
    const { headers } = await fan.open('/')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  it('CONS-01 allow pages to send reports to the configured origins and to no others', async () => {
    const settings = { ANALYTICS_URL: 'https://count.example/v1?site=1', ERROR_REPORT_URL: '/errors' }
    const page = await new Browser('https://shop.example', { ...PRODUCTION, ...settings }).open('/datapolicy')
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self' https://count.example;")
    expect(page.body).toContain('"trackers":{"analyticsUrl":"https://count.example/v1?site=1","errorUrl":"/errors"}')
    const insecure = { ANALYTICS_URL: 'http://count.example', ERROR_REPORT_URL: "https://x.example/;script-src 'x'" }
    const refused = await new Browser('https://shop.example', { ...PRODUCTION, ...insecure }).open('/imprint')
    expect(refused.headers.get('content-security-policy')).toContain("connect-src 'self' https://x.example;")
  })
})

describe('queries with secret variables', () => {
  it.each(['Order', 'PresaleCode'])(
    'such as %s are rejected if sent by GET, because logs and histories contain URLs',
    async (name) => {
      const variables = encodeURIComponent(JSON.stringify({ orderId: 'x', reference: 'y', eventId: 'x', code: 'y' }))
      const { status, headers } = await new Browser().open(
        `/api/v2/shops/stagedoor/graphql?hash=${hashOf(name)}&variables=${variables}`,
      )
      expect(status).toBe(405)
      expect(headers.get('allow')).toBe('POST')
    },
  )
})

describe('queries without secret variables', () => {
  it.each(['EventList', 'Session'])(
    'such as %s are rejected if sent by POST, because the cache and the limit on uncached reads apply only to GET',
    async (name) => {
      const { status, headers } = await new Browser().open('/api/v2/shops/stagedoor/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ hash: hashOf(name), variables: {} }),
      })
      expect(status).toBe(405)
      expect(headers.get('allow')).toBe('GET')
    },
  )
})

describe('request bodies', () => {
  const streamOf = (bytes: number) =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (bytes <= 0) return controller.close()
        controller.enqueue(new Uint8Array(16_384).fill(120))
        bytes -= 16_384
      },
    })
  const tooMuch = 2_000_000

  it('are rejected if they are too long, with or without a declared length', async () => {
    const fan = new Browser()
    const json = { 'content-type': 'application/json' }
    const path = '/api/v2/shops/stagedoor/graphql'
    expect((await fan.open(path, { method: 'POST', headers: json, body: 'x'.repeat(tooMuch) })).status).toBe(413)
    expect((await fan.open(path, { method: 'POST', headers: json, body: streamOf(tooMuch) })).status).toBe(413)
    expect((await fan.open('/webhooks/stripe', { method: 'POST', body: streamOf(tooMuch) })).status).toBe(413)
    expect((await fan.open('/queue/place', { method: 'POST', body: streamOf(tooMuch) })).status).toBe(400)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const locked = await fan.open('/geheim/', { method: 'POST', headers: form, body: streamOf(tooMuch) })
    expect(locked.headers.get('location')).toContain('prompt_error')
  })

  it('are rejected if they are not valid UTF-8 or JSON', async () => {
    const fan = new Browser()
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const path = '/api/v2/shops/stagedoor/graphql'
    expect((await fan.open(path, { ...init, body: new Uint8Array([0x7b, 0xff, 0x7d]) })).status).toBe(400)
    expect((await fan.open(path, { ...init, body: '{"hash":' })).status).toBe(400)
  })
})
