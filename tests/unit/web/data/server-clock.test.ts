/** The time by which a sale opens in the browser, on visitors' clocks that are right, ahead and behind. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const SERVER = Date.UTC(2026, 11, 1, 10)
const MINUTE = 60_000

/** A page of its own whose visitor's clock says `clock`. */
async function pageAt(clock: number) {
  vi.setSystemTime(clock)
  vi.resetModules()
  return import('../../../../web/data/server-clock.ts')
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the server’s clock, before any answer has told it', () => {
  it('EVT-03 goes on from the page’s instant on a clock that is an hour ahead', async () => {
    const page = await pageAt(SERVER + 60 * MINUTE)
    page.notePageNow(SERVER)
    expect(page.serverTime()).toBe(SERVER)
    vi.advanceTimersByTime(5000)
    expect(page.serverTime()).toBe(SERVER + 5000)
  })

  it('EVT-03 goes on from the page’s instant on a clock that is an hour behind', async () => {
    const page = await pageAt(SERVER - 60 * MINUTE)
    page.notePageNow(SERVER)
    expect(page.serverTime()).toBe(SERVER)
  })

  it('EVT-03 believes a clock that is ahead by no more than a page’s age', async () => {
    const page = await pageAt(SERVER + 30_000)
    page.notePageNow(SERVER)
    expect(page.serverTime()).toBe(SERVER + 30_000)
  })

  it('EVT-03 is what an answer says from the first one on', async () => {
    const page = await pageAt(SERVER + 60 * MINUTE)
    page.notePageNow(SERVER)
    page.noteServerNow(SERVER + 20_000, Date.now() - 200, Date.now())
    expect(page.serverTime()).toBe(SERVER + 20_100)
    page.notePageNow(SERVER)
    expect(page.serverTime()).toBe(SERVER + 20_100)
  })
})
