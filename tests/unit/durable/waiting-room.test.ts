/** Tests a waiting room’s real coordinator and counters with repeated, concurrent and interrupted calls. */
import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_LOAD } from '../../../worker/domain/waiting-room/admission-rate.ts'
import { counterName, counterOf } from '../../../worker/domain/waiting-room/arrival-counts.ts'
import { ACTIVE_MS, LONGEST_ENTRY_MS, LONGEST_PASS_MS } from '../../../worker/domain/waiting-room/waiting-room.ts'
import { NOW } from '../../support/hold-builder.ts'
import { PATIENCE } from '../../support/patience.ts'
import {
  controlsOf,
  counterObject,
  newRoomKey,
  placeOf,
  roomObject,
  runInWaitingRoom,
} from '../../support/waiting-objects.ts'

const SECOND = 1000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Configures a waiting room at `NOW`, by default in the mode `on`. Reports `people` arrivals in the next second. */
async function queueOf(people: number, changes: Parameters<typeof controlsOf>[1] = {}) {
  const key = newRoomKey()
  const room = roomObject(key)
  await room.configure(controlsOf(key, changes), NOW)
  await room.report(reportOf(0, [[NOW, people]], NOW + SECOND))
  return { key, room }
}

function reportOf(counter: number, totals: [number, number][], now: number, active = 0, seen: string[] = []) {
  const arrivals = totals.map(([bucketAt, count]) => ({ bucketAt, count }))
  return { counter, arrivals, active, seen, load: NO_LOAD, now }
}

/** Creates a paused waiting room and an arrival that its counter has stored but not reported. */
async function arrivalInPausedRoom() {
  const now = Date.now()
  const key = newRoomKey()
  const room = roomObject(key)
  await room.configure(controlsOf(key, { mode: 'paused' }), now)
  const entry = placeOf(key, 'someone', now)
  const counter = counterObject(counterName(entry))
  await counter.arrive(entry)
  return { key, room, entry, counter }
}

describe('admission of a queue entry', () => {
  it('SES-04 gives one cart the same pass again and rejects another cart', async () => {
    const { key, room } = await queueOf(5)
    const entry = placeOf(key, 'one', NOW)
    const now = NOW + 5 * SECOND
    const pass = { ok: true, since: now }
    expect(await room.redeem(entry, 'cart-1', now)).toEqual(pass)
    expect(await room.redeem(entry, 'cart-1', now + 30 * SECOND)).toEqual(pass)
    expect(await room.redeem(entry, 'cart-2', now + 30 * SECOND)).toEqual({ ok: false, reason: 'used' })
    expect(await room.redeem(entry, 'cart-1', now + LONGEST_PASS_MS)).toEqual({ ok: false, reason: 'used' })
  })

  it('SES-04 moves a used entry to another cart once, and only from the cart that used it', async () => {
    const { key, room } = await queueOf(5)
    const entry = placeOf(key, 'one', NOW)
    const now = NOW + 5 * SECOND
    const [pass, used] = [
      { ok: true, since: now },
      { ok: false, reason: 'used' },
    ]
    await room.redeem(entry, 'cart-1', now)
    expect(await room.redeem(entry, 'cart-2', now, 'cart-3')).toEqual(used)
    expect(await room.redeem(entry, 'cart-2', now, 'cart-1')).toEqual(pass)
    expect(await room.redeem(entry, 'cart-2', now, 'cart-1')).toEqual(pass)
    expect(await room.redeem(entry, 'cart-3', now, 'cart-1')).toEqual(used)
    expect(await room.redeem(entry, 'cart-3', now, 'cart-2')).toEqual(used)
    expect((await room.status(now)).active).toBe(1)
  })

  it('SES-04 admits only one of 200 carts that use one entry at the same time', async () => {
    const { key, room } = await queueOf(5)
    const now = NOW + 5 * SECOND
    const entry = placeOf(key, 'shared', NOW)
    const carts = Array.from({ length: 200 }, (_, index) => `cart-${index}`)
    const answers = await runInWaitingRoom(room, (object) =>
      Promise.all(carts.map((cart) => object.redeem(entry, cart, now))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'used')).toHaveLength(199)
  })

  it('SES-04 limits a burst to the number of visitors that the rate admits in 1.5 seconds', async () => {
    const { key, room } = await queueOf(0, { ratePerSecond: 10 })
    const now = NOW + 5 * SECOND
    const entries = Array.from({ length: 100 }, (_, index) => placeOf(key, `early-${index}`, NOW - 1))
    const answers = await runInWaitingRoom(room, (object) =>
      Promise.all(entries.map((entry) => object.redeem(entry, `cart of ${entry.id}`, now))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(15)
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'soon')).toHaveLength(85)
  })

  it('SES-04 admits nobody while the reported passes plus the new admissions reach the target', async () => {
    const { key, room } = await queueOf(0, { targetActive: 3, ratePerSecond: 100 })
    const now = NOW + 5 * SECOND
    await room.report(reportOf(1, [], now, 1))
    const ask = (id: string, at: number) => room.redeem(placeOf(key, id, NOW - 1), `cart of ${id}`, at)
    expect(await ask('a', now)).toMatchObject({ ok: true })
    expect(await ask('b', now)).toMatchObject({ ok: true })
    expect(await ask('c', now)).toMatchObject({ ok: false, reason: 'soon' })
    await room.report(reportOf(1, [], now + SECOND, 0))
    await room.report(reportOf(counterOf('a'), [], now + SECOND, 1, ['a']))
    await room.report(reportOf(counterOf('b'), [], now + SECOND, 1, ['b']))
    expect(await ask('c', now + 2 * SECOND)).toMatchObject({ ok: true })
  })

  it('SES-04 rejects an entry that is not called yet, is too old or belongs to another waiting room', async () => {
    const { key, room } = await queueOf(5)
    const now = NOW + 5 * SECOND
    expect(await room.redeem(placeOf(key, 'later', now + 1), 'cart-1', now)).toEqual({ ok: false, reason: 'waiting' })
    expect(await room.redeem(placeOf(key, 'old', now - LONGEST_ENTRY_MS), 'cart-1', now)).toEqual({
      ok: false,
      reason: 'used',
    })
    const foreign = placeOf(newRoomKey(), 'foreign', NOW)
    const refusal = await runInWaitingRoom(room, (object) => object.redeem(foreign, 'cart-1', now).catch(String))
    expect(refusal).toContain('received an entry of')
  })

  it('SES-05 works in the room with the scope `shop` while the room with the scope `catalogue` is paused', async () => {
    const [shopKey, catalogueKey] = [newRoomKey('shop'), newRoomKey('catalogue')]
    const [shop, catalogue] = [roomObject(shopKey), roomObject(catalogueKey)]
    await shop.configure(controlsOf(shopKey, { scope: 'shop', eventId: null }), NOW)
    await catalogue.configure(controlsOf(catalogueKey, { scope: 'catalogue', eventId: null, mode: 'paused' }), NOW)
    const now = NOW + 5 * SECOND
    expect(await shop.redeem(placeOf(shopKey, 'one', NOW), 'cart-1', now)).toMatchObject({ ok: true })
    expect(await catalogue.redeem(placeOf(catalogueKey, 'one', NOW), 'cart-1', now)).toEqual({
      ok: false,
      reason: 'waiting',
    })
    expect([(await shop.status(now)).phase, (await catalogue.status(now)).phase]).toEqual(['serving', 'paused'])
  })
})

describe('restarted objects', () => {
  it('SES-04 keep the lottery’s seed, its threshold and the used entries', async () => {
    const key = newRoomKey()
    const room = roomObject(key)
    const opensAt = NOW + 60 * SECOND
    await room.configure(controlsOf(key, { mode: 'scheduled', opensAt }), NOW)
    await room.report(reportOf(0, [[NOW, 9000]], NOW + SECOND))
    const now = opensAt + 5 * SECOND
    const before = await room.status(now)
    expect(before).toMatchObject({ phase: 'serving', early: 9000 })
    expect(before.drawThreshold).toBeGreaterThan(0)
    expect(before.drawThreshold).toBeLessThan(1)
    const admitted = await admitOne(key, now)
    await evictDurableObject(room)
    const after = await room.status(now)
    expect(after).toMatchObject({ seed: before.seed, seedHash: before.seedHash, early: 9000, opensAt })
    expect(after.drawThreshold).toBeGreaterThanOrEqual(before.drawThreshold)
    expect(await room.redeem(admitted, 'another cart', now)).toEqual({ ok: false, reason: 'used' })
    expect(await room.redeem(admitted, 'first cart', now)).toEqual({ ok: true, since: now })
  })

  /** Redeems early entries one after the other until one is admitted. */
  async function admitOne(key: string, now: number) {
    for (let index = 0; index < 1000; index++) {
      const entry = placeOf(key, `early-${index}`, NOW)
      if ((await roomObject(key).redeem(entry, 'first cart', now)).ok) return entry
    }
    throw new Error('none of 1,000 entries was admitted')
  }

  it('SES-04 keep rejecting an outdated command', async () => {
    const key = newRoomKey()
    const room = roomObject(key)
    const old = controlsOf(key, { mode: 'off' })
    await room.configure(controlsOf(key, { mode: 'paused' }), NOW)
    expect((await room.configure(old, NOW + SECOND)).phase).toBe('paused')
    await evictDurableObject(room)
    expect((await room.configure(old, NOW + SECOND)).phase).toBe('paused')
  })

  it('SES-04 keep a visitor inside after the visitor’s counter restarts', async () => {
    const { room, counter, entry } = await visitorInside()
    await evictDurableObject(counter)
    vi.setSystemTime(NOW + 10 * SECOND)
    await counter.end('another', NOW + 10 * SECOND)
    vi.setSystemTime(NOW + 11 * SECOND)
    await runDurableObjectAlarm(counter)
    expect((await room.status(NOW + 13 * SECOND)).active).toBe(1)
    expect(await counter.beat(entry.id, null, NOW + 14 * SECOND)).toBe(true)
  })

  it('SES-04 free the slot of a silent visitor within 150 seconds, even if the counter restarts before each alarm', async () => {
    const { room, counter } = await visitorInside()
    for (let second = 2; second <= 150; second++) {
      vi.setSystemTime(NOW + second * SECOND)
      await evictDurableObject(counter)
      await runDurableObjectAlarm(counter)
      expect((await room.status(NOW + second * SECOND)).active).toBe(second <= ACTIVE_MS / SECOND ? 1 : 0)
      if (second >= ACTIVE_MS / SECOND - 1) break
    }
    vi.setSystemTime(NOW + ACTIVE_MS + SECOND)
    await evictDurableObject(counter)
    await runDurableObjectAlarm(counter)
    expect((await room.status(NOW + 150 * SECOND)).active).toBe(0)
  })

  it('SES-04 free the slots of a counter’s visitors if the counter never wakes again', async () => {
    const { room } = await visitorInside()
    await evictDurableObject(room)
    expect((await room.status(NOW + 100 * SECOND)).active).toBe(1)
    await evictDurableObject(room)
    expect((await room.status(NOW + 150 * SECOND)).active).toBe(0)
  })

  it('SES-04 start no queue in an automatic room that admits one visitor every 45 seconds', async () => {
    const key = newRoomKey()
    const room = roomObject(key)
    await room.configure(controlsOf(key, { mode: 'automatic', targetActive: 5 }), NOW)
    for (let visit = 0; visit < 12; visit++) {
      const now = NOW + visit * 45 * SECOND
      vi.setSystemTime(now)
      const entry = placeOf(key, `visitor-${visit}`, now)
      await evictDurableObject(room)
      expect(await room.redeem(entry, `cart-${visit}`, now)).toMatchObject({ ok: true })
      const counter = counterObject(counterName(entry))
      await counter.beat(entry.id, null, now)
      for (const after of [1, 20, 44]) {
        vi.setSystemTime(now + after * SECOND)
        await evictDurableObject(counter)
        await runDurableObjectAlarm(counter)
      }
    }
  })

  /** Creates a room with one visitor inside. A counter has already reported this visitor. */
  async function visitorInside() {
    const key = newRoomKey()
    const room = roomObject(key)
    await room.configure(controlsOf(key), NOW)
    const entry = placeOf(key, 'shopper', NOW)
    const counter = counterObject(counterName(entry))
    await counter.beat(entry.id, null, NOW)
    vi.setSystemTime(NOW + SECOND)
    await runDurableObjectAlarm(counter)
    expect((await room.status(NOW + SECOND)).active).toBe(1)
    return { key, room, counter, entry }
  }
})

describe('order', () => {
  it('SES-04 ends the pass: the counter no longer extends it, and the room does not issue it again', async () => {
    const { key, room } = await queueOf(5)
    const now = NOW + 5 * SECOND
    vi.setSystemTime(now)
    const entry = placeOf(key, 'buyer', NOW)
    expect(await room.redeem(entry, 'cart-1', now)).toEqual({ ok: true, since: now })
    const counter = counterObject(counterName(entry))
    expect(await counter.beat(entry.id, null, now)).toBe(true)
    vi.setSystemTime(now + SECOND)
    await runDurableObjectAlarm(counter)
    expect((await room.status(now + SECOND)).active).toBe(1)
    await Promise.all([
      counter.end(entry.id, now + 2 * SECOND),
      room.endOfCart('cart-1', now + 2 * SECOND, now + 2 * SECOND),
    ])
    expect((await room.status(now + 3 * SECOND)).active).toBe(0)
    expect(await room.redeem(entry, 'cart-1', now + 4 * SECOND)).toEqual({ ok: false, reason: 'used' })
    expect(await counter.beat(entry.id, null, now + 4 * SECOND)).toBe(false)
    await evictDurableObject(counter)
    await evictDurableObject(room)
    expect(await counter.beat(entry.id, null, now + 5 * SECOND)).toBe(false)
    expect(await room.redeem(entry, 'cart-1', now + 5 * SECOND)).toEqual({ ok: false, reason: 'used' })
    vi.setSystemTime(now + 6 * SECOND)
    await runDurableObjectAlarm(counter)
    expect((await room.status(now + 20 * SECOND)).active).toBe(0)
  })

  it.each(['cart-1', 'cart-2'])(
    'SES-04 ends a pass that moved from cart-1 to cart-2, if %s placed the order',
    async (buyer) => {
      const { key, room } = await queueOf(5)
      const now = NOW + 5 * SECOND
      const entry = placeOf(key, 'moved', NOW)
      await room.redeem(entry, 'cart-1', now)
      expect(await room.redeem(entry, 'cart-2', now + SECOND, 'cart-1')).toEqual({ ok: true, since: now })
      expect(await room.redeem(entry, 'cart-1', now + SECOND)).toEqual({ ok: false, reason: 'used' })
      expect(await room.endOfCart(buyer, now + 2 * SECOND, now + 2 * SECOND)).toEqual([entry.id])
      expect(await room.redeem(entry, 'cart-2', now + 3 * SECOND)).toEqual({ ok: false, reason: 'used' })
    },
  )

  it('SES-04 ends only the passes that its cart received before it, even if it is reported late', async () => {
    const { key, room } = await queueOf(5)
    const now = NOW + 5 * SECOND
    const [before, after] = [placeOf(key, 'before', NOW), placeOf(key, 'after', NOW)]
    await room.redeem(before, 'cart-1', now)
    await room.redeem(after, 'cart-1', now + 2 * SECOND)
    expect(await room.endOfCart('cart-1', now + SECOND, now + 9 * SECOND)).toEqual([before.id])
    expect(await room.redeem(before, 'cart-1', now + 9 * SECOND)).toEqual({ ok: false, reason: 'used' })
    expect(await room.redeem(after, 'cart-1', now + 9 * SECOND)).toEqual({ ok: true, since: now + 2 * SECOND })
  })
})

describe('lottery', () => {
  it('SES-04 hides the seed until the opening, and then shows a seed that matches the hash shown before', async () => {
    const key = newRoomKey()
    const room = roomObject(key)
    const opensAt = NOW + 60 * SECOND
    await room.configure(controlsOf(key, { mode: 'scheduled', opensAt: opensAt - 300 }), NOW)
    const before = await room.status(opensAt - 1)
    expect(before).toMatchObject({ phase: 'gathering', opensAt, seed: null, drawThreshold: 0 })
    const { seed, seedHash, phase } = await room.status(opensAt)
    expect(phase).toBe('serving')
    expect(seedHash).toBe(before.seedHash)
    expect(
      createHash('sha256')
        .update(Buffer.from(seed ?? '', 'hex'))
        .digest('hex'),
    ).toBe(seedHash)
  })

  it('SES-04 stays the same if its opening moves, but a second opening gets a new seed', async () => {
    const key = newRoomKey()
    const room = roomObject(key)
    const schedule = (opensAt: number, now: number) =>
      room.configure(controlsOf(key, { mode: 'scheduled', opensAt }), now)
    const first = await schedule(NOW + 60 * SECOND, NOW)
    await room.report(reportOf(0, [[NOW, 50]], NOW + SECOND))
    const moved = await schedule(NOW + 30 * SECOND, NOW + 2 * SECOND)
    expect(moved).toMatchObject({ opensAt: NOW + 30 * SECOND, seedHash: first.seedHash, early: 50 })
    const opened = await room.status(NOW + 31 * SECOND)
    expect(await schedule(NOW + 10 * SECOND, NOW + 31 * SECOND)).toMatchObject({ opensAt: NOW + 30 * SECOND })
    const again = await schedule(NOW + 90 * SECOND, NOW + 31 * SECOND)
    expect(again).toMatchObject({ phase: 'gathering', seed: null, drawThreshold: 0, early: 50 })
    expect(again.seedHash).not.toBe(opened.seedHash)
  })
})

describe('counters', () => {
  it('SES-04 may repeat a report, because the room adds only the new arrivals', async () => {
    const { room } = await queueOf(5, { mode: 'paused' })
    const late = async (now: number) => (await room.status(now)).late.at(-1)?.count
    const report = reportOf(0, [[NOW, 5]], NOW + SECOND)
    await room.report(report)
    await room.report({ ...report, now: NOW + 2 * SECOND })
    expect(await late(NOW + 3 * SECOND)).toBe(5)
    const more = reportOf(
      0,
      [
        [NOW, 6],
        [NOW + SECOND, 2],
      ],
      NOW + 4 * SECOND,
    )
    await room.report(more)
    await room.report(more)
    expect(await late(NOW + 6 * SECOND)).toBe(8)
  })

  it('SES-04 report arrivals and passes by alarm, and stop when nothing is left to report', async () => {
    const { room, entry, counter } = await arrivalInPausedRoom()
    await counter.beat(entry.id, { holds: 1, slow: 0, overloads: 0 }, NOW + 300)
    for (let second = 1; second <= 12; second++) {
      vi.setSystemTime(NOW + second * SECOND)
      await runDurableObjectAlarm(counter)
    }
    const status = await room.status(NOW + 13 * SECOND)
    expect(status.active).toBe(1)
    expect(status.late.at(-1)?.count).toBe(1)
    await counter.end(entry.id, NOW + 13 * SECOND)
    vi.setSystemTime(NOW + 14 * SECOND)
    expect(await runDurableObjectAlarm(counter)).toBe(true)
    expect((await room.status(NOW + 15 * SECOND)).active).toBe(0)
    expect(await runDurableObjectAlarm(counter)).toBe(false)
  })

  it('SES-04 report an arrival without an external call', async () => {
    vi.useRealTimers()
    const { room } = await arrivalInPausedRoom()
    const reported = async () => (await room.status(Date.now())).late.at(-1)?.count === 1
    await vi.waitUntil(reported, { ...PATIENCE, interval: 50 })
  })

  it('SES-04 keep an arrival when they are evicted before the alarm', async () => {
    const { room, counter } = await arrivalInPausedRoom()
    await evictDurableObject(counter)
    vi.setSystemTime(NOW + SECOND)
    await runDurableObjectAlarm(counter)
    expect((await room.status(NOW + 2 * SECOND)).late.at(-1)?.count).toBe(1)
  })

  it('SES-04 add an arrival after a restart to the total for the same second, even if that total was reported before', async () => {
    const { key, room, counter } = await arrivalInPausedRoom()
    vi.setSystemTime(NOW + SECOND)
    await runDurableObjectAlarm(counter)
    await evictDurableObject(counter)
    await counter.arrive(placeOf(key, 'same second', NOW + 300))
    vi.setSystemTime(NOW + 2 * SECOND)
    await runDurableObjectAlarm(counter)
    expect((await room.status(NOW + 4 * SECOND)).late.at(-1)?.count).toBe(2)
  })

  it('SES-04 are not needed to call visitors, because the alarm of the room calls them', async () => {
    const { key, room } = await queueOf(3000)
    await room.report(reportOf(0, [[NOW + SECOND, 100]], NOW + 2 * SECOND))
    const entry = placeOf(key, 'in the second second', NOW + SECOND + 10)
    expect(await room.redeem(entry, 'cart-1', NOW + 2 * SECOND)).toEqual({ ok: false, reason: 'waiting' })
    for (let second = 3; second <= 25; second++) {
      vi.setSystemTime(NOW + second * SECOND)
      expect(await runDurableObjectAlarm(room)).toBe(true)
    }
    const calledUntil = await runInWaitingRoom(room, (_, { storage }) => {
      const { state } = storage.sql.exec<{ state: string }>('SELECT state FROM room').one()
      return JSON.parse(state).servedUntil
    })
    expect(calledUntil).toBeGreaterThan(NOW + SECOND)
    expect((await room.redeem(entry, 'cart-1', NOW + 25 * SECOND)).ok).toBe(true)
  })
})
