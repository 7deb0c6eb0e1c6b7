/** One room under random histories and in its modes: what it promises whatever happens, and how it switches. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_LOAD } from '../../../../worker/domain/waiting-room/admission-rate.ts'
import { counterOf } from '../../../../worker/domain/waiting-room/arrival-counts.ts'
import { newDraw, rankOf } from '../../../../worker/domain/waiting-room/lottery.ts'
import { isCalled } from '../../../../worker/domain/waiting-room/queue-position.ts'
import { decideOpening } from '../../../../worker/domain/waiting-room/room-opening.ts'
import { newRoom, type RoomState, type SpentPlace } from '../../../../worker/domain/waiting-room/room-state.ts'
import { WaitingLedger } from '../../../../worker/domain/waiting-room/waiting-ledger.ts'
import {
  ACTIVE_MS,
  LONGEST_PASS_MS,
  type Place,
  type QueueStatus,
  type RoomControls,
} from '../../../../worker/domain/waiting-room/waiting-room.ts'
import { Random } from '../../../support/random.ts'

const KEY = 'event/evt_1'
const START = 1_800_000_000_000
const SECOND = 1000

/** A room with what its object would keep for it: the record, and the spent places. */
class Desk {
  ledger = new WaitingLedger(newRoom(KEY), [])
  readonly spent = new Map<string, SpentPlace>()
  private record: RoomState = newRoom(KEY)
  private version = 0
  /** Who is inside, as the counters know by heartbeats. */
  readonly inside = new Set<string>()
  private readonly told = new Map<number, { bucketAt: number; count: number }[]>()
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
    this.ledger.configure(this.controls, newDraw(new Uint8Array(32).fill(this.version)))
    this.keep()
    return this.ledger.status()
  }

  status(now: number): QueueStatus {
    this.ledger.advance(now)
    this.keep()
    return this.ledger.status()
  }

  arrive(place: Place, now: number): void {
    const counter = counterOf(place.id)
    const totals = this.told.get(counter) ?? []
    this.told.set(counter, totals)
    const bucketAt = place.joinedAt - (place.joinedAt % SECOND)
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
    this.ledger.report({ counter, arrivals: this.told.get(counter) ?? [], active, seen, load, now })
    this.keep()
  }

  redeem(place: Place, cartId: string, now: number) {
    this.ledger.advance(now)
    const { answer, spent } = this.ledger.redeem(place, cartId, this.spent.get(place.id) ?? null)
    if (spent) {
      this.spent.set(place.id, spent)
      this.ledger.admit(spent)
      this.inside.add(place.id)
    }
    this.keep()
    return { answer, isNew: spent !== null }
  }

  /** As after kill -9: only what was written comes back. */
  restart(): void {
    const record: RoomState = JSON.parse(JSON.stringify(this.record))
    const lately = [...this.spent.values()].filter(({ at }) => at >= record.clock - ACTIVE_MS)
    this.ledger = new WaitingLedger(record, lately)
  }

  private keep(): void {
    const change = this.ledger.takeChange()
    if (change) this.record = structuredClone(change)
  }
}

function place(id: string, joinedAt: number): Place {
  return { room: KEY, id, joinedAt }
}

describe('random histories', () => {
  it('SES-04 thresholds never go back, tokens and target bound admissions, and no place lets two in', () => {
    let [admissions, restarts] = [0, 0]
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
        const random = new Random(seed)
        const desk = new Desk()
        const opensAt = START + 20 * SECOND
        const [rate, target] = [1 + random.below(20), 1 + random.below(60)]
        desk.configure({ mode: 'scheduled', opensAt, ratePerSecond: rate, targetActive: target }, START)
        const places: Place[] = []
        const admitted: number[] = []
        const owners = new Map<string, string>()
        let before = desk.status(START)
        let now = START
        for (let step = 0; step < 300; step++) {
          now += random.below(900)
          if (random.chance(0.4)) {
            const newcomer = place(`place-${places.length}`, now)
            places.push(newcomer)
            desk.arrive(newcomer, now)
          }
          if (random.chance(0.02)) {
            desk.restart()
            restarts++
          }
          if (random.chance(0.02)) desk.configure({ mode: random.chance(0.5) ? 'paused' : 'on' }, now)
          if (random.chance(0.3)) for (const id of random.some([...desk.inside], 2)) desk.inside.delete(id)
          desk.reportAll(now)
          for (let ask = random.below(8); ask > 0 && places.length > 0; ask--) {
            const asking = random.one(places)
            const cart = `cart-${random.below(3)} of ${asking.id}`
            const { answer, isNew } = desk.redeem(asking, cart, now)
            if (!answer.ok) continue
            expect(owners.get(asking.id) ?? cart).toBe(cart)
            owners.set(asking.id, cart)
            if (!isNew) continue
            admissions++
            admitted.push(now)
            expect(desk.status(now).phase).toBe('serving')
            expect(desk.inside.size).toBeLessThanOrEqual(target)
          }
          const status = desk.status(now)
          if (status.opensAt === before.opensAt) {
            expect(status.drawThreshold).toBeGreaterThanOrEqual(before.drawThreshold)
            expect(status.servedUntil).toBeGreaterThanOrEqual(before.servedUntil)
          }
          before = status
        }
        for (const [index, at] of admitted.entries()) {
          const inSecond = admitted.slice(index).filter((other) => other < at + SECOND).length
          // What was saved up and a second's worth accrued.
          expect(inSecond).toBeLessThanOrEqual(Math.max(2, 1.5 * rate) + rate + 1)
          const inTen = admitted.slice(index).filter((other) => other < at + 10 * SECOND).length
          expect(inTen).toBeLessThanOrEqual(Math.max(1, 10 * rate))
        }
      }),
      { numRuns: 60 },
    )
    expect(admissions).toBeGreaterThan(500)
    expect(restarts).toBeGreaterThan(100)
  })
})

describe('ghosts', () => {
  it('SES-04 where one of four comes, the room learns it and lets in at the full rate', () => {
    const desk = new Desk()
    const opensAt = START + SECOND
    desk.configure({ mode: 'scheduled', opensAt, ratePerSecond: 20, targetActive: 100_000 }, START)
    const places = Array.from({ length: 12_000 }, (_, index) => place(`place-${index}`, START))
    for (const [index, { id }] of places.entries()) {
      if (index % 4 !== 0) desk.arrive(place(`ghost of ${id}`, START), START + index / 100)
    }
    const comers = places.filter((_, index) => index % 4 === 0)
    for (const comer of comers) desk.arrive(comer, opensAt - 1)
    const waiting = new Set(comers)
    const admittedIn: number[] = []
    for (let second = 3; second < 100; second++) {
      const now = opensAt + second * SECOND
      let admitted = 0
      for (const comer of waiting) {
        if (!desk.redeem(comer, `cart of ${comer.id}`, now).isNew) continue
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

describe('the admission line', () => {
  /** A room that serves, with `people` in line since the opening, one a millisecond. */
  function serving(people: number, changes: Partial<RoomControls>) {
    const desk = new Desk()
    desk.configure({ mode: 'on', ...changes }, START)
    const places = Array.from({ length: people }, (_, index) => place(`fan-${index}`, START + index))
    for (const fan of places) desk.arrive(fan, START + SECOND)
    for (let second = 2; second <= 5; second++) desk.status(START + second * SECOND)
    return { desk, places }
  }

  it('SES-04 called visitors enter in the order of their positions, however often those behind ask', () => {
    const { desk, places } = serving(40, { ratePerSecond: 1, targetActive: 1000 })
    const [, ...others] = places
    const entered: number[] = []
    const ask = (index: number, now: number) => {
      const fan = places[index]
      if (fan && !entered.includes(index) && desk.redeem(fan, `cart of ${fan.id}`, now).isNew) entered.push(index)
    }
    let now = START + 5 * SECOND
    for (const index of others.keys()) ask(index + 1, now)
    // The last ask ten times a second, the others once.
    for (let tenth = 0; tenth < 100; tenth++) {
      now += 100
      for (let index = 39; index > 30; index--) ask(index, now)
      if (tenth % 10 === 0) for (let index = 1; index <= 30; index++) ask(index, now)
    }
    expect(entered.length).toBeGreaterThan(8)
    expect(entered).toEqual(entered.toSorted((a, b) => a - b))
    expect(Math.max(...entered)).toBeLessThanOrEqual(entered.length + 1)
  })

  it('SES-04 a called visitor who comes back late enters next', () => {
    const { desk, places } = serving(30, { ratePerSecond: 1, targetActive: 1000 })
    const [late, ...others] = places
    let now = START + 5 * SECOND
    const everybodyAsks = () => others.map((fan) => desk.redeem(fan, `cart of ${fan.id}`, now).isNew)
    for (; now < START + 12 * SECOND; now += 500) everybodyAsks()
    if (!late) throw new Error('nobody waits')
    const answer = desk.redeem(late, 'cart of the late', now).answer
    if (answer.ok) return
    expect(answer).toMatchObject({ reason: 'soon', ahead: 0 })
    for (let tries = 0; tries < 20; tries++) {
      now += 100
      const came = everybodyAsks().filter(Boolean).length
      if (desk.redeem(late, 'cart of the late', now).isNew) return
      expect(came).toBe(0)
    }
    throw new Error('the late visitor did not enter')
  })

  it('SES-04 a waiting visitor is told how many who are there enter first, and when to ask', () => {
    const { desk, places } = serving(10, { ratePerSecond: 2, targetActive: 2 })
    const now = START + 5 * SECOND
    const answers = places.map((fan) => desk.redeem(fan, `cart of ${fan.id}`, now).answer)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
    const told = answers.flatMap((answer) => (!answer.ok && answer.reason === 'soon' ? [answer.ahead] : []))
    expect(told).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('SES-04 a visitor who went away holds nobody up for longer than a few seconds', () => {
    const { desk, places } = serving(5, { ratePerSecond: 1, targetActive: 1 })
    let now = START + 5 * SECOND
    for (const fan of places) desk.redeem(fan, `cart of ${fan.id}`, now)
    desk.inside.clear()
    desk.reportAll(now)
    const last = places.at(-1)
    if (!last) throw new Error('nobody waits')
    const asked = now
    while (!desk.redeem(last, `cart of ${last.id}`, now).isNew) now += 500
    expect(now - asked).toBeLessThanOrEqual(8 * SECOND)
  })

  it('SES-04 after a restart those who stood first still enter first', () => {
    const { desk, places } = serving(40, { ratePerSecond: 2, targetActive: 1000 })
    let now = START + 5 * SECOND
    for (const fan of places) desk.redeem(fan, `cart of ${fan.id}`, now)
    desk.status(now + SECOND)
    desk.restart()
    now += 2 * SECOND
    // Those behind ask first after the restart.
    for (const fan of places.slice(20)) expect(desk.redeem(fan, `cart of ${fan.id}`, now).isNew).toBe(false)
    const entered: number[] = []
    for (; entered.length < 6; now += 500) {
      for (const [index, fan] of places.entries()) {
        if (desk.redeem(fan, `cart of ${fan.id}`, now).isNew) entered.push(index)
      }
    }
    expect(Math.max(...entered)).toBeLessThan(20)
  })

  it('SES-04 after a restart those who stood in line are told when the room admits again, and nobody else is called meanwhile', () => {
    const desk = new Desk()
    const opensAt = START + 10 * SECOND
    desk.configure({ mode: 'scheduled', opensAt, ratePerSecond: 10, targetActive: 1000 }, START)
    const places = Array.from({ length: 2000 }, (_, index) => place(`fan-${index}`, START + index))
    for (const fan of places) desk.arrive(fan, START + 3 * SECOND)
    const askAt = (at: number) => {
      const status = desk.status(at)
      const called = places.filter((fan) =>
        isCalled(status, fan, status.seed === null ? null : rankOf(status.seed, fan)),
      )
      return called.map((fan) => desk.redeem(fan, `cart of ${fan.id}`, at).answer)
    }
    for (let second = 1; second <= 6; second++) askAt(opensAt + second * SECOND)
    const restartedAt = opensAt + 7 * SECOND
    const { drawThreshold } = desk.status(restartedAt)
    expect(drawThreshold).toBeLessThan(1)
    desk.restart()
    const [first, ...others] = askAt(restartedAt).filter(({ ok }) => !ok)
    expect(others.length).toBeGreaterThan(100)
    expect(first).toMatchObject({ reason: 'soon', ahead: 0, askInSeconds: 2.6 })
    expect(desk.status(restartedAt + 4 * SECOND).drawThreshold).toBe(drawThreshold)
    for (let second = 5; second <= 40; second++) askAt(restartedAt + second * SECOND)
    expect(desk.status(restartedAt + 41 * SECOND).drawThreshold).toBeGreaterThan(drawThreshold)
  })
})

describe('a holder who comes back', () => {
  const first = place('first', START)
  const second = place('second', START + 1)

  function full() {
    const desk = new Desk()
    desk.configure({ mode: 'on', targetActive: 1, ratePerSecond: 10 }, START)
    for (const fan of [first, second]) desk.arrive(fan, START + SECOND)
    const now = START + 5 * SECOND
    expect(desk.redeem(first, 'cart', now)).toMatchObject({ isNew: true, answer: { ok: true, since: now } })
    return { desk, now }
  }

  it('SES-04 gets the same pass at once, with its first instant, as long as they count as inside', () => {
    const { desk, now } = full()
    const soon = now + ACTIVE_MS - 1
    expect(desk.redeem(first, 'cart', soon)).toEqual({ isNew: false, answer: { ok: true, since: now } })
  })

  it('SES-04 after a silence waits for room, and before all others', () => {
    const { desk, now } = full()
    const later = now + ACTIVE_MS + SECOND
    desk.inside.clear()
    desk.reportAll(later)
    expect(desk.redeem(second, 'another cart', later).isNew).toBe(true)
    desk.reportAll(later + SECOND)
    expect(desk.redeem(first, 'cart', later + SECOND).answer).toMatchObject({ ok: false, reason: 'soon', ahead: 0 })
    desk.inside.clear()
    desk.reportAll(later + 2 * SECOND)
    expect(desk.redeem(first, 'cart', later + 3 * SECOND).answer).toEqual({ ok: true, since: now })
  })

  it('SES-04 is refused an hour after the first exchange', () => {
    const { desk, now } = full()
    expect(desk.redeem(first, 'cart', now + LONGEST_PASS_MS).answer).toEqual({ ok: false, reason: 'used' })
  })
})

describe('modes', () => {
  it('SES-04 an open room lets everybody in at once, without a token', () => {
    const desk = new Desk()
    const answers = Array.from({ length: 50 }, (_, index) => desk.redeem(place(`p${index}`, START), 'cart', START))
    expect(answers.every(({ isNew }) => isNew)).toBe(true)
    expect(desk.status(START + 2 * SECOND).active).toBe(50)
  })

  it('SES-04 a pause calls nobody and forgets nothing', () => {
    const desk = new Desk()
    desk.configure({ mode: 'on' }, START)
    const called = desk.status(START + 10 * SECOND)
    expect(called.servedUntil).toBeGreaterThan(START)
    const paused = desk.configure({ mode: 'paused' }, START + 10 * SECOND)
    expect(paused).toMatchObject({ phase: 'paused', servedUntil: called.servedUntil })
    expect(desk.redeem(place('p', START), 'cart', START + 20 * SECOND).answer).toEqual({ ok: false, reason: 'waiting' })
    const resumed = desk.configure({ mode: 'on' }, START + 30 * SECOND)
    expect(resumed).toMatchObject({ phase: 'serving', opensAt: called.opensAt })
    expect(desk.redeem(place('p', START), 'cart', START + 31 * SECOND).isNew).toBe(true)
  })

  it('SES-04 an automatic room queues once it is full and opens again after a calm minute', () => {
    const desk = new Desk()
    expect(desk.configure({ mode: 'automatic', targetActive: 3, ratePerSecond: 5 }, START).phase).toBe('open')
    for (const id of ['a', 'b', 'c']) expect(desk.redeem(place(id, START), 'cart', START).isNew).toBe(true)
    const late = place('d', START + 10)
    expect(desk.redeem(late, 'cart', START + 10).answer).toMatchObject({ ok: false, reason: 'soon', ahead: 0 })
    for (const id of ['a', 'b', 'c']) desk.report(counterOf(id), 1, START + 2 * SECOND)
    expect(desk.status(START + 3 * SECOND)).toMatchObject({ phase: 'serving', active: 3 })
    for (const id of ['a', 'b', 'c']) desk.report(counterOf(id), 0, START + 4 * SECOND)
    for (let second = 5; second <= 64; second++) expect(desk.status(START + second * SECOND).phase).toBe('serving')
    expect(desk.status(START + 66 * SECOND).phase).toBe('open')
  })

  it('SES-04 an automatic room queues when seat objects refuse for overload, and not for one fault', () => {
    const desk = new Desk()
    desk.configure({ mode: 'automatic' }, START)
    desk.report(1, 0, START + SECOND, { holds: 150, slow: 1, overloads: 1 })
    expect(desk.status(START + 10 * SECOND).phase).toBe('open')
    desk.report(1, 0, START + 11 * SECOND, { holds: 50, slow: 0, overloads: 3 })
    expect(desk.status(START + 12 * SECOND).phase).toBe('serving')
    desk.report(2, 0, START + 13 * SECOND)
    expect(desk.status(START + 14 * SECOND).phase).toBe('serving')
  })

  it('SES-04 who gathered is drawn also where the opening comes early', () => {
    const desk = new Desk()
    desk.configure({ mode: 'scheduled', opensAt: START + 3600 * SECOND, ratePerSecond: 1 }, START)
    for (let index = 0; index < 900; index++) desk.arrive(place(`p${index}`, START + index), START + SECOND + index)
    const early = desk.configure({ mode: 'on' }, START + 10 * SECOND + 500)
    expect(early).toMatchObject({ phase: 'gathering', opensAt: START + 11 * SECOND, early: 900, seed: null })
    const drawn = desk.status(START + 14 * SECOND)
    expect(drawn.phase).toBe('serving')
    expect(drawn.drawThreshold).toBeGreaterThan(0)
    expect(drawn.drawThreshold).toBeLessThan(1)
  })

  it('SES-04 only a part of the lottery is called before all counters have told how many take part', () => {
    const desk = new Desk()
    desk.configure({ mode: 'scheduled', opensAt: START + 10 * SECOND }, START)
    for (let index = 0; index < 200; index++) desk.arrive(place(`p${index}`, START + index), START + SECOND + index)
    const { phase, drawThreshold } = desk.status(START + 11 * SECOND)
    expect(phase).toBe('serving')
    expect(drawThreshold).toBeGreaterThan(0)
    expect(drawThreshold).toBeLessThanOrEqual(0.25)
  })
})

describe('openings', () => {
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
    ['a schedule after the last opening makes a new draw', 'open', true, controls('scheduled', 5001), 'draw', 6000],
    ['a schedule before it moves the draw', 'gathering', false, controls('scheduled', 5000), 'move', 5000],
    ['switching on brings a gathering forward', 'gathering', false, controls('on'), 'move', 2000],
    ['switching on an open room begins a line now', 'open', true, controls('on'), 'atOnce', 1000],
    ['a schedule in the past begins a line now', 'open', true, controls('scheduled', 500), 'atOnce', 1000],
    ['pausing an open room begins a line now', 'open', true, controls('paused'), 'atOnce', 1000],
    ['a room that serves goes on', 'serving', true, controls('on'), 'keep', null],
    ['a paused room goes on', 'paused', true, controls('scheduled', 500), 'keep', null],
    ['switching off keeps the line', 'serving', true, controls('off'), 'keep', null],
    ['an automatic room stays open', 'open', true, controls('automatic'), 'keep', null],
  ] as const)('SES-04 %s', (_, before, opened, wish, kind, opensAt) => {
    expect(decideOpening(before, opened, wish, 1500)).toEqual(opensAt === null ? { kind } : { kind, opensAt })
  })
})
