import { describe, expect, it } from 'vitest'
import { massRefundState } from '../../../../schema/rules/mass-refund.ts'

const NOW = Date.UTC(2027, 4, 1)
const before = NOW + 1
const after = NOW - 1
const open = { state: 'open' } as const

describe('the return of tickets', () => {
  it.each([
    ['active', before, open, 'OPEN'],
    // The event was moved to a new date, which has passed.
    ['active', after, open, 'NONE'],
    ['active', NOW, open, 'NONE'],
    ['active', before, { state: 'paused' }, 'PAUSED'],
    ['active', after, { state: 'paused' }, 'NONE'],
    ['cancelled', after, open, 'OPEN'],
    ['postponed', after, open, 'OPEN'],
    ['active', before, { ...open, until: before }, 'OPEN'],
    ['active', before, { ...open, until: after }, 'NONE'],
    // The organiser cannot prolong the period beyond the event.
    ['active', after, { ...open, until: before }, 'NONE'],
    ['cancelled', after, { ...open, until: after }, 'NONE'],
    ['postponed', after, { ...open, until: after }, 'NONE'],
    ['cancelled', after, undefined, 'NONE'],
  ] as const)(
    'SUP-01 of an event that is %s, at %d, with %j is %s',
    (status, happeningFromAt, mass_refund, expected) => {
      const meta = mass_refund ? { mass_refund } : {}
      expect(massRefundState({ status, happeningFromAt, meta }, NOW)).toBe(expected)
    },
  )
})
