import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ASSETS, Browser } from '../support/edge.ts'
import { buildWorld } from '../support/shop-world.ts'

beforeAll(() => buildWorld(Date.now()))
afterEach(() => {
  vi.restoreAllMocks()
})

/** A shop whose limit of uncached reads fails. Without `files`, its pages have no template and no stylesheet either. */
function failingShop(files: 'with files' | 'without files'): { browser: Browser; logged: () => string } {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const fail = () => Promise.reject(new Error('out of order'))
  const assets = files === 'with files' ? ASSETS : { ...ASSETS, fetch: fail }
  return {
    browser: new Browser('http://localhost:8787', { ASSETS: assets, UNCACHED_READS: { limit: fail } }),
    logged: () => JSON.stringify(logged.mock.calls),
  }
}

const SEARCH = '/nachtfalter/search/abc'
const ASKED = { headers: { accept: 'text/html', 'accept-language': 'en' } }

it('ERR-01 a request of a script, and a page without any built file, get the id as text', async () => {
  for (const [files, init] of [
    ['without files', ASKED],
    ['with files', { headers: { accept: '*/*' } }],
  ] as const) {
    const { browser, logged } = failingShop(files)
    const { status, body } = await browser.open(SEARCH, init)
    expect(status).toBe(500)
    const [, id = 'none'] = /^Internal error ([0-9a-f-]{36})$/.exec(body) ?? []
    expect(logged()).toContain(id)
  }
})

it('ERR-01 a page that fails offers a fan to try again, in the shop and the language of the request, with the id in the log', async () => {
  const { browser, logged } = failingShop('with files')
  const { status, headers, body } = await browser.open(`${SEARCH}?a=1`, ASKED)
  expect(status).toBe(500)
  expect(headers.get('content-type')).toContain('text/html')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(body).toContain('<p class="locked-shop">Nachtfalter</p>')
  expect(body).toContain('<a class="locked-button" href="/nachtfalter/search/abc?a=1">Try again</a>')
  expect(body).toContain('<a href="/nachtfalter/">')
  const [, id = 'none'] = /<dd>([0-9a-f-]{36})<\/dd>/.exec(body) ?? []
  expect(logged()).toContain(id)
})
