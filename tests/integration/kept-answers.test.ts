/** What the edge keeps of a page: for the language it was asked in, of nobody in particular, and not for long. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ANSWER_LIFETIME } from '../../worker/domain/cache-lifetime.ts'
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
const drawnAt = async (path: string) => /"serverNow":(\d+)/.exec((await open(path)).body)?.[1]

describe('a kept page', () => {
  it('L10N-01 speaks the language that was asked for, however that was written', async () => {
    const askers: [path: string, cookie: string | undefined, language: string][] = [
      ['/contact?l%61ng=en', undefined, 'en'],
      ['/contact', undefined, 'de'],
      ['/contact?lang=en', undefined, 'en'],
      ['/contact?lang=en&lang=de', undefined, 'en'],
      ['/contact?lang=de', undefined, 'de'],
      ['/contact', 'locale="en"', 'en'],
      ['/contact', 'locale=%65n', 'en'],
      ['/contact', 'locale=xx; locale=en', 'de'],
      ['/contact', 'locale=en', 'en'],
      ['/contact?lang=de', 'locale=en', 'en'],
      ['/contact?from=/api/', 'locale=en', 'en'],
      ['/contact?from=/api/', undefined, 'de'],
      ['/contact', undefined, 'de'],
    ]
    const told = []
    for (const [path, cookie] of askers) told.push(await languageOf(path, cookie))
    expect(told).toEqual(askers.map(([, , language]) => language))
  })

  it('is sent again for half a minute and not for longer; what belongs to one visitor is never kept', async () => {
    const first = await drawnAt('/jobs')
    const checkout = await drawnAt('/checkout/done/ord_1/SD-1')
    vi.setSystemTime(Date.now() + 1000)
    expect(await drawnAt('/jobs')).toBe(first)
    expect(await drawnAt('/checkout/done/ord_1/SD-1')).not.toBe(checkout)
    vi.setSystemTime(Date.now() + ANSWER_LIFETIME.staleMs)
    expect(await drawnAt('/jobs')).not.toBe(first)
  })
})
