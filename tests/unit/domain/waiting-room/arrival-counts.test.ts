import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ArrivalCount,
  addArrivals,
  arrivalsUntil,
  counterOf,
  emptyTally,
  instantOf,
  passTally,
  pointsOf,
  publishedPoints,
} from '../../../../worker/domain/waiting-room/arrival-counts.ts'
import { COUNTERS } from '../../../../worker/domain/waiting-room/waiting-room.ts'
import { chiSquare } from '../../../support/waiting-room-verdict.ts'

const OPENS_AT = 1_000_000

describe('arrival counters', () => {
  it('SES-04 receive even shares of the entries', () => {
    const shares = new Array<number>(COUNTERS).fill(0)
    for (let index = 0; index < 64_000; index++) {
      const counter = counterOf(`2f0c9b7e-${index.toString(16)}-4a11`)
      shares[counter] = (shares[counter] ?? 0) + 1
    }
    expect(shares).toHaveLength(COUNTERS)
    // With 63 degrees of freedom, chi-square exceeds 103.4 once in a thousand even distributions.
    expect(chiSquare(shares)).toBeLessThan(103.4)
  })

  it('SES-04 drop closed seconds, and add late arrivals to the oldest open second', () => {
    const count = new ArrivalCount([])
    count.add(5_200)
    count.add(5_900)
    count.add(6_000)
    expect(count.totals()).toEqual([
      { bucketAt: 5000, count: 2 },
      { bucketAt: 6000, count: 1 },
    ])
    const closed = count.close(16_500)
    expect(closed).toBe(6000)
    count.add(5_300)
    count.forgetBefore(closed)
    expect(count.totals()).toEqual([{ bucketAt: 6000, count: 2 }])
  })
})

const buckets = fc.array(
  fc.record({
    bucketAt: fc.integer({ min: -20, max: 3000 }).map((second) => OPENS_AT + second * 1000),
    count: fc.integer({ min: 1, max: 500 }),
  }),
  { maxLength: 1500 },
)

describe('arrival tally', () => {
  it('SES-04 counts every arrival exactly once, even if its stretches are merged or served', () => {
    fc.assert(
      fc.property(buckets, fc.integer({ min: 0, max: 3000 }), (arrivals, served) => {
        let tally = emptyTally(OPENS_AT, 0)
        for (const [index, arrival] of arrivals.entries()) {
          tally = addArrivals(tally, arrival, OPENS_AT)
          if (index % 100 === 99) tally = passTally(tally, OPENS_AT + served * 1000)
        }
        const all = arrivals.reduce((sum, { count }) => sum + count, 0)
        expect(tally.early + (pointsOf(tally).at(-1)?.count ?? 0)).toBe(all)
        expect(tally.stretches.length).toBeLessThanOrEqual(512)
        const ends = pointsOf(tally).map(({ until }) => until)
        expect(ends).toEqual([...ends].sort((a, b) => a - b))
      }),
      { numRuns: 50 },
    )
  })

  it('SES-04 converts a number of arrivals to an instant and back', () => {
    fc.assert(
      fc.property(buckets, fc.double({ min: 0, max: 1, noNaN: true }), (arrivals, share) => {
        let tally = emptyTally(OPENS_AT, 0)
        for (const arrival of arrivals) tally = addArrivals(tally, arrival, OPENS_AT)
        const points = pointsOf(tally)
        const count = share * (points.at(-1)?.count ?? 0)
        const instant = instantOf(points, OPENS_AT, count)
        // An instant is rounded down to a whole millisecond, so up to one millisecond of arrivals may be missing.
        expect(arrivalsUntil(points, OPENS_AT, instant)).toBeLessThanOrEqual(count + 1e-6)
        expect(arrivalsUntil(points, OPENS_AT, instant + 1)).toBeGreaterThanOrEqual(count - 1e-6)
      }),
      { numRuns: 200 },
    )
  })

  it('SES-04 is published as at most twelve points, including the exact first and last point', () => {
    const points = Array.from({ length: 300 }, (_, index) => ({ until: index * 1000, count: index * index }))
    const chosen = publishedPoints(points)
    expect(chosen).toHaveLength(12)
    expect([chosen[0], chosen.at(-1)]).toEqual([points[0], points.at(-1)])
    expect(publishedPoints(points.slice(0, 3))).toEqual(points.slice(0, 3))
  })
})
