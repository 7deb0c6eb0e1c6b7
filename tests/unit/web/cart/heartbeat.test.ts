import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type HeartbeatResult, keepSessionAlive } from '../../../../web/cart/heartbeat.ts'

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

/** Locks and channels use the real event loop, which fake timers do not advance. */
async function runEventLoop(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    const { port1, port2 } = new MessageChannel()
    await new Promise((resolve) => {
      port1.onmessage = resolve
      port2.postMessage(null)
    })
    port1.close()
  }
}

async function passTime(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 10 * SECOND) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 10 * SECOND))
    await runEventLoop()
  }
}

function openTab(answer: () => Promise<HeartbeatResult>) {
  const tab = { beats: 0, isOver: false, stop: () => {} }
  tab.stop = keepSessionAlive(
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

const alive = async (): Promise<HeartbeatResult> => 'alive'
const offline = async (): Promise<HeartbeatResult> => {
  throw new Error('offline')
}

describe('session of a browser', () => {
  it('SES-01 sends a heartbeat at once and then every minute, and is still alive after an hour', async () => {
    const tab = openTab(alive)
    await runEventLoop()
    expect(tab.beats).toBe(1)
    await passTime(60 * MINUTE)
    expect(tab).toMatchObject({ beats: 61, isOver: false })
  })

  it('SES-01 ends 19.5 minutes after the last answer, when one last heartbeat has failed', async () => {
    let answer = alive
    const tab = openTab(() => answer())
    await runEventLoop()
    answer = offline
    await passTime(19 * MINUTE + 20 * SECOND)
    expect(tab.isOver).toBe(false)
    const before = tab.beats
    await passTime(10 * SECOND)
    expect(tab).toMatchObject({ beats: before + 1, isOver: true })
  })

  it('SES-01 continues if its last heartbeat before the end is answered', async () => {
    let answer = offline
    const tab = openTab(() => answer())
    await passTime(19 * MINUTE + 20 * SECOND)
    answer = alive
    await passTime(10 * MINUTE)
    expect(tab.isOver).toBe(false)
  })

  it('SES-01 continues if a regular heartbeat after a sleep is answered before the last one fails', async () => {
    let answer = alive
    const tab = openTab(() => answer())
    await runEventLoop()
    let failLast = () => {}
    answer = () => {
      answer = alive
      return new Promise((_resolve, reject) => {
        failLast = () => reject(new Error('offline'))
      })
    }
    vi.setSystemTime(Date.now() + 25 * MINUTE)
    await passTime(MINUTE)
    expect(tab.beats).toBe(3)
    failLast()
    await passTime(MINUTE)
    expect(tab.isOver).toBe(false)
  })

  it('SES-01 ends and sends no more heartbeats when the server reports its end', async () => {
    let answer = alive
    const tab = openTab(() => answer())
    await runEventLoop()
    answer = async () => 'ended'
    await passTime(MINUTE)
    expect(tab.isOver).toBe(true)
    const { beats } = tab
    await passTime(5 * MINUTE)
    expect(tab.beats).toBe(beats)
  })

  it('SES-01 sends heartbeats from the first of two tabs, and from the second once the first closes', async () => {
    const [first, second] = [openTab(alive), openTab(alive)]
    await passTime(30 * MINUTE)
    expect(first.beats).toBeGreaterThanOrEqual(30)
    expect(second).toMatchObject({ beats: 0, isOver: false })
    first.stop()
    await passTime(2 * MINUTE)
    expect(second.beats).toBeGreaterThanOrEqual(2)
  })
})
