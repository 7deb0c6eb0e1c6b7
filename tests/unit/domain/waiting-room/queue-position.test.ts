/** The published status determines the position of every entry, and no entry is called before an entry ahead of it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  entryIsOver,
  isCalled,
  pollAfterSeconds,
  positionOf,
  waitSeconds,
} from '../../../../worker/domain/waiting-room/queue-position.ts'
import { ENTRY_MS, LONGEST_ENTRY_MS, type QueueStatus } from '../../../../worker/domain/waiting-room/waiting-room.ts'

const OPENS_AT = 1_000_000

function statusOf(changes: Partial<QueueStatus> = {}): QueueStatus {
  return {
    room: 'event/evt_1',
    phase: 'serving',
    opensAt: OPENS_AT,
    drawThreshold: 0.25,
    servedUntil: OPENS_AT,
    early: 1000,
    late: [
      { until: OPENS_AT, count: 0 },
      { until: OPENS_AT + 1000, count: 100 },
      { until: OPENS_AT + 3000, count: 200 },
    ],
    entering: 0,
    rate: 10,
    pace: 10,
    active: 0,
    targetActive: 100,
    seedHash: '',
    seed: null,
    at: OPENS_AT,
    ...changes,
  }
}

const early = { joinedAt: OPENS_AT - 1 }
const late = { joinedAt: OPENS_AT + 500 }

describe('queue status', () => {
  it('SES-04 calls early entries by rank, and late entries by arrival after the whole lottery is served', () => {
    const status = statusOf()
    expect([isCalled(status, early, 0.24), isCalled(status, early, 0.25), isCalled(status, early, null)]).toEqual([
      true,
      false,
      false,
    ])
    expect(isCalled(statusOf({ servedUntil: OPENS_AT + 900 }), late, null)).toBe(false)
    const served = statusOf({ drawThreshold: 1, servedUntil: OPENS_AT + 500 })
    expect([isCalled(served, late, null), isCalled(served, { joinedAt: OPENS_AT + 501 }, null)]).toEqual([true, false])
    expect(isCalled(served, early, null)).toBe(true)
  })

  it('SES-04 calls no entry before the opening or during a pause, but every entry of an open room', () => {
    const all = { drawThreshold: 1, servedUntil: OPENS_AT + 9000 }
    for (const phase of ['gathering', 'paused'] as const) {
      expect(isCalled(statusOf({ ...all, phase }), early, 0)).toBe(false)
      expect(isCalled(statusOf({ ...all, phase }), late, null)).toBe(false)
    }
    expect(isCalled(statusOf({ phase: 'open', drawThreshold: 0 }), early, null)).toBe(true)
  })

  it('SES-04 calls every entry that is ahead of a called entry', () => {
    const entry = fc.record({
      joinedAt: fc.integer({ min: OPENS_AT - 5000, max: OPENS_AT + 5000 }),
      rank: fc.double({ min: 0, max: 0.999, noNaN: true }),
    })
    const served = fc.oneof(
      fc.record({ drawThreshold: fc.double({ min: 0, max: 0.999, noNaN: true }), servedUntil: fc.constant(OPENS_AT) }),
      fc.record({
        drawThreshold: fc.constant(1),
        servedUntil: fc.integer({ min: OPENS_AT, max: OPENS_AT + 5000 }),
      }),
    )
    type Ranked = { joinedAt: number; rank: number }
    const isEarly = ({ joinedAt }: Ranked) => joinedAt < OPENS_AT
    const isBefore = (a: Ranked, b: Ranked) => {
      if (isEarly(a) !== isEarly(b)) return isEarly(a)
      return isEarly(a) ? a.rank < b.rank : a.joinedAt < b.joinedAt
    }
    fc.assert(
      fc.property(entry, entry, served, (a, b, thresholds) => {
        const status = statusOf(thresholds)
        const [first, second] = isBefore(a, b) ? [a, b] : [b, a]
        if (isCalled(status, second, second.rank)) expect(isCalled(status, first, first.rank)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('queue position', () => {
  it('SES-04 is unknown before the opening, and for an early entry with an unknown rank', () => {
    expect(positionOf(statusOf({ phase: 'gathering', drawThreshold: 0 }), early, null)).toBeNull()
    expect(positionOf(statusOf(), early, null)).toBeNull()
  })

  it('SES-04 counts the uncalled entries with a lower rank', () => {
    expect(positionOf(statusOf(), early, 0.5)).toEqual({ ahead: 250, total: 950, percentage: 50 })
    expect(positionOf(statusOf(), early, 0.1)).toEqual({ ahead: 0, total: 950, percentage: 100 })
  })

  it('SES-04 counts the rest of the lottery and earlier arrivals for a late entry', () => {
    expect(positionOf(statusOf(), late, null)).toEqual({ ahead: 800, total: 950, percentage: 23 })
    const afterLottery = statusOf({ drawThreshold: 1, servedUntil: OPENS_AT + 500 })
    expect(positionOf(afterLottery, { joinedAt: OPENS_AT + 2000 }, null)).toEqual({
      ahead: 100,
      total: 150,
      percentage: 91,
    })
  })

  it('SES-04 counts called visitors who have not entered yet as ahead', () => {
    expect(positionOf(statusOf({ entering: 40 }), early, 0.5)).toEqual({ ahead: 290, total: 990, percentage: 50 })
  })

  it('SES-04 gives the wait: the time to admit the called visitors ahead, plus the time to call the other visitors ahead', () => {
    const status = statusOf({ entering: 40, pace: 50, rate: 10 })
    const at = (ahead: number) => waitSeconds(status, { ahead, total: 1000, percentage: 0 })
    expect([at(0), at(20), at(40), at(290)]).toEqual([0, 2, 4, 9])
    expect(waitSeconds(statusOf({ phase: 'gathering' }), null)).toBeNull()
    expect(waitSeconds(statusOf({ rate: 0 }), { ahead: 5, total: 9, percentage: 0 })).toBeNull()
  })

  it('SES-04 counts nobody ahead in an open room', () => {
    expect(positionOf(statusOf({ phase: 'open' }), late, null)).toEqual({ ahead: 0, total: 0, percentage: 100 })
  })
})

describe('pollAfterSeconds', () => {
  const pollRange = (status: QueueStatus, ahead: number | null, now = OPENS_AT) => {
    const position = ahead === null ? null : { ahead, total: 1000, percentage: 0 }
    return [0, 1].map((chance) => pollAfterSeconds(status, position, now, chance))
  }

  it('SES-03 is short near the front, long further back and always random', () => {
    expect(pollRange(statusOf(), 0)).toEqual([1.5, 2.25])
    expect(pollRange(statusOf(), 20)).toEqual([3, 4.5])
    expect(pollRange(statusOf(), 600)).toEqual([20, 30])
    expect(pollRange(statusOf({ pace: 100 }), 600)).toEqual([3, 4.5])
    expect(pollRange(statusOf({ pace: 0 }), 100_000)).toEqual([40, 60])
  })

  it('SES-03 is long during a pause, also near the front', () => {
    for (const ahead of [null, 0, 600]) {
      expect(pollRange(statusOf({ phase: 'paused' }), ahead)).toEqual([15, 30])
    }
  })

  it('SES-03 ends a few seconds after a near opening, and is 40 to 60 seconds if the opening is distant', () => {
    const gathering = statusOf({ phase: 'gathering' })
    expect(pollRange(gathering, null, OPENS_AT - 10_000)).toEqual([10.5, 14.5])
    expect(pollRange(gathering, null, OPENS_AT - 3_600_000)).toEqual([40, 60])
  })
})

describe('entryIsOver', () => {
  it('SES-04 ends an entry twelve hours after the opening, or after its issue if that was later', () => {
    const isOver = (joinedAt: number, now: number) => entryIsOver({ joinedAt }, OPENS_AT, now)
    expect([isOver(OPENS_AT - 1, OPENS_AT + ENTRY_MS - 1), isOver(OPENS_AT - 1, OPENS_AT + ENTRY_MS)]).toEqual([
      false,
      true,
    ])
    expect([isOver(OPENS_AT + 5, OPENS_AT + ENTRY_MS), isOver(OPENS_AT + 5, OPENS_AT + 5 + ENTRY_MS)]).toEqual([
      false,
      true,
    ])
  })

  it('SES-04 ends every entry at the latest a day after its issue, even if the opening is later', () => {
    expect(entryIsOver({ joinedAt: 0 }, 10 * LONGEST_ENTRY_MS, LONGEST_ENTRY_MS)).toBe(true)
  })
})
