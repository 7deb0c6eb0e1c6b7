/** Tests the texts of the waiting room: dates in both languages, expected waits, pauses and stock. */
import { afterEach, describe, expect, it } from 'vitest'
import type { QueueView } from '../../../../schema/waiting-room.ts'
import { currentPage } from '../../../../web/data/page-state.ts'
import { formatMoment } from '../../../../web/i18n/moment.ts'
import { EntryTracker } from '../../../../web/waiting-room/cookie-check.ts'
import { expectedWait } from '../../../../web/waiting-room/expected-wait.ts'
import { progressPercent } from '../../../../web/waiting-room/first-position.ts'
import {
  expectationText,
  leadText,
  statusText,
  stockText,
  titleText,
} from '../../../../web/waiting-room/waiting-texts.ts'

const BERLIN = 'Europe/Berlin'
const NOON = Date.parse('2026-11-22T11:00:00Z')
const at = (text: string) => Date.parse(text)

function queue(change: Partial<QueueView> = {}): QueueView {
  return {
    scope: 'event',
    room: 'event/x',
    phase: 'serving',
    entryId: 'a',
    opensAt: NOON,
    eventName: 'Klubnacht',
    isSoldOut: false,
    ticketsLeft: 20,
    isCalled: false,
    ahead: 120,
    waitSeconds: 240,
    total: 200,
    seedHash: '',
    pollAfterSeconds: 3,
    checkKey: null,
    isLimited: false,
    note: null,
    ...change,
  }
}

afterEach(() => {
  currentPage().locale = 'de'
})

describe('formatMoment', () => {
  it.each([
    ['2026-11-22T09:00:00Z', 'heute um 10:00 Uhr (MEZ)', 'today at 10:00 (CET)'],
    ['2026-11-23T22:59:00Z', 'morgen um 23:59 Uhr (MEZ)', 'tomorrow at 23:59 (CET)'],
    [
      '2026-11-23T23:00:00Z',
      'am Dienstag, 24. November 2026 um 00:00 Uhr (MEZ)',
      'on Tuesday 24 November 2026 at 00:00 (CET)',
    ],
    ['2026-07-03T08:00:00Z', 'am Freitag, 3. Juli 2026 um 10:00 Uhr (MESZ)', 'on Friday 3 July 2026 at 10:00 (CEST)'],
  ])('L10N-03 formats %s with day, time and zone', (instant, german, english) => {
    expect(formatMoment(at(instant), NOON, BERLIN)).toBe(german)
    currentPage().locale = 'en'
    expect(formatMoment(at(instant), NOON, BERLIN)).toBe(english)
  })

  it('L10N-03 says “tomorrow” also if the clock changes in the night between', () => {
    for (const [now, next] of [
      ['2026-10-24T20:00:00Z', '2026-10-25T22:30:00Z'],
      ['2026-03-28T22:30:00Z', '2026-03-29T21:30:00Z'],
    ] as const) {
      expect(formatMoment(at(next), at(now), BERLIN)).toMatch(/^morgen um 23:30 Uhr/)
    }
  })
})

describe('texts of the waiting room', () => {
  it('SES-03 say “Gleich geht es los” only shortly before the opening', () => {
    const gathering = queue({ phase: 'gathering', ahead: null })
    expect(titleText(gathering, NOON - 10 * 60_000)).toBe('Gleich geht es los')
    expect(titleText(gathering, NOON - 3 * 3_600_000)).toBe('Der Warteraum ist offen')
    expect(leadText(gathering, NOON - 3 * 3_600_000)).toMatch(/^Los geht es heute um 12:00 Uhr \(MEZ\)\./)
  })

  it('SES-03 count the visitors before the opening, unless the visitor is the only one', () => {
    const gathering = (total: number) => statusText(queue({ phase: 'gathering', ahead: null, total }))
    expect(gathering(1)).toBe('Du bist dabei')
    expect(gathering(1200)).toBe('1.200 Personen sind schon da')
  })

  it('SES-03 announce a pause and give no expected wait during it', () => {
    for (const ahead of [null, 0]) {
      expect(statusText(queue({ phase: 'paused', ahead }))).toBe('Der Einlass ist angehalten')
    }
    expect(statusText(queue({ phase: 'paused', ahead: 7 }))).toBe('7 Personen vor dir')
    expect(expectationText(queue({ phase: 'paused' }))).toBeNull()
    expect(leadText(queue({ phase: 'paused' }), NOON)).toMatch(/Gerade wird niemand eingelassen/)
  })

  it('SES-03 give the expected wait as a range of minutes, and only if it is known', () => {
    expect(expectationText(queue())).toBe('Voraussichtlich noch 3 bis 6 Minuten')
    expect(expectationText(queue({ waitSeconds: null }))).toBeNull()
    expect(expectationText(queue({ ahead: 0, waitSeconds: 0 }))).toBeNull()
    expect(expectedWait(30)).toEqual({ kind: 'soon' })
    expect(expectedWait(60)).toEqual({ kind: 'span', from: 1, until: 2 })
    expect(expectedWait(4 * 3600)).toEqual({ kind: 'long' })
  })

  it('SES-03 give the number of free tickets if it is known, and say so if none is free', () => {
    expect(stockText(queue())).toBe('Noch 20 Tickets sind frei')
    expect(stockText(queue({ ticketsLeft: 1 }))).toBe('Noch 1 Ticket ist frei')
    expect(stockText(queue({ ticketsLeft: null }))).toBeNull()
    expect(stockText(queue({ ticketsLeft: 0, isSoldOut: true }))).toMatch(/^Zurzeit ist kein Ticket mehr frei/)
  })

  it('SES-03 do not say that tickets may come back if the organiser has declared the event sold out', () => {
    expect(stockText(queue({ ticketsLeft: null, isSoldOut: true }))).toBeNull()
  })

  it('SES-03 show the progress since the first position, and never more than 99 %', () => {
    expect([
      progressPercent(200, 200),
      progressPercent(200, 50),
      progressPercent(200, 0),
      progressPercent(0, 0),
    ]).toEqual([0, 75, 99, 99])
  })
})

describe('browser without cookies', () => {
  it('SES-04 is detected when the entry changes in three consecutive answers', () => {
    const changes = (entries: (string | null)[]) => {
      const tracker = new EntryTracker()
      return entries.map((entry) => tracker.keepsChanging(entry))
    }
    expect(changes(['a', 'b', 'c', 'd'])).toEqual([false, false, false, true])
    expect(changes(['a', 'a', 'b', 'b', 'c', 'c', 'd']).includes(true)).toBe(false)
    expect(changes([null, null, null, null, 'a']).includes(true)).toBe(false)
  })
})
