import { describe, expect, it } from 'vitest'
import { ActivePasses } from '../../../../worker/domain/waiting-room/active-passes.ts'
import { NO_LOAD } from '../../../../worker/domain/waiting-room/admission-rate.ts'
import { counterOf } from '../../../../worker/domain/waiting-room/arrival-counts.ts'
import { countInside, readReport, unreportedOf } from '../../../../worker/domain/waiting-room/waiting-counter-report.ts'
import { ACTIVE_MS } from '../../../../worker/domain/waiting-room/waiting-room.ts'

const report = (now: number, active: number, counts: number[]) => ({
  counter: 3,
  arrivals: counts.map((count, index) => ({ bucketAt: index * 1000, count })),
  active,
  seen: [],
  load: NO_LOAD,
  now,
})

describe('counter reports', () => {
  it('SES-04 add the new arrivals of each second, and add nothing if they are repeated or outdated', () => {
    const first = readReport(undefined, report(1000, 2, [5]))
    expect(first?.fresh).toEqual([{ bucketAt: 0, count: 5 }])
    const second = readReport(first?.view, report(2000, 1, [6, 3]))
    expect(second?.fresh).toEqual([
      { bucketAt: 0, count: 1 },
      { bucketAt: 1000, count: 3 },
    ])
    expect(second?.view.active).toBe(1)
    expect(readReport(second?.view, report(2000, 1, [6, 3]))).toBeNull()
    expect(readReport(second?.view, report(1000, 2, [5]))).toBeNull()
  })

  it('SES-04 subtract nothing if a counter reports a lower total than before', () => {
    const before = readReport(undefined, report(1000, 0, [5]))?.view
    const after = readReport(before, report(2000, 0, [4]))
    expect(after).toMatchObject({ fresh: [], view: { told: [{ bucketAt: 0, count: 5 }] } })
  })

  it('SES-04 count visitors as inside until their counter has sent no report for the activity period', () => {
    const views = { 3: { reportedAt: 1000, active: 7, told: [] } }
    expect(countInside(views, new Map(), 999 + ACTIVE_MS)).toBe(7)
    expect(countInside(views, new Map(), 1000 + ACTIVE_MS)).toBe(0)
  })

  it('SES-04 count an unreported newcomer as inside for the activity period', () => {
    const newcomers = new Map([['a', 10_000]])
    expect(countInside({}, newcomers, 9_999 + ACTIVE_MS)).toBe(1)
    expect(countInside({}, newcomers, 10_000 + ACTIVE_MS)).toBe(0)
  })

  it('SES-04 may miss visitors who entered less than 0.5 seconds before, so these stay unreported', () => {
    const unreported = (reportedAt: number) =>
      unreportedOf([{ entryId: 'a', exchangedAt: 10_000 }], { [counterOf('a')]: { reportedAt, active: 0, told: [] } })
        .size
    expect([unreported(10_499), unreported(10_500)]).toEqual([1, 0])
  })
})

describe('active passes', () => {
  it('SES-04 are counted for `ACTIVE_MS` after their last heartbeat, unless an order ends them earlier', () => {
    const passes = new ActivePasses([])
    passes.beat('a', 0)
    passes.beat('b', 1000)
    passes.beat('a', 60_000)
    passes.beat('c', 61_000)
    passes.end('c')
    expect([passes.count(61_000), passes.nextEnd()]).toEqual([2, 1000 + ACTIVE_MS])
    expect([passes.count(1000 + ACTIVE_MS), passes.count(60_000 + ACTIVE_MS)]).toEqual([1, 0])
    expect(passes.nextEnd()).toBeNull()
  })

  it('SES-04 are counted by their stored heartbeats after a restart, and are reported again', () => {
    const stored = [
      { passId: 'b', at: 5000 },
      { passId: 'a', at: 1000 },
    ]
    const passes = new ActivePasses(stored)
    expect([passes.count(6000), passes.count(1000 + ACTIVE_MS), passes.count(5000 + ACTIVE_MS)]).toEqual([2, 1, 0])
    expect(passes.toReport()).toEqual(['a', 'b'])
    passes.markReported(['a'])
    expect(passes.toReport()).toEqual(['b'])
  })
})
