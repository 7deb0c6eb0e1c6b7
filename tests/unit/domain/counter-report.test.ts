/** What reports add up to: a repeated or outdated one to nothing, a silent counter to nobody inside. */
import { describe, expect, it } from 'vitest'
import { ActivePasses } from '../../../worker/domain/active-passes.ts'
import { NO_LOAD } from '../../../worker/domain/admission-rate.ts'
import { readReport, seenActive, stillUnseen } from '../../../worker/domain/counter-report.ts'
import { ACTIVE_MS } from '../../../worker/domain/waiting-room.ts'

const report = (now: number, active: number, counts: number[]) => ({
  counter: 3,
  arrivals: counts.map((count, index) => ({ bucketAt: index * 1000, count })),
  active,
  load: NO_LOAD,
  now,
})

describe('reports', () => {
  it('SES-04 add what is new in each second, and nothing when heard again or late', () => {
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

  it('SES-04 of a counter that lost its last second take nothing back', () => {
    const known = readReport(undefined, report(1000, 0, [5]))?.view
    const after = readReport(known, report(2000, 0, [4]))
    expect(after).toMatchObject({ fresh: [], view: { told: [{ bucketAt: 0, count: 5 }] } })
  })

  it('SES-04 count for those inside until a counter is silent for long', () => {
    const views = { 3: { reportedAt: 1000, active: 7, told: [] } }
    expect(seenActive(views, 1000 + ACTIVE_MS)).toBe(7)
    expect(seenActive(views, 1000 + ACTIVE_MS + 60_000)).toBe(0)
  })

  it('SES-04 replace the count of newcomers once they can have been seen, or never came', () => {
    const newcomer = { at: 10_000, counter: 3 }
    const unseen = (reportedAt: number, now: number) =>
      stillUnseen([newcomer], { 3: { reportedAt, active: 0, told: [] } }, now).length
    expect([unseen(10_499, 11_000), unseen(10_500, 11_000), unseen(0, 14_999), unseen(0, 15_000)]).toEqual([1, 0, 1, 0])
  })
})

describe('passes', () => {
  it('SES-04 count until they leave or fall silent', () => {
    const passes = new ActivePasses(null, 0)
    passes.beat('a', 0)
    passes.beat('b', 1000)
    passes.beat('a', 60_000)
    passes.beat('c', 61_000)
    passes.leave('c')
    expect([passes.count(61_000), passes.nextEnd(61_000)]).toEqual([2, 1000 + ACTIVE_MS])
    expect([passes.count(1000 + ACTIVE_MS), passes.count(60_000 + ACTIVE_MS)]).toEqual([1, 0])
    expect(passes.nextEnd(60_000 + ACTIVE_MS)).toBeNull()
  })

  it('SES-04 after a restart the last number stands until all must have been heard of, unless it is old', () => {
    const passes = new ActivePasses({ active: 9, at: 1000 }, 5000)
    passes.beat('a', 6000)
    expect([passes.count(79_999), passes.nextEnd(79_999), passes.count(80_000)]).toEqual([9, 80_000, 1])
    expect(new ActivePasses({ active: 9, at: 1000 }, 1000 + ACTIVE_MS).count(1000 + ACTIVE_MS)).toBe(0)
  })
})
