import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Beat, keepSession } from '../../../../web/cart/session.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

let stops: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  vi.useRealTimers()
})

/** Locks and channels answer by the real event loop, which fake timers do not turn. */
async function turnLoop(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    const { port1, port2 } = new MessageChannel()
    await new Promise((resolve) => {
      port1.onmessage = resolve
      port2.postMessage(null)
    })
    port1.close()
  }
}

async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 10 * SECOND) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 10 * SECOND))
    await turnLoop()
  }
}

function openTab(answer: () => Promise<Beat>) {
  const tab = { beats: 0, isOver: false, stop: () => {} }
  tab.stop = keepSession(
    () => {
      tab.beats++
      return answer()
    },
    () => {
      tab.isOver = true
    },
  )
  stops.push(tab.stop)
  return tab
}

const kept = async (): Promise<Beat> => 'kept'
const offline = async (): Promise<Beat> => {
  throw new Error('offline')
}

describe('the session', () => {
  it('SES-01 tells the shop at once and every minute, and so outlives its 20 minutes', async () => {
    const tab = openTab(kept)
    await turnLoop()
    expect(tab.beats).toBe(1)
    await pass(60 * MINUTE)
    expect(tab).toMatchObject({ beats: 61, isOver: false })
  })

  it('SES-01 ends half a minute before 20 without a word from the shop, after a last question', async () => {
    let answer = kept
    const tab = openTab(() => answer())
    await turnLoop()
    answer = offline
    await pass(19 * MINUTE + 20 * SECOND)
    expect(tab.isOver).toBe(false)
    const before = tab.beats
    await pass(10 * SECOND)
    expect(tab).toMatchObject({ beats: before + 1, isOver: true })
  })

  it('SES-01 goes on where the last question finds the shop again', async () => {
    let answer = offline
    const tab = openTab(() => answer())
    await pass(19 * MINUTE + 20 * SECOND)
    answer = kept
    await pass(10 * MINUTE)
    expect(tab.isOver).toBe(false)
  })

  it('SES-01 ends at once where the shop says that it is over', async () => {
    let answer = kept
    const tab = openTab(() => answer())
    await turnLoop()
    answer = async () => 'ended'
    await pass(MINUTE)
    expect(tab.isOver).toBe(true)
    const { beats } = tab
    await pass(5 * MINUTE)
    expect(tab.beats).toBe(beats)
  })

  it('SES-01 one tab of several sends, all of them live by it, and another takes over when it closes', async () => {
    const [first, second] = [openTab(kept), openTab(kept)]
    await pass(30 * MINUTE)
    expect(first.beats).toBeGreaterThanOrEqual(30)
    expect(second).toMatchObject({ beats: 0, isOver: false })
    first.stop()
    await pass(2 * MINUTE)
    expect(second.beats).toBeGreaterThanOrEqual(2)
  })
})
