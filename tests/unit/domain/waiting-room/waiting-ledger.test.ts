/** Checks one waiting room: the invariants over random histories, the order of admissions and the modes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_LOAD } from '../../../../worker/domain/waiting-room/admission-rate.ts'
import { counterOf } from '../../../../worker/domain/waiting-room/arrival-counts.ts'
import { newLottery, rankOf } from '../../../../worker/domain/waiting-room/lottery.ts'
import { isCalled } from '../../../../worker/domain/waiting-room/queue-position.ts'
import { decideOpening } from '../../../../worker/domain/waiting-room/room-opening.ts'
import { newRoom, type RoomState, type SpentEntry } from '../../../../worker/domain/waiting-room/room-state.ts'
import { WaitingLedger } from '../../../../worker/domain/waiting-room/waiting-ledger.ts'
import {
  ACTIVE_MS,
  LONGEST_PASS_MS,
  type QueueEntry,
  type QueueStatus,
  type RoomControls,
} from '../../../../worker/domain/waiting-room/waiting-room.ts'
import { Random } from '../../../support/random.ts'

const KEY = 'event/evt_1'
const START = 1_800_000_000_000
const SECOND = 1000

/** A waiting room with the state that its Durable Object would store: the record and the spent entries. */
class TestRoom {
  ledger = new WaitingLedger(newRoom(KEY), [])
  readonly spent = new Map<string, SpentEntry>()
  private record: RoomState = newRoom(KEY)
  private version = 0
  /** The visitors inside, as the counters know them from heartbeats. */
  readonly inside = new Set<string>()
  private readonly reported = new Map<number, { bucketAt: number; count: number }[]>()
  private controls: RoomControls = {
    key: KEY,
    scope: 'event',
    shopId: 'shp_1',
    eventId: 'evt_1',
    mode: 'off',
    opensAt: 0,
    targetActive: 1000,
    ratePerSecond: 10,
    version: 0,
  }

  configure(changes: Partial<RoomControls>, now: number): QueueStatus {
    this.version++
    this.controls = { ...this.controls, ...changes, version: this.version }
    this.ledger.advance(now)
    this.ledger.configure(this.controls, newLottery(new Uint8Array(32).fill(this.version)))
    this.save()
    return this.ledger.status()
  }

  status(now: number): QueueStatus {
    this.ledger.advance(now)
    this.save()
    return this.ledger.status()
  }

  arrive(entry: QueueEntry, now: number): void {
    const counter = counterOf(entry.id)
    const totals = this.reported.get(counter) ?? []
    this.reported.set(counter, totals)
    const bucketAt = entry.joinedAt - (entry.joinedAt % SECOND)
    const bucket = totals.find((total) => total.bucketAt === bucketAt)
    if (bucket) bucket.count++
    else totals.push({ bucketAt, count: 1 })
    this.report(counter, this.insideOf(counter), now)
  }

  reportAll(now: number): void {
    for (const counter of new Set([...this.spent.keys()].map(counterOf))) {
      this.report(counter, this.insideOf(counter), now)
    }
  }

  private insideOf(counter: number): number {
    return [...this.inside].filter((id) => counterOf(id) === counter).length
  }

  report(counter: number, active: number, now: number, load = NO_LOAD): void {
    this.ledger.advance(now)
    const seen = [...this.spent.keys()].filter((id) => counterOf(id) === counter)
    this.ledger.report({ counter, arrivals: this.reported.get(counter) ?? [], active, seen, load, now })
    this.save()
  }

  redeem(entry: QueueEntry, cartId: string, now: number) {
    this.ledger.advance(now)
    const { answer, spent } = this.ledger.redeem(entry, cartId, this.spent.get(entry.id) ?? null)
    if (spent) {
      this.spent.set(entry.id, spent)
      this.ledger.admit(spent)
      this.inside.add(entry.id)
    }
    this.save()
    return { answer, isNew: spent !== null }
  }

  /** Restores only the written state, as after `kill -9`. */
  restart(): void {
    const record: RoomState = JSON.parse(JSON.stringify(this.record))
    const lately = [...this.spent.values()].filter(({ exchangedAt }) => exchangedAt >= record.clock - ACTIVE_MS)
    this.ledger = new WaitingLedger(record, lately)
  }

  private save(): void {
    const change = this.ledger.takeChange()
    if (change) this.record = structuredClone(change)
  }
}

function entry(id: string, joinedAt: number): QueueEntry {
  return { room: KEY, id, joinedAt }
}

describe('random histories of a waiting room', () => {
  it('SES-04 never lower an opening’s thresholds, never exceed rate or target, never admit two carts by one entry', () => {
    let [admissions, restarts] = [0, 0]
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
        const random = new Random(seed)
        const room = new TestRoom()
        const opensAt = START + 20 * SECOND
        const [rate, target] = [1 + random.below(20), 1 + random.below(60)]
        room.configure({ mode: 'scheduled', opensAt, ratePerSecond: rate, targetActive: target }, START)
        const entries: QueueEntry[] = []
        const admitted: number[] = []
        const owners = new Map<string, string>()
        let before = room.status(START)
        let now = START
        for (let step = 0; step < 300; step++) {
          now += random.below(900)
          if (random.chance(0.4)) {
            const newcomer = entry(`entry-${entries.length}`, now)
            entries.push(newcomer)
            room.arrive(newcomer, now)
          }
          if (random.chance(0.02)) {
            room.restart()
            restarts++
          }
          if (random.chance(0.02)) room.configure({ mode: random.chance(0.5) ? 'paused' : 'on' }, now)
          if (random.chance(0.3)) for (const id of random.some([...room.inside], 2)) room.inside.delete(id)
          room.reportAll(now)
          for (let ask = random.below(8); ask > 0 && entries.length > 0; ask--) {
            const asking = random.one(entries)
            const cart = `cart-${random.below(3)} of ${asking.id}`
            const { answer, isNew } = room.redeem(asking, cart, now)
            if (!answer.ok) continue
            expect(owners.get(asking.id) ?? cart).toBe(cart)
            owners.set(asking.id, cart)
            if (!isNew) continue
            admissions++
            admitted.push(now)
            expect(room.status(now).phase).toBe('serving')
            expect(room.inside.size).toBeLessThanOrEqual(target)
          }
          const status = room.status(now)
          if (status.opensAt === before.opensAt) {
            expect(status.drawThreshold).toBeGreaterThanOrEqual(before.drawThreshold)
            expect(status.servedUntil).toBeGreaterThanOrEqual(before.servedUntil)
          }
          before = status
        }
        for (const [index, at] of admitted.entries()) {
          const inSecond = admitted.slice(index).filter((other) => other < at + SECOND).length
          // Admissions within a second can use the saved tokens and the tokens that accrue in that second.
          expect(inSecond).toBeLessThanOrEqual(Math.max(2, 1.5 * rate) + rate + 1)
          const inTen = admitted.slice(index).filter((other) => other < at + 10 * SECOND).length
          expect(inTen).toBeLessThanOrEqual(Math.max(1, 10 * rate))
        }
      }),
      // With this seed, admissions precede and follow a restart within a second.
      { numRuns: 60, examples: [[140_810_260]] },
    )
    expect(admissions).toBeGreaterThan(500)
    expect(restarts).toBeGreaterThan(100)
  })
})

describe('absent visitors', () => {
  it('SES-04 hardly lower the admission rate, even if only one visitor in four comes', () => {
    const room = new TestRoom()
    const opensAt = START + SECOND
    room.configure({ mode: 'scheduled', opensAt, ratePerSecond: 20, targetActive: 100_000 }, START)
    const entries = Array.from({ length: 12_000 }, (_, index) => entry(`entry-${index}`, START))
    for (const [index, { id }] of entries.entries()) {
      if (index % 4 !== 0) room.arrive(entry(`ghost of ${id}`, START), START + index / 100)
    }
    const comers = entries.filter((_, index) => index % 4 === 0)
    for (const comer of comers) room.arrive(comer, opensAt - 1)
    const waiting = new Set(comers)
    const admittedIn: number[] = []
    for (let second = 3; second < 100; second++) {
      const now = opensAt + second * SECOND
      let admitted = 0
      for (const comer of waiting) {
        if (!room.redeem(comer, `cart of ${comer.id}`, now).isNew) continue
        waiting.delete(comer)
        admitted++
      }
      admittedIn.push(admitted)
    }
    const settled = admittedIn.slice(40)
    expect(settled.reduce((sum, admitted) => sum + admitted, 0) / settled.length).toBeGreaterThan(19)
    expect(Math.max(...admittedIn)).toBeLessThanOrEqual(30)
  })
})

describe('admission line', () => {
  /** Opens a room with `people` waiting visitors, who arrived one millisecond apart. */
  function serving(people: number, changes: Partial<RoomControls>) {
    const room = new TestRoom()
    room.configure({ mode: 'on', ...changes }, START)
    const entries = Array.from({ length: people }, (_, index) => entry(`fan-${index}`, START + index))
    for (const fan of entries) room.arrive(fan, START + SECOND)
    for (let second = 2; second <= 5; second++) room.status(START + second * SECOND)
    return { room, entries }
  }

  it('SES-04 admits called visitors in the order of their positions, even if visitors further back ask more often', () => {
    const { room, entries } = serving(40, { ratePerSecond: 1, targetActive: 1000 })
    const [, ...others] = entries
    const entered: number[] = []
    const ask = (index: number, now: number) => {
      const fan = entries[index]
      if (fan && !entered.includes(index) && room.redeem(fan, `cart of ${fan.id}`, now).isNew) entered.push(index)
    }
    let now = START + 5 * SECOND
    for (const index of others.keys()) ask(index + 1, now)
    // The last visitors ask ten times a second, the others once.
    for (let tenth = 0; tenth < 100; tenth++) {
      now += 100
      for (let index = 39; index > 30; index--) ask(index, now)
      if (tenth % 10 === 0) for (let index = 1; index <= 30; index++) ask(index, now)
    }
    expect(entered.length).toBeGreaterThan(8)
    expect(entered).toEqual(entered.toSorted((a, b) => a - b))
    expect(Math.max(...entered)).toBeLessThanOrEqual(entered.length + 1)
  })

  it('SES-04 gives the next slot to a called visitor who asks late, and not to a visitor further back', () => {
    const { room, entries } = serving(30, { ratePerSecond: 1, targetActive: 1000 })
    const [late, ...others] = entries
    let now = START + 5 * SECOND
    const allAsk = () => others.map((fan) => room.redeem(fan, `cart of ${fan.id}`, now).isNew)
    for (; now < START + 12 * SECOND; now += 500) allAsk()
    while (!allAsk().includes(true)) now += 100
    if (!late) throw new Error('the line is empty')
    // Another visitor has just taken the only slot of this second.
    expect(room.redeem(late, 'cart of the late', now).answer).toMatchObject({ ok: false, reason: 'soon', ahead: 0 })
    for (let tries = 0; tries < 20; tries++) {
      now += 100
      const came = allAsk().filter(Boolean).length
      if (room.redeem(late, 'cart of the late', now).isNew) return
      expect(came).toBe(0)
    }
    throw new Error('the late visitor did not enter')
  })

  it('SES-04 tells waiting visitors how many present visitors are ahead', () => {
    const { room, entries } = serving(10, { ratePerSecond: 2, targetActive: 2 })
    const now = START + 5 * SECOND
    const answers = entries.map((fan) => room.redeem(fan, `cart of ${fan.id}`, now).answer)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
    const ahead = answers.flatMap((answer) => (!answer.ok && answer.reason === 'soon' ? [answer.ahead] : []))
    expect(ahead).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('SES-04 admits the last visitor at most eight seconds after the visitor inside leaves and the visitors ahead stop asking', () => {
    const { room, entries } = serving(5, { ratePerSecond: 1, targetActive: 1 })
    let now = START + 5 * SECOND
    for (const fan of entries) room.redeem(fan, `cart of ${fan.id}`, now)
    room.inside.clear()
    room.reportAll(now)
    const last = entries.at(-1)
    if (!last) throw new Error('the line is empty')
    const asked = now
    while (!room.redeem(last, `cart of ${last.id}`, now).isNew) now += 500
    expect(now - asked).toBeLessThanOrEqual(8 * SECOND)
  })

  it('SES-04 admits the visitors at the front first after a restart', () => {
    const { room, entries } = serving(40, { ratePerSecond: 2, targetActive: 1000 })
    let now = START + 5 * SECOND
    for (const fan of entries) room.redeem(fan, `cart of ${fan.id}`, now)
    room.status(now + SECOND)
    room.restart()
    now += 2 * SECOND
    // The visitors further back ask first after the restart.
    for (const fan of entries.slice(20)) expect(room.redeem(fan, `cart of ${fan.id}`, now).isNew).toBe(false)
    const entered: number[] = []
    for (; entered.length < 6; now += 500) {
      for (const [index, fan] of entries.entries()) {
        if (room.redeem(fan, `cart of ${fan.id}`, now).isNew) entered.push(index)
      }
    }
    expect(Math.max(...entered)).toBeLessThan(20)
  })

  it('SES-04 calls no further visitors for four seconds after a restart, and tells the called visitors when to ask', () => {
    const room = new TestRoom()
    const opensAt = START + 10 * SECOND
    room.configure({ mode: 'scheduled', opensAt, ratePerSecond: 10, targetActive: 1000 }, START)
    const entries = Array.from({ length: 2000 }, (_, index) => entry(`fan-${index}`, START + index))
    for (const fan of entries) room.arrive(fan, START + 3 * SECOND)
    const askAt = (at: number) => {
      const status = room.status(at)
      const called = entries.filter((fan) =>
        isCalled(status, fan, status.seed === null ? null : rankOf(status.seed, fan)),
      )
      return called.map((fan) => room.redeem(fan, `cart of ${fan.id}`, at).answer)
    }
    for (let second = 1; second <= 6; second++) askAt(opensAt + second * SECOND)
    const restartedAt = opensAt + 7 * SECOND
    const { drawThreshold } = room.status(restartedAt)
    expect(drawThreshold).toBeLessThan(1)
    room.restart()
    const [first, ...others] = askAt(restartedAt).filter(({ ok }) => !ok)
    expect(others.length).toBeGreaterThan(100)
    expect(first).toMatchObject({ reason: 'soon', ahead: 0, askInSeconds: 2.6 })
    expect(room.status(restartedAt + 4 * SECOND).drawThreshold).toBe(drawThreshold)
    for (let second = 5; second <= 40; second++) askAt(restartedAt + second * SECOND)
    expect(room.status(restartedAt + 41 * SECOND).drawThreshold).toBeGreaterThan(drawThreshold)
  })
})

describe('returning pass holder', () => {
  const first = entry('first', START)
  const second = entry('second', START + 1)

  function fullRoom() {
    const room = new TestRoom()
    room.configure({ mode: 'on', targetActive: 1, ratePerSecond: 10 }, START)
    for (const fan of [first, second]) room.arrive(fan, START + SECOND)
    const now = START + 5 * SECOND
    expect(room.redeem(first, 'cart', now)).toMatchObject({ isNew: true, answer: { ok: true, since: now } })
    return { room, now }
  }

  it('SES-04 gets the same pass, with the time of the first admission, while the room counts the holder as inside', () => {
    const { room, now } = fullRoom()
    const soon = now + ACTIVE_MS - 1
    expect(room.redeem(first, 'cart', soon)).toEqual({ isNew: false, answer: { ok: true, since: now } })
  })

  it('SES-04 waits for a free slot after a silence, but has no visitor ahead', () => {
    const { room, now } = fullRoom()
    const later = now + ACTIVE_MS + SECOND
    room.inside.clear()
    room.reportAll(later)
    expect(room.redeem(second, 'another cart', later).isNew).toBe(true)
    room.reportAll(later + SECOND)
    expect(room.redeem(first, 'cart', later + SECOND).answer).toMatchObject({ ok: false, reason: 'soon', ahead: 0 })
    room.inside.clear()
    room.reportAll(later + 2 * SECOND)
    expect(room.redeem(first, 'cart', later + 3 * SECOND).answer).toEqual({ ok: true, since: now })
  })

  it('SES-04 is rejected an hour after the first admission', () => {
    const { room, now } = fullRoom()
    expect(room.redeem(first, 'cart', now + LONGEST_PASS_MS).answer).toEqual({ ok: false, reason: 'used' })
  })
})

describe('modes of a waiting room', () => {
  it('SES-04 “off”, as in a new room, admits everybody at once', () => {
    const room = new TestRoom()
    const answers = Array.from({ length: 50 }, (_, index) => room.redeem(entry(`p${index}`, START), 'cart', START))
    expect(answers.every(({ isNew }) => isNew)).toBe(true)
    expect(room.status(START + 2 * SECOND).active).toBe(50)
  })

  it('SES-04 “paused” admits nobody and keeps the thresholds', () => {
    const room = new TestRoom()
    room.configure({ mode: 'on' }, START)
    const called = room.status(START + 10 * SECOND)
    expect(called.servedUntil).toBeGreaterThan(START)
    const paused = room.configure({ mode: 'paused' }, START + 10 * SECOND)
    expect(paused).toMatchObject({ phase: 'paused', servedUntil: called.servedUntil })
    expect(room.redeem(entry('p', START), 'cart', START + 20 * SECOND).answer).toEqual({ ok: false, reason: 'waiting' })
    const resumed = room.configure({ mode: 'on' }, START + 30 * SECOND)
    expect(resumed).toMatchObject({ phase: 'serving', opensAt: called.opensAt })
    expect(room.redeem(entry('p', START), 'cart', START + 31 * SECOND).isNew).toBe(true)
  })

  it('SES-04 “automatic” starts a queue when the shop is full and ends the queue after a minute of low load', () => {
    const room = new TestRoom()
    expect(room.configure({ mode: 'automatic', targetActive: 3, ratePerSecond: 5 }, START).phase).toBe('open')
    for (const id of ['a', 'b', 'c']) expect(room.redeem(entry(id, START), 'cart', START).isNew).toBe(true)
    const late = entry('d', START + 10)
    expect(room.redeem(late, 'cart', START + 10).answer).toMatchObject({ ok: false, reason: 'soon', ahead: 0 })
    for (const id of ['a', 'b', 'c']) room.report(counterOf(id), 1, START + 2 * SECOND)
    expect(room.status(START + 3 * SECOND)).toMatchObject({ phase: 'serving', active: 3 })
    for (const id of ['a', 'b', 'c']) room.report(counterOf(id), 0, START + 4 * SECOND)
    for (let second = 5; second <= 64; second++) expect(room.status(START + second * SECOND).phase).toBe('serving')
    expect(room.status(START + 66 * SECOND).phase).toBe('open')
  })

  it('SES-04 “automatic” starts a queue when a counter reports overloaded seat objects, but not for a single overload', () => {
    const room = new TestRoom()
    room.configure({ mode: 'automatic' }, START)
    room.report(1, 0, START + SECOND, { holds: 150, slow: 1, overloads: 1 })
    expect(room.status(START + 10 * SECOND).phase).toBe('open')
    room.report(1, 0, START + 11 * SECOND, { holds: 50, slow: 0, overloads: 3 })
    expect(room.status(START + 12 * SECOND).phase).toBe('serving')
    room.report(2, 0, START + 13 * SECOND)
    expect(room.status(START + 14 * SECOND).phase).toBe('serving')
  })

  it('SES-04 “automatic” keeps every queue for a minute of low load, even if nobody waits', () => {
    const room = new TestRoom()
    room.configure({ mode: 'automatic' }, START)
    for (const begun of [START, START + 200 * SECOND]) {
      room.report(1, 0, begun, { holds: 50, slow: 0, overloads: 3 })
      for (let second = 1; second <= 60; second++) expect(room.status(begun + second * SECOND).phase).toBe('serving')
      expect(room.status(begun + 70 * SECOND).phase).toBe('open')
    }
  })

  it('SES-04 “on” before a scheduled opening moves the opening, with its lottery, to the next full second', () => {
    const room = new TestRoom()
    room.configure({ mode: 'scheduled', opensAt: START + 3600 * SECOND, ratePerSecond: 1 }, START)
    for (let index = 0; index < 900; index++) room.arrive(entry(`p${index}`, START + index), START + SECOND + index)
    const early = room.configure({ mode: 'on' }, START + 10 * SECOND + 500)
    expect(early).toMatchObject({ phase: 'gathering', opensAt: START + 11 * SECOND, early: 900, seed: null })
    const opened = room.status(START + 14 * SECOND)
    expect(opened.phase).toBe('serving')
    expect(opened.drawThreshold).toBeGreaterThan(0)
    expect(opened.drawThreshold).toBeLessThan(1)
  })

  it('SES-04 “scheduled” calls at most a quarter of the lottery before all counters have reported', () => {
    const room = new TestRoom()
    room.configure({ mode: 'scheduled', opensAt: START + 10 * SECOND }, START)
    for (let index = 0; index < 200; index++) room.arrive(entry(`p${index}`, START + index), START + SECOND + index)
    const { phase, drawThreshold } = room.status(START + 11 * SECOND)
    expect(phase).toBe('serving')
    expect(drawThreshold).toBeGreaterThan(0)
    expect(drawThreshold).toBeLessThanOrEqual(0.25)
  })
})

describe('decideOpening', () => {
  const controls = (mode: RoomControls['mode'], opensAt = 0): RoomControls => ({
    key: KEY,
    scope: 'event',
    shopId: 'shp_1',
    eventId: 'evt_1',
    mode,
    opensAt,
    targetActive: 1,
    ratePerSecond: 1,
    version: 1,
  })

  it.each([
    [
      'a schedule after the last opening starts a new lottery',
      'open',
      true,
      controls('scheduled', 5001),
      'lottery',
      6000,
    ],
    ['a schedule before the opening moves the opening', 'gathering', false, controls('scheduled', 5000), 'move', 5000],
    [
      'switching on before the opening moves the opening to the next full second',
      'gathering',
      false,
      controls('on'),
      'move',
      2000,
    ],
    ['switching on an open room starts a line at once', 'open', true, controls('on'), 'atOnce', 1000],
    ['a schedule in the past starts a line at once', 'open', true, controls('scheduled', 500), 'atOnce', 1000],
    ['pausing an open room starts a line at once', 'open', true, controls('paused'), 'atOnce', 1000],
    ['switching on a serving room keeps its line', 'serving', true, controls('on'), 'keep', null],
    [
      'a schedule in the past keeps the line of a paused room',
      'paused',
      true,
      controls('scheduled', 500),
      'keep',
      null,
    ],
    ['switching off keeps the line', 'serving', true, controls('off'), 'keep', null],
    ['an open room stays open in automatic mode', 'open', true, controls('automatic'), 'keep', null],
  ] as const)('SES-04 %s', (_, before, opened, wanted, kind, opensAt) => {
    expect(decideOpening(before, opened, wanted, 1500)).toEqual(opensAt === null ? { kind } : { kind, opensAt })
  })
})
