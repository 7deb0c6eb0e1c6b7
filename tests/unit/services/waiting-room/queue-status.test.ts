/** Counts how often the isolates of a location ask the coordinator of a waiting room, in virtual time. */
import { expect, it } from 'vitest'
import type { QueueStatus } from '../../../../worker/domain/waiting-room/waiting-room.ts'
import { AnswerMemory } from '../../../../worker/services/cache/answer-memory.ts'
import { jsonEntry, jsonOf } from '../../../../worker/services/cache/edge-tiers.ts'
import { type Entry, type LocationCache, TieredCache } from '../../../../worker/services/cache/tiered-cache.ts'
import { statusQuestion } from '../../../../worker/services/waiting-room/queue-status.ts'
import { Random } from '../../../support/random.ts'
import { VirtualClock } from '../../../support/virtual-clock.ts'

const ISOLATES = 200
const LEAD_MS = 4_000
const OPENS_AT = 1_800_000_000_000 + LEAD_MS
/** The delay until other isolates see an entry in the location’s cache. */
const VISIBLE_MS = 15
const TRAVEL_MS = 60

class Location {
  readonly clock = new VirtualClock(OPENS_AT - LEAD_MS)
  readonly askedAt: number[] = []
  private readonly random = new Random(7)
  private readonly puts = new Map<string, { entry: Entry; from: number }[]>()
  private readonly isolates = Array.from({ length: ISOLATES }, () => ({
    cache: this.newIsolate(),
    share: this.random.fraction(),
  }))

  private newIsolate(): TieredCache {
    const location: LocationCache = {
      match: async (key) => this.puts.get(key)?.findLast(({ from }) => from <= this.clock.now)?.entry ?? null,
      put: async (key, entry) => {
        this.puts.set(key, [...(this.puts.get(key) ?? []), { entry, from: this.clock.now + VISIBLE_MS }])
      },
    }
    return new TieredCache({
      memory: new AnswerMemory<Entry>(1_000_000),
      location,
      clock: () => this.clock.now,
      pause: this.clock.pause,
      random: () => this.random.fraction(),
    })
  }

  /** Polls once for a fan, on a random isolate. */
  async poll(): Promise<QueueStatus> {
    const { cache, share } = this.isolates[this.random.below(ISOLATES)] as (typeof this.isolates)[number]
    const fill = async () => {
      this.askedAt.push(this.clock.now)
      await this.clock.pause(TRAVEL_MS / 2)
      const at = this.clock.now
      const status = { phase: at < OPENS_AT ? 'gathering' : 'serving', opensAt: OPENS_AT, at } as QueueStatus
      await this.clock.pause(TRAVEL_MS / 2)
      return { entry: jsonEntry({ version: 0, at }, status), keep: true, isFault: false }
    }
    return jsonOf(await cache.read(statusQuestion('event/x', share, { fill, waitUntil: () => {} })))
  }

  /** Sends `ISOLATES / 20` polls to random isolates in each millisecond. */
  async pass(milliseconds: number, onStatus: (status: QueueStatus, begun: number) => void = () => {}): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed++) {
      const begun = this.clock.now
      for (let poll = 0; poll < ISOLATES / 20; poll++) void this.poll().then((status) => onStatus(status, begun))
      await this.clock.tick()
    }
  }
}

it('SES-05 a location asks the coordinator about once a second, and only a few of its isolates ask at the opening', async () => {
  const location = new Location()
  await location.pass(LEAD_MS, (status) =>
    expect(location.clock.now - status.at).toBeLessThanOrEqual(2_000 + TRAVEL_MS),
  )
  // Nothing is cached at first, so many isolates may ask. The test therefore ignores the first second.
  const before = location.askedAt.filter((at) => at > OPENS_AT - LEAD_MS + 1_000).length
  expect(before).toBeGreaterThan(1)
  expect(before).toBeLessThan(7)

  let late = 0
  await location.pass(800, ({ phase }, begun) => {
    if (begun >= OPENS_AT && phase === 'gathering') late++
  })
  expect(late).toBe(0)
  expect(location.askedAt.filter((at) => at >= OPENS_AT).length).toBeLessThan(10)
})
