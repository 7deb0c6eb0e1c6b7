/** The rate yields to load at once and comes back within half a minute; single slow or failed holds say nothing. */
import { expect, it } from 'vitest'
import {
  accrue,
  addLoad,
  isOverloaded,
  NO_LOAD,
  newRate,
  steerRate,
} from '../../../../worker/domain/waiting-room/admission-rate.ts'

const slow = { holds: 12, slow: 4, overloads: 0 }
const fine = { holds: 12, slow: 3, overloads: 0 }
const refusing = { holds: 20, slow: 0, overloads: 3 }

function rateAfter(load: typeof slow, perSecond = 100, elapsed = 5000) {
  const rate = newRate(perSecond, 0)
  return steerRate({ ...rate, load: addLoad(rate.load, load) }, 100, elapsed).perSecond
}

it('SES-04 slow or refusing seat objects halve the rate, down to one a second', () => {
  expect([rateAfter(slow), rateAfter(refusing), rateAfter(slow, 1.5), rateAfter(slow, 1)]).toEqual([50, 50, 1, 1])
})

it('SES-04 the rate grows back by a quarter of what is configured, and not beyond', () => {
  expect([rateAfter(fine, 50), rateAfter(fine, 95), rateAfter(fine, 100)]).toEqual([75, 100, 100])
})

it('SES-04 the rate is back at its target within 30 seconds after a long overload has ended', () => {
  let rate = newRate(30, 0)
  for (let now = 1000; now <= 120_000; now += 1000) rate = steerRate({ ...rate, load: refusing }, 30, now)
  expect(rate.perSecond).toBe(1)
  for (let now = 121_000; now <= 150_000; now += 1000) rate = steerRate(rate, 30, now)
  expect(rate.perSecond).toBe(30)
})

it('SES-04 it changes at most once in five seconds, and its load counts from then on', () => {
  expect([rateAfter(slow, 100, 4999), rateAfter(fine, 50, 4999)]).toEqual([100, 50])
  const halved = steerRate({ ...newRate(100, 0), load: slow }, 100, 5000)
  expect(steerRate(halved, 100, 10_000).perSecond).toBe(75)
})

it('SES-04 neither a few slow holds nor one overload in 150 quick ones changes the rate', () => {
  expect(rateAfter({ holds: 2, slow: 2, overloads: 0 })).toBe(100)
  expect(rateAfter({ holds: 150, slow: 1, overloads: 1 })).toBe(100)
  expect(isOverloaded({ holds: 1, slow: 1, overloads: 1 })).toBe(false)
  expect(isOverloaded(NO_LOAD)).toBe(false)
})

it('SES-04 a lower wish holds at once', () => {
  expect(steerRate(newRate(100, 0), 20, 1).perSecond).toBe(20)
})

it('SES-04 tokens accrue at the rate, never more than a second and a half of it', () => {
  expect([accrue(0, 10, 500), accrue(8, 10, 500), accrue(0, 10, 60_000), accrue(0, 0.5, 60_000)]).toEqual([
    5, 13, 15, 2,
  ])
  expect(accrue(3, 10, -100)).toBe(3)
})
