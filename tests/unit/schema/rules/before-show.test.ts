import { expect, it } from 'vitest'
import { HOUR } from '../../../../schema/limits.ts'
import { beforeShow, closingHours, openingHours } from '../../../../schema/rules/before-show.ts'

it.each([
  [0, 'zum Beginn', 'the start'],
  [1, 'eine Stunde vor Beginn', 'one hour before the start'],
  [6, 'sechs Stunden vor Beginn', 'six hours before the start'],
  [24, 'einen Tag vor dem Konzert', 'one day before the show'],
  [30, '30 Stunden vor Beginn', '30 hours before the start'],
  [48, 'zwei Tage vor dem Konzert', 'two days before the show'],
  [120, 'fünf Tage vor dem Konzert', 'five days before the show'],
  [336, '14 Tage vor dem Konzert', '14 days before the show'],
])('EVT-16 says in words that %i hours are left: %s', (hours, de, en) => {
  expect([beforeShow(hours, 'de'), beforeShow(hours, 'en')]).toEqual([de, en])
})

it.each([
  { hours: 120, opening: 120, closing: 120 },
  { hours: 130.5, opening: 120, closing: 131 },
  { hours: 6.5, opening: 6, closing: 7 },
  { hours: 0.5, opening: 1, closing: 1 },
  { hours: -2, opening: 1, closing: 0 },
])('EVT-16 rounds $hours hours so that no fan comes too early or too late', ({ hours, opening, closing }) => {
  const event = { happeningFromAt: 1000 * HOUR }
  const at = event.happeningFromAt - hours * HOUR
  expect([openingHours(event, at), closingHours(event, at)]).toEqual([opening, closing])
})
