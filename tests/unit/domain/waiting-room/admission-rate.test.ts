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
const tolerable = { holds: 12, slow: 3, overloads: 0 }
const refusing = { holds: 20, slow: 0, overloads: 3 }

function rateAfter(load: typeof slow, perSecond = 100, elapsed = 5000) {
  const rate = newRate(perSecond, 0)
  return steerRate({ ...rate, load: addLoad(rate.load, load) }, 100, elapsed).perSecond
}

it('SES-04 steerRate halves the rate for slow or overloaded seat objects, down to one per second', () => {
  expect([rateAfter(slow), rateAfter(refusing), rateAfter(slow, 1.5), rateAfter(slow, 1)]).toEqual([50, 50, 1, 1])
})

it('SES-04 steerRate raises the rate by a quarter of the configured rate, up to the configured rate', () => {
  expect([rateAfter(tolerable, 50), rateAfter(tolerable, 95), rateAfter(tolerable, 100)]).toEqual([75, 100, 100])
})

it('SES-04 steerRate restores the configured rate within 30 seconds after an overload ends', () => {
  let rate = newRate(30, 0)
  for (let now = 1000; now <= 120_000; now += 1000) rate = steerRate({ ...rate, load: refusing }, 30, now)
  expect(rate.perSecond).toBe(1)
  for (let now = 121_000; now <= 150_000; now += 1000) rate = steerRate(rate, 30, now)
  expect(rate.perSecond).toBe(30)
})

it('SES-04 steerRate changes the rate at most once every five seconds and resets the load at each change', () => {
  expect([rateAfter(slow, 100, 4999), rateAfter(tolerable, 50, 4999)]).toEqual([100, 50])
  const halved = steerRate({ ...newRate(100, 0), load: slow }, 100, 5000)
  expect(steerRate(halved, 100, 10_000).perSecond).toBe(75)
})

it('SES-04 steerRate ignores a few slow holds and a single overload', () => {
  expect(rateAfter({ holds: 2, slow: 2, overloads: 0 })).toBe(100)
  expect(rateAfter({ holds: 150, slow: 1, overloads: 1 })).toBe(100)
  expect(isOverloaded({ holds: 1, slow: 1, overloads: 1 })).toBe(false)
  expect(isOverloaded(NO_LOAD)).toBe(false)
})

it('SES-04 steerRate applies a lower configured rate at once', () => {
  expect(steerRate(newRate(100, 0), 20, 1).perSecond).toBe(20)
})

it('SES-04 accrue adds tokens at the rate, up to the tokens of 1.5 seconds or two tokens, whichever is more', () => {
  expect([accrue(0, 10, 500), accrue(8, 10, 500), accrue(0, 10, 60_000), accrue(0, 0.5, 60_000)]).toEqual([
    5, 13, 15, 2,
  ])
  expect(accrue(3, 10, -100)).toBe(3)
})
