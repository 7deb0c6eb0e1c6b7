import { describe, expect, it } from 'vitest'
import { calendarFile } from '../../../worker/mail/calendar.ts'

const event = {
  uid: 'evt_1-ord_1',
  title: 'Nachtfalter – „Motten, Licht; und Staub“ in der Großen Freiheit, mit sehr langem Namen für eine Zeile',
  place: 'Große Freiheit 36, Große Freiheit 36, 22767 Hamburg',
  startAt: Date.UTC(2027, 2, 28, 18, 0),
  endAt: Date.UTC(2027, 2, 28, 21, 0),
  url: 'https://stagedoor.example/events/motten',
  now: Date.UTC(2026, 10, 21, 6, 0),
}

describe('calendar file', () => {
  it('TIX-01 contains the start and the end in UTC', () => {
    const file = calendarFile(event)
    expect(file).toContain('DTSTART:20270328T180000Z\r\n')
    expect(file).toContain('DTEND:20270328T210000Z\r\n')
    expect(file.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
    expect(file.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
  })

  it('TIX-01 contains a guessed end if the event has none', () => {
    expect(calendarFile({ ...event, endAt: null })).toContain('DTEND:20270328T210000Z\r\n')
  })

  it('TIX-01 folds lines at 75 bytes and escapes special characters', () => {
    const file = calendarFile(event)
    for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n ', '')).toContain('„Motten\\, Licht\\; und Staub“')
    expect(calendarFile({ ...event, title: 'a\r\nATTENDEE:x\\y' }).replaceAll('\r\n ', '')).toContain(
      'SUMMARY:a\\nATTENDEE:x\\\\y\r\n',
    )
    // Some calendars end a line at a single carriage return.
    for (const lineEnd of ['\r', '\n', '\r\n']) {
      const forged = calendarFile({ ...event, place: `Halle${lineEnd}ATTENDEE:mailto:x@example.org` })
      expect(forged.split(/[\r\n]+/).filter((line) => line.startsWith('ATTENDEE'))).toEqual([])
    }
  })
})
