import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../schema/limits.ts'
import { formatDayInWords } from '../../../../schema/rules/day-in-words.ts'
import { endOfWorkingDay } from '../../../../worker/domain/orders/business-day.ts'
import {
  dueAtWithSession,
  immediateDeadline,
  transferDeadline,
} from '../../../../worker/domain/orders/payment-deadline.ts'

const MINUTE = 60_000
const NOW = 1_790_000_000_000

/** Parses a time such as `2026-11-22T03:00+01:00` to epoch milliseconds. */
const at = (text: string) => Date.parse(text)
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' })
const berlin = (instant: number) => `${clock.format(instant)},${String(instant % 1000).padStart(3, '0')}`
const dueOf = (placed: string) => berlin(transferDeadline.of(at(placed)))

describe('deadline of a bank transfer', () => {
  it.each([
    ['is the end of the seventh day after the order', '2026-11-23T14:00+01:00', '2026-11-30 23:59:59,999'],
    ['is the same for an order in the first minute of the day', '2026-11-23T00:00+01:00', '2026-11-30 23:59:59,999'],
    ['is the same for an order in the last minute of the day', '2026-11-23T23:59+01:00', '2026-11-30 23:59:59,999'],
    ['moves from a Saturday to Monday', '2026-11-21T14:00+01:00', '2026-11-30 23:59:59,999'],
    ['moves from a Sunday to Monday', '2026-11-22T01:28+01:00', '2026-11-30 23:59:59,999'],
    ['skips Christmas and the weekend after it', '2026-12-18T12:00+01:00', '2026-12-28 23:59:59,999'],
    ['skips New Year and the weekend after it', '2026-12-25T12:00+01:00', '2027-01-04 23:59:59,999'],
    ['skips Easter from Good Friday on', '2027-03-19T12:00+01:00', '2027-03-30 23:59:59,999'],
    ['skips Ascension Day', '2027-04-29T12:00+02:00', '2027-05-07 23:59:59,999'],
    ['skips Whit Monday', '2027-05-10T12:00+02:00', '2027-05-18 23:59:59,999'],
    ['skips Labour Day', '2028-04-24T12:00+02:00', '2028-05-02 23:59:59,999'],
    ['skips German Unity Day', '2028-09-26T12:00+02:00', '2028-10-04 23:59:59,999'],
    [
      'stays at the end of the day when the clock goes back before the deadline',
      '2026-10-20T12:00+02:00',
      '2026-10-27 23:59:59,999',
    ],
    [
      'stays at the end of the day when the clock goes forward before the deadline',
      '2027-03-25T12:00+01:00',
      '2027-04-01 23:59:59,999',
    ],
    ['skips the Sunday on which the clock goes back', '2026-10-18T12:00+02:00', '2026-10-26 23:59:59,999'],
  ])('PAY-06 %s', (_, placed, due) => {
    expect(dueOf(placed)).toBe(due)
  })

  it('PAY-06 is always the end of a weekday, 7 to 13 days after the order (checked for an order every seven hours of ten years)', () => {
    const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', weekday: 'short' })
    for (let placed = at('2026-01-01T00:30Z'); placed < at('2036-01-01T00:00Z'); placed += 7 * 3_600_000) {
      const due = transferDeadline.of(placed)
      expect(due - placed).toBeGreaterThanOrEqual(7 * DAY)
      expect(due - placed).toBeLessThan(13 * DAY)
      expect(['Sat', 'Sun']).not.toContain(weekday.format(due))
      expect(berlin(due).slice(11)).toBe('23:59:59,999')
      expect(berlin(due + 1).slice(11)).toBe('00:00:00,000')
    }
  })
})

describe('deadline of an unpaid order', () => {
  const order = { placedAt: NOW, dueAt: NOW + 45 * MINUTE }

  it('PAY-02 is 45 minutes after the order for a card payment, also on holidays', () => {
    expect(immediateDeadline.of(at('2026-12-25T12:00Z'))).toBe(at('2026-12-25T12:45Z'))
  })

  it('PAY-02 is extended while the provider’s session is open, up to two hours after the order', () => {
    expect(dueAtWithSession(order, NOW + 40 * MINUTE)).toBe(order.dueAt)
    expect(dueAtWithSession(order, NOW + 75 * MINUTE)).toBe(NOW + 76 * MINUTE)
    let { dueAt } = order
    for (let tries = 1; tries <= 20; tries++) dueAt = dueAtWithSession({ ...order, dueAt }, NOW + tries * 44 * MINUTE)
    expect(dueAt).toBe(NOW + 120 * MINUTE)
  })

  it('LATER-02 is computed again for a new payment method, but never becomes earlier', () => {
    expect(transferDeadline.afterChange(order, NOW + MINUTE)).toBe(transferDeadline.of(NOW))
    expect(transferDeadline.afterChange(order, NOW + DAY)).toBe(transferDeadline.of(NOW))
    expect(immediateDeadline.afterChange({ ...order, dueAt: NOW + 7 * DAY }, NOW + DAY)).toBe(NOW + 7 * DAY)
    expect(immediateDeadline.afterChange(order, NOW + 10 * MINUTE)).toBe(NOW + 55 * MINUTE)
    expect(immediateDeadline.afterChange(order, NOW + 110 * MINUTE)).toBe(NOW + 120 * MINUTE)
  })
})

it('endOfWorkingDay moves from Easter Monday to the Tuesday after it', () => {
  for (const [monday, tuesday] of [
    ['2026-04-06', '2026-04-07'],
    ['2027-03-29', '2027-03-30'],
    ['2028-04-17', '2028-04-18'],
    ['2029-04-02', '2029-04-03'],
    ['2030-04-22', '2030-04-23'],
    ['2035-03-26', '2035-03-27'],
    ['2038-04-26', '2038-04-27'],
    ['2049-04-19', '2049-04-20'],
    ['2076-04-20', '2076-04-21'],
  ])
    expect(berlin(endOfWorkingDay(at(`${monday}T12:00Z`))).slice(0, 10)).toBe(tuesday)
})

it('L10N-03 formatDayInWords writes the deadline as weekday, day and month, with no-break spaces', () => {
  const due = transferDeadline.of(at('2026-11-22T01:28+01:00'))
  expect(formatDayInWords(due, 'de')).toBe('Montag,\u00a030.\u00a0November')
  expect(formatDayInWords(due, 'en')).toBe('Monday,\u00a030\u00a0November')
})
