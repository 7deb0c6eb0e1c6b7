/** When and where a concert of a bundle takes place. */
import { isDateOpen, showsDate } from '../../../schema/rules/event-sale.ts'
import { eventMeta } from '../../data/meta.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { Part } from './selection.ts'

export function eventPlace(event: NonNullable<Part['event']>): string {
  const { venue, happeningFromAt, status } = event
  const place = `${venue.name}, ${venue.city}`
  if (showsDate({ status: event.status, meta: eventMeta(event) }))
    return `${formatDateTime(happeningFromAt, venue.timeZone)} · ${place}`
  return isDateOpen(status, eventMeta(event).former_date) ? `${m.event_date_open()} · ${place}` : place
}
