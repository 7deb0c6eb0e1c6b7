/** Tests a page’s estimate of the server’s time with a device clock that is ahead or behind. Sales open by this estimate. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const SERVER = Date.UTC(2026, 11, 1, 10)
const MINUTE = 60_000

/** Loads a fresh page whose device clock shows `clock`. */
async function pageAt(clock: number) {
  vi.setSystemTime(clock)
  vi.resetModules()
  return import('../../../../web/data/server-clock.ts')
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('server clock', () => {
  it('EVT-03 continues from the page’s timestamp when the device clock is an hour ahead', async () => {
    const page = await pageAt(SERVER + 60 * MINUTE)
    page.setClockFromPage(SERVER)
    expect(page.serverTime()).toBe(SERVER)
    vi.advanceTimersByTime(5000)
    expect(page.serverTime()).toBe(SERVER + 5000)
  })

  it('EVT-03 continues from the page’s timestamp when the device clock is an hour behind', async () => {
    const page = await pageAt(SERVER - 60 * MINUTE)
    page.setClockFromPage(SERVER)
    expect(page.serverTime()).toBe(SERVER)
  })

  it('EVT-03 trusts a device clock that is ahead of the page by no more than a minute', async () => {
    const page = await pageAt(SERVER + 30_000)
    page.setClockFromPage(SERVER)
    expect(page.serverTime()).toBe(SERVER + 30_000)
  })

  it('EVT-03 follows the first answer, and then ignores the page’s timestamp', async () => {
    const page = await pageAt(SERVER + 60 * MINUTE)
    page.setClockFromPage(SERVER)
    page.addClockSample(SERVER + 20_000, Date.now() - 200, Date.now())
    expect(page.serverTime()).toBe(SERVER + 20_100)
    page.setClockFromPage(SERVER)
    expect(page.serverTime()).toBe(SERVER + 20_100)
  })
})
