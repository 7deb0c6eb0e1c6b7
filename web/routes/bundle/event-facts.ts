/** When and where a concert of a bundle takes place. */
import { isDateOpen, showsDate } from '../../../schema/rules/event-sale.ts'
import { eventTimes } from '../../catalogue/event-times.ts'
import { eventMeta } from '../../data/meta.ts'
import { formatDateSpan } from '../../i18n/date-span.ts'
import { m } from '../../i18n/messages.ts'
import type { Part } from './selection.ts'

/** Returns the date and the times, if they are shown, and the venue, for a line of facts. */
export function eventFacts(event: NonNullable<Part['event']>): (string | null)[] {
  const { venue, happeningFromAt, happeningUntilAt, status } = event
  const meta = eventMeta(event)
  const dates =
    happeningFromAt !== null && showsDate({ status, meta })
      ? [formatDateSpan(happeningFromAt, happeningUntilAt, venue.timeZone), ...eventTimes(event, happeningFromAt)]
      : [isDateOpen(status, meta.former_date) ? m.event_date_open() : null]
  return [...dates, `${venue.name}, ${venue.city}`]
}
