import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AvailabilityAnswer,
  putSeatState,
  SEAT_STATE,
  seatStateAt,
  seatsFromText,
} from '../../../../schema/availability.ts'
import { SEAT_FLAGS } from '../../../../schema/seat-map.ts'
import { createLayout } from '../../../../worker/domain/seats/block-layout.ts'
import {
  answerSince,
  categoriesLeft,
  joinBlocks,
  versionOf,
} from '../../../../worker/domain/seats/event-availability.ts'
import type { Availability } from '../../../../worker/domain/seats/seat-hold.ts'
import { SeatLedger } from '../../../../worker/domain/seats/seat-ledger.ts'
import { snapshotOf } from '../../../../worker/domain/seats/seat-snapshot.ts'
import { seatPlan } from '../../../support/seat-plan-builder.ts'

const SEATS = 400
const PLAN = seatPlan({
  sections: [
    { id: 'A', block: 0, rows: [{ row: '1', seats: SEATS / 2 }] },
    { id: 'B', block: 1, rows: [{ row: '1', seats: SEATS / 2 }] },
  ],
  allotments: [{ sectionId: 'floor', capacity: 10, block: 1 }],
})
const FAR = Number.MAX_SAFE_INTEGER

/** Stands in for the EventSeats object of one block: holds, sells and frees seats, and takes snapshots as the object does. */
class Block {
  readonly ledger: SeatLedger
  private before: Availability | null = null

  constructor(block: number) {
    this.ledger = new SeatLedger(createLayout(PLAN, { key: 'plan', version: 1 }, block), [], 1000, 0)
  }

  setSeat(seat: number, isSold: boolean): void {
    const claim = this.ledger.claimOfSeat(seat)
    const after = {
      holdId: `hold-${seat}`,
      kind: 'seat' as const,
      place: PLAN.seats[seat]?.[0] ?? '',
      amount: 1,
      category: 1,
      cartId: 'cart',
      orderId: isSold ? 'order' : null,
      epoch: 0,
      heldUntil: FAR,
      extended: false,
      presaleCodeId: null,
    }
    this.ledger.apply([claim ? { before: claim, after: null } : { before: null, after }])
  }

  snapshot(): Availability {
    if (this.before?.version !== this.ledger.version) this.before = snapshotOf(this.ledger, this.before)
    return this.before
  }
}

/** Applies answers as a browser does. */
class Browser {
  version: string | undefined
  seats = new Uint8Array()
  fullAnswers = 0

  take(answer: AvailabilityAnswer): void {
    this.version = answer.version
    if ('seats' in answer) {
      this.seats = seatsFromText(answer.seats)
      this.fullAnswers++
      return
    }
    for (let index = 0; index < answer.changes.length; index += 2)
      putSeatState(this.seats, answer.changes[index] ?? -1, answer.changes[index + 1] ?? -1)
  }

  states(): number[] {
    return Array.from({ length: SEATS }, (_, seat) => seatStateAt(this.seats, seat))
  }
}

function seatStatesOf(blocks: Block[]): number[] {
  return Array.from({ length: SEATS }, (_, seat) => blocks[seat < SEATS / 2 ? 0 : 1]?.ledger.state[seat] ?? -1)
}

const join = (blocks: Block[]) =>
  joinBlocks(
    blocks.map((block) => block.snapshot()),
    0,
  )

describe('availability of an event', () => {
  it('SEAT-05 gives every browser the current seat states of all blocks, even if the browser asks rarely', () => {
    const change = fc.record({ seat: fc.nat(SEATS - 1), isSold: fc.boolean() })
    const round = fc.record({ changes: fc.array(change, { maxLength: 30 }), looks: fc.array(fc.nat(2)) })
    fc.assert(
      fc.property(fc.array(round, { maxLength: 30 }), (rounds) => {
        const blocks = [new Block(0), new Block(1)]
        const browsers = [new Browser(), new Browser(), new Browser()]
        for (const { changes, looks } of rounds) {
          for (const { seat, isSold } of changes) blocks[seat < SEATS / 2 ? 0 : 1]?.setSeat(seat, isSold)
          const event = join(blocks)
          for (const look of looks) {
            const browser = browsers[look]
            browser?.take(answerSince(event, browser.version))
            expect(browser?.states()).toEqual(seatStatesOf(blocks))
          }
        }
      }),
    )
  })

  it('SEAT-05 sends all seats in the first answer and only the changes in later answers', () => {
    const blocks = [new Block(0), new Block(1)]
    const browser = new Browser()
    browser.take(answerSince(join(blocks), undefined))
    expect(answerSince(join(blocks), browser.version)).toMatchObject({ changes: [], areas: { floor: 10 } })
    blocks[0]?.setSeat(3, false)
    blocks[1]?.setSeat(201, true)
    expect(answerSince(join(blocks), browser.version)).toMatchObject({
      changes: [3, SEAT_STATE.held, 201, SEAT_STATE.sold],
    })
    expect(browser.fullAnswers).toBe(1)
  })

  it('SEAT-05 keeps the browser’s version and sends no change if the snapshot is older than this version', () => {
    const blocks = [new Block(0), new Block(1)]
    const older = join(blocks)
    blocks[0]?.setSeat(3, false)
    const newer = join(blocks)
    expect(answerSince(older, versionOf(newer))).toMatchObject({ version: versionOf(newer), changes: [] })
  })

  it.each([
    ['no version', undefined],
    ['a version that is a word', 'now'],
    ['a version of fewer blocks', '1000'],
    ['a version older than the change log', '1.1'],
    ['a version with very many digits', `${'9'.repeat(400)}.${'9'.repeat(400)}`],
  ])('SEAT-05 sends all seats to a browser that sends %s', (_what, since) => {
    expect(answerSince(join([new Block(0), new Block(1)]), since)).toHaveProperty('seats')
  })

  it('SEAT-05 drops the oldest changes from the log, and sends all seats to a browser that needs dropped changes', () => {
    const block = new Block(0)
    const before = block.snapshot().version
    for (let turn = 0; turn < 900; turn++) {
      block.setSeat(turn % (SEATS / 2), false)
      block.snapshot()
    }
    const { changes, version } = block.snapshot()
    expect(changes.seats.length).toBeLessThanOrEqual(800)
    expect(changes.seats).toHaveLength(changes.versions.length)
    expect(Math.min(...changes.versions)).toBe(changes.since + 1)
    const event = joinBlocks([block.snapshot()], 0)
    expect(answerSince(event, String(before))).toHaveProperty('seats')
    expect(answerSince(event, String(version - 1))).toHaveProperty('changes')
  })
})

it('EVT-02 counts only the tickets of a forced section, and those of all sections without one', () => {
  const snapshot = joinBlocks(
    [0, 1].map((block) => new Block(block).snapshot()),
    0,
  )
  const left = (section: string | null) => categoriesLeft(snapshot, PLAN, section).map((each) => each.left)
  expect(left(null)).toEqual([SEATS, 10])
  expect(left('A')).toEqual([SEATS / 2, 0])
  expect(left('floor')).toEqual([0, 10])
  expect(left('closed')).toEqual([0, 0])
})

it('REMIND-02 counts the free places for wheelchairs and companions apart, over all blocks and in a forced section', () => {
  const flags = { 1: SEAT_FLAGS.accessible, 2: SEAT_FLAGS.companion, 3: SEAT_FLAGS.restrictedView }
  const plan = seatPlan({
    sections: [
      { id: 'A', block: 0, rows: [{ row: '1', seats: 5, flags }] },
      { id: 'B', block: 1, rows: [{ row: '1', seats: 4, flags: { 4: SEAT_FLAGS.accessible } }] },
    ],
    allotments: [{ sectionId: 'floor', capacity: 10, block: 1 }],
  })
  const blocks = [0, 1].map((block) => {
    const ledger = new SeatLedger(createLayout(plan, { key: 'plan', version: 1 }, block), [], 1000, 0)
    // The wheelchair place of section A is taken.
    if (block === 0) ledger.state[0] = SEAT_STATE.sold
    return snapshotOf(ledger, null)
  })
  const event = joinBlocks(blocks, 0)
  expect(event.categories).toEqual([
    { number: 1, left: 8, reserved: 2 },
    { number: 2, left: 10 },
  ])
  expect(categoriesLeft(event, plan, 'A')[0]).toEqual({ number: 1, left: 4, reserved: 1 })
})

it('REMIND-02 counts all tickets of a block whose object does not name its reserved places yet', () => {
  const block = new Block(0).snapshot()
  const earlier = { ...block, categories: [{ number: 1, left: 7 }] }
  expect(joinBlocks([earlier, { ...block, categories: [{ number: 1, left: 5, reserved: 2 }] }], 0).categories).toEqual([
    { number: 1, left: 12, reserved: 2 },
  ])
})

it('EVT-02 counts a category without seats and areas as sold out, in every section', () => {
  const plan = { ...PLAN, categories: [...PLAN.categories, { number: 9, id: 'category-9' }] }
  const ledger = (block: number) => new SeatLedger(createLayout(plan, { key: 'plan', version: 1 }, block), [], 1000, 0)
  const event = joinBlocks(
    [0, 1].map((block) => snapshotOf(ledger(block), null)),
    0,
  )
  const left = [
    { number: 1, left: SEATS },
    { number: 2, left: 10 },
    { number: 9, left: 0 },
  ]
  expect(event.categories).toEqual(left)
  expect(answerSince(event, undefined).categories).toEqual({ 1: SEATS, 2: 10, 9: 0 })
  expect(categoriesLeft(event, plan, 'floor').filter((each) => each.left > 0)).toEqual([{ number: 2, left: 10 }])
})
