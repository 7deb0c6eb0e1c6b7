/** Checks that an operator’s opening time is read as the operator meant it, or rejected. */
import { describe, expect, it } from 'vitest'
import { berlinTime, openingTime } from '../../../worker/cli/waiting-room-opening.ts'

const NOW = Date.UTC(2026, 0, 20)

describe('command that opens a waiting room', () => {
  it.each([
    ['2026-12-01T10:00', '2026-12-01T09:00:00Z'],
    ['2026-07-01T10:00', '2026-07-01T08:00:00Z'],
    ['2026-12-01 10:00:30', '2026-12-01T09:00:30Z'],
    ['2026-12-01T10:00Z', '2026-12-01T10:00:00Z'],
    ['2026-12-01T10:00-05:00', '2026-12-01T15:00:00Z'],
    ['01.12.2026 10:00', '2026-12-01T09:00:00Z'],
    ['1.12.2026, 9:05 Uhr', '2026-12-01T08:05:00Z'],
    ['2026-10-25T02:30+02:00', '2026-10-25T00:30:00Z'],
  ])('SES-05 reads the opening time “%s” as %s', (text, expected) => {
    expect(new Date(openingTime(text, NOW)).toISOString()).toBe(new Date(expected).toISOString())
  })

  it.each([
    ['01.12.2026', /expected a date and a time/],
    ['12/01/2026 10:00', /expected a date and a time/],
    ['2026-12-01', /expected a date and a time/],
    ['tomorrow', /expected a date and a time/],
    ['', /expected a date and a time/],
    ['31.02.2027 10:00', /not a calendar date/],
    ['2026-12-01T25:00', /not a calendar date/],
    ['2026-03-29T02:30', /does not exist in Berlin/],
    ['25.10.2026 02:30', /twice in Berlin/],
    ['2026-01-20T00:30', /past/],
    ['12.01.2026 10:00', /past/],
  ])('SES-05 rejects the opening time “%s”', (text, problem) => {
    expect(() => openingTime(text, NOW)).toThrow(problem)
  })

  it('SES-05 prints the opening time in Berlin time with the offset from UTC', () => {
    expect(berlinTime(Date.UTC(2026, 11, 1, 9))).toBe('2026-12-01 10:00 Berlin (UTC+01:00)')
    expect(berlinTime(Date.UTC(2026, 6, 1, 8))).toBe('2026-07-01 10:00 Berlin (UTC+02:00)')
  })
})
