/**
 * Tests that cached pages have the right language and are sent for at most half a minute, and that the page of an order is
 * not cached.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ANSWER_LIFETIME } from '../../worker/services/cache/cache-lifetime.ts'
import { Browser } from '../support/edge.ts'
import { buildWorld } from '../support/shop-world.ts'

beforeAll(async () => {
  await buildWorld(Date.now())
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => {
  vi.useRealTimers()
})

const open = (path: string, headers: Record<string, string> = {}) => new Browser().open(path, { headers })
const languageOf = async (path: string, cookie?: string) => {
  const { headers } = await open(path, cookie === undefined ? {} : { cookie })
  return headers.get('content-language')
}
const renderedAt = async (path: string) => /"serverNow":(\d+)/.exec((await open(path)).body)?.[1]

describe('a cached page', () => {
  it('L10N-01 has the language of the URL, or else of the cookie, even if the request encodes the name or the value', async () => {
    const requests: [path: string, cookie: string | undefined, language: string][] = [
      ['/contact?l%61ng=en', undefined, 'en'],
      ['/contact', undefined, 'de'],
      ['/contact?lang=en', undefined, 'en'],
      ['/contact?lang=en&lang=de', undefined, 'en'],
      ['/contact?lang=de', undefined, 'de'],
      ['/contact', 'locale="en"', 'en'],
      ['/contact', 'locale=%65n', 'en'],
      ['/contact', 'locale=xx; locale=en', 'de'],
      ['/contact', 'locale=en', 'en'],
      ['/contact?lang=de', 'locale=en', 'de'],
      ['/contact?from=/api/', 'locale=en', 'en'],
      ['/contact?from=/api/', undefined, 'de'],
      ['/contact', undefined, 'de'],
    ]
    const languages = []
    for (const [path, cookie] of requests) languages.push(await languageOf(path, cookie))
    expect(languages).toEqual(requests.map(([, , language]) => language))
  })

  it('is sent for at most half a minute, and the page of an order is not cached', async () => {
    const first = await renderedAt('/jobs')
    const checkout = await renderedAt('/checkout/done/ord_1/SD-1')
    vi.setSystemTime(Date.now() + 1000)
    expect(await renderedAt('/jobs')).toBe(first)
    expect(await renderedAt('/checkout/done/ord_1/SD-1')).not.toBe(checkout)
    vi.setSystemTime(Date.now() + ANSWER_LIFETIME.staleMs)
    expect(await renderedAt('/jobs')).not.toBe(first)
  })
})
