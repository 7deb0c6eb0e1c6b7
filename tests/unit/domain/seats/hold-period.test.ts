import { describe, expect, it } from 'vitest'
import { HOLD_PAUSE_MS, HOLD_PERIOD_MS } from '../../../../schema/limits.ts'
import { type HoldPeriod, holdPeriodsWith, refuseHold } from '../../../../worker/domain/seats/hold-period.ts'
import { cartItem, heldSeat, merch, ticket } from '../../../support/sellable-builder.ts'

const MINUTE = 60_000
const held = (eventId = 'event') => cartItem(ticket('seat', {}, { id: eventId }), { hold: heldSeat('1') })

/**
 * Simulates a cart whose holds last 20 minutes. When its holds have expired, the cart tries every minute to hold seats
 * again. Returns the minutes in which the cart has a hold.
 */
function heldMinutesOf(minutes: number) {
  let periods: HoldPeriod[] = []
  let until = 0
  const heldAt: number[] = []
  for (let minute = 0; minute < minutes; minute++) {
    const now = minute * MINUTE
    if (now >= until && refuseHold(periods, 'event', now) === null) until = now + 20 * MINUTE
    periods = holdPeriodsWith(periods, now < until ? [held()] : [], now < until ? until : null, now)
    if (now < until) heldAt.push(minute)
  }
  return heldAt
}

describe('hold period of a cart', () => {
  it('SEAT-10 allows a new hold in every minute of the first hour', () => {
    let periods = holdPeriodsWith([], [held()], 20 * MINUTE, 0)
    for (let now = MINUTE; now < HOLD_PERIOD_MS; now += MINUTE) {
      expect(refuseHold(periods, 'event', now)).toBeNull()
      periods = holdPeriodsWith(periods, [], null, now)
      periods = holdPeriodsWith(periods, [held()], now + 20 * MINUTE, now)
    }
  })

  it('SEAT-10 refuses new holds after an hour until half an hour without holds has passed', () => {
    const until = HOLD_PERIOD_MS + 15 * MINUTE
    const periods = holdPeriodsWith([{ eventId: 'event', since: 0, until: 0 }], [held()], until, MINUTE)
    const retryAt = until + HOLD_PAUSE_MS
    expect(refuseHold(periods, 'event', HOLD_PERIOD_MS)).toEqual({
      ok: false,
      code: 'HOLDS_PAUSED',
      params: { retryAt },
    })
    expect(refuseHold(periods, 'event', retryAt - 1)).toMatchObject({ code: 'HOLDS_PAUSED' })
    expect(refuseHold(periods, 'event', retryAt)).toBeNull()
    expect(holdPeriodsWith(periods, [held()], retryAt + 20 * MINUTE, retryAt)).toEqual([
      { eventId: 'event', since: retryAt, until: retryAt + 20 * MINUTE },
    ])
  })

  it('SEAT-10 starts the pause when the seats are released, and does not prolong the pause later', () => {
    const since = { eventId: 'event', since: 0, until: 80 * MINUTE }
    const periods = holdPeriodsWith([since], [], null, 61 * MINUTE)
    expect(periods).toEqual([{ ...since, until: 61 * MINUTE }])
    expect(refuseHold(periods, 'event', 62 * MINUTE)).toMatchObject({ params: { retryAt: 91 * MINUTE } })
    expect(holdPeriodsWith(periods, [], null, 90 * MINUTE)).toEqual(periods)
    expect(refuseHold(periods, 'event', 91 * MINUTE)).toBeNull()
  })

  it('SEAT-10 starts a new hour after a pause', () => {
    const periods = holdPeriodsWith([{ eventId: 'event', since: 0, until: 10 * MINUTE }], [], null, 10 * MINUTE)
    expect(holdPeriodsWith(periods, [held()], 60 * MINUTE, 40 * MINUTE)).toEqual([
      { eventId: 'event', since: 40 * MINUTE, until: 60 * MINUTE },
    ])
  })

  it('SEAT-10 has a separate period for each event and ignores merch', () => {
    const periods = holdPeriodsWith([], [held('one'), cartItem(merch('shirt'))], 20 * MINUTE, 0)
    expect(periods).toHaveLength(1)
    expect(refuseHold(periods, 'two', 70 * MINUTE)).toBeNull()
  })

  it('SEAT-10 permits at most 80 minutes of holds in any 110 minutes, even if a cart holds seats again at every opportunity', () => {
    const heldAt = heldMinutesOf(600)
    for (let from = 0; from + 110 <= 600; from++) {
      expect(heldAt.filter((minute) => minute >= from && minute < from + 110).length).toBeLessThanOrEqual(80)
    }
  })

  it('SEAT-10 refuses holds of a further event if the cart has 60 periods', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ eventId: `event-${index}`, since: 0, until: 20 * MINUTE }))
    expect(refuseHold(many, 'one-more', MINUTE)).toMatchObject({
      code: 'HOLDS_PAUSED',
      params: { retryAt: 50 * MINUTE },
    })
    expect(refuseHold(many, 'event-1', MINUTE)).toBeNull()
  })
})
