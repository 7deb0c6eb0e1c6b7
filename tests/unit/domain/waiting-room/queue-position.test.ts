/** Where a place stands by the status alone: nobody is overtaken, and numbers are honest estimates. */
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

describe('being called', () => {
  it('SES-04 the early are called by rank, the late by arrival once the whole draw is served', () => {
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

  it('SES-04 nobody is called before the opening or in a pause, everybody in an open room', () => {
    const all = { drawThreshold: 1, servedUntil: OPENS_AT + 9000 }
    for (const phase of ['gathering', 'paused'] as const) {
      expect(isCalled(statusOf({ ...all, phase }), early, 0)).toBe(false)
      expect(isCalled(statusOf({ ...all, phase }), late, null)).toBe(false)
    }
    expect(isCalled(statusOf({ phase: 'open', drawThreshold: 0 }), early, null)).toBe(true)
  })

  it('SES-04 whoever is before a called place is called too, whatever the status', () => {
    const place = fc.record({
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
    type Drawn = { joinedAt: number; rank: number }
    const isEarly = ({ joinedAt }: Drawn) => joinedAt < OPENS_AT
    const isBefore = (a: Drawn, b: Drawn) => {
      if (isEarly(a) !== isEarly(b)) return isEarly(a)
      return isEarly(a) ? a.rank < b.rank : a.joinedAt < b.joinedAt
    }
    fc.assert(
      fc.property(place, place, served, (a, b, thresholds) => {
        const status = statusOf(thresholds)
        const [first, second] = isBefore(a, b) ? [a, b] : [b, a]
        if (isCalled(status, second, second.rank)) expect(isCalled(status, first, first.rank)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('positions', () => {
  it('SES-04 before the draw nobody has a position', () => {
    expect(positionOf(statusOf({ phase: 'gathering', drawThreshold: 0 }), early, null)).toBeNull()
    expect(positionOf(statusOf(), early, null)).toBeNull()
  })

  it('SES-04 in the draw those with a lower rank who are not called yet are ahead', () => {
    expect(positionOf(statusOf(), early, 0.5)).toEqual({ ahead: 250, total: 950, percentage: 50 })
    expect(positionOf(statusOf(), early, 0.1)).toEqual({ ahead: 0, total: 950, percentage: 100 })
  })

  it('SES-04 after it the rest of the draw is ahead, and those who came earlier', () => {
    expect(positionOf(statusOf(), late, null)).toEqual({ ahead: 800, total: 950, percentage: 23 })
    const afterDraw = statusOf({ drawThreshold: 1, servedUntil: OPENS_AT + 500 })
    expect(positionOf(afterDraw, { joinedAt: OPENS_AT + 2000 }, null)).toEqual({
      ahead: 100,
      total: 150,
      percentage: 91,
    })
  })

  it('SES-04 those who are called and have not entered come first too', () => {
    expect(positionOf(statusOf({ entering: 40 }), early, 0.5)).toEqual({ ahead: 290, total: 990, percentage: 50 })
  })

  it('SES-04 the wait is that of the line at its pace, then that of the called at the rate of admissions', () => {
    const status = statusOf({ entering: 40, pace: 50, rate: 10 })
    const at = (ahead: number) => waitSeconds(status, { ahead, total: 1000, percentage: 0 })
    expect([at(0), at(20), at(40), at(290)]).toEqual([0, 2, 4, 9])
    expect(waitSeconds(statusOf({ phase: 'gathering' }), null)).toBeNull()
    expect(waitSeconds(statusOf({ rate: 0 }), { ahead: 5, total: 9, percentage: 0 })).toBeNull()
  })

  it('SES-04 an open room has no line', () => {
    expect(positionOf(statusOf({ phase: 'open' }), late, null)).toEqual({ ahead: 0, total: 0, percentage: 100 })
  })
})

describe('asking again', () => {
  const askingTimes = (status: QueueStatus, ahead: number | null, now = OPENS_AT) => {
    const position = ahead === null ? null : { ahead, total: 1000, percentage: 0 }
    return [0, 1].map((chance) => pollAfterSeconds(status, position, now, chance))
  }

  it('SES-03 happens often near the front, seldom far from it, and never all at once', () => {
    expect(askingTimes(statusOf(), 0)).toEqual([1.5, 2.25])
    expect(askingTimes(statusOf(), 20)).toEqual([3, 4.5])
    expect(askingTimes(statusOf(), 600)).toEqual([20, 30])
    expect(askingTimes(statusOf({ pace: 100 }), 600)).toEqual([3, 4.5])
    expect(askingTimes(statusOf({ pace: 0 }), 100_000)).toEqual([40, 60])
  })

  it('SES-03 is rare in a pause, however near the front', () => {
    for (const ahead of [null, 0, 600]) {
      expect(askingTimes(statusOf({ phase: 'paused' }), ahead)).toEqual([15, 30])
    }
  })

  it('SES-03 falls soon after the opening for those who gathered', () => {
    const gathering = statusOf({ phase: 'gathering' })
    expect(askingTimes(gathering, null, OPENS_AT - 10_000)).toEqual([10.5, 14.5])
    expect(askingTimes(gathering, null, OPENS_AT - 3_600_000)).toEqual([40, 60])
  })
})

describe('the end of an entry', () => {
  it('SES-04 comes hours after the opening, or after its issue where that was later', () => {
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

  it('SES-04 comes a day after its issue at the latest, so that nobody collects entries for weeks', () => {
    expect(entryIsOver({ joinedAt: 0 }, 10 * LONGEST_ENTRY_MS, LONGEST_ENTRY_MS)).toBe(true)
  })
})
