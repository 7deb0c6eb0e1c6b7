/**
 * Writes an event as an iCalendar file. RFC 5545 limits lines to 75 bytes, so longer lines are folded. Times are in
 * UTC.
 */

import { likelyEndOf } from '../../schema/rules/event-end.ts'

export type CalendarEvent = {
  uid: string
  title: string
  place: string
  startAt: number
  endAt: number | null
  url: string
  now: number
}

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')
const escapeText = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n?|\n/g, '\\n')

export function calendarFile(event: CalendarEvent): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stagedoor//Tickets//DE',
    'BEGIN:VEVENT',
    `UID:${event.uid}@stagedoor`,
    `DTSTAMP:${stamp(event.now)}`,
    `DTSTART:${stamp(event.startAt)}`,
    `DTEND:${stamp(likelyEndOf({ happeningFromAt: event.startAt, happeningUntilAt: event.endAt }))}`,
    `SUMMARY:${escapeText(event.title)}`,
    `LOCATION:${escapeText(event.place)}`,
    `URL:${event.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n')
}

function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const sign of line) {
    const width = new TextEncoder().encode(sign).length
    if (bytes + width > 74) {
      folded += '\r\n '
      bytes = 1
    }
    folded += sign
    bytes += width
  }
  return folded
}

export function placeText(venue: { name: string; address: string; postCode: string; city: string }): string {
  return `${venue.name}, ${venue.address}, ${venue.postCode} ${venue.city}`
}
