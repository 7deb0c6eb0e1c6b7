/** The rate yields to load at once and comes back slowly; tokens never pile up. */
import { expect, it } from 'vitest'
import { accrue, addLoad, newRate, steerRate } from '../../../worker/domain/admission-rate.ts'

const slow = { holds: 10, latencyMs: 2600, overloads: 0 }
const fine = { holds: 10, latencyMs: 2400, overloads: 0 }
const refusing = { holds: 0, latencyMs: 0, overloads: 1 }

function rateAfter(load: typeof slow, perSecond = 100, elapsed = 5000) {
  const rate = newRate(perSecond, 0)
  return steerRate({ ...rate, load: addLoad(rate.load, load) }, 100, elapsed).perSecond
}

it('SES-04 slow or refusing seat objects halve the rate, down to one a second', () => {
  expect([rateAfter(slow), rateAfter(refusing), rateAfter(slow, 1.5), rateAfter(slow, 1)]).toEqual([50, 50, 1, 1])
})

it('SES-04 the rate grows back by a tenth of what is configured, and not beyond', () => {
  expect([rateAfter(fine, 50), rateAfter(fine, 95), rateAfter(fine, 100)]).toEqual([60, 100, 100])
})

it('SES-04 it changes at most once in five seconds, and its load counts from then on', () => {
  expect([rateAfter(slow, 100, 4999), rateAfter(fine, 50, 4999)]).toEqual([100, 50])
  const halved = steerRate({ ...newRate(100, 0), load: slow }, 100, 5000)
  expect(steerRate(halved, 100, 10_000).perSecond).toBe(60)
})

it('SES-04 one slow hold among few says nothing', () => {
  expect(rateAfter({ holds: 2, latencyMs: 4000, overloads: 0 })).toBe(100)
})

it('SES-04 a lower wish holds at once', () => {
  expect(steerRate(newRate(100, 0), 20, 1).perSecond).toBe(20)
})

it('SES-04 tokens accrue at the rate, never more than a second of it', () => {
  expect([accrue(0, 10, 500), accrue(8, 10, 500), accrue(0, 10, 60_000), accrue(0, 0.5, 60_000)]).toEqual([
    5, 10, 10, 1,
  ])
  expect(accrue(3, 10, -100)).toBe(3)
})
