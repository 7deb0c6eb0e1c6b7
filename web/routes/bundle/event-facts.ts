/** When and where a concert of a bundle takes place. */
import { isDateOpen, showsDate } from '../../../schema/rules/event-sale.ts'
import { eventMeta } from '../../data/meta.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { Part } from './selection.ts'

/** Returns the date, if it is shown, and the venue, for a line of facts. */
export function eventFacts(event: NonNullable<Part['event']>): (string | null)[] {
  const { venue, happeningFromAt, status } = event
  const meta = eventMeta(event)
  const date =
    happeningFromAt !== null && showsDate({ status, meta })
      ? formatDateTime(happeningFromAt, venue.timeZone)
      : isDateOpen(status, meta.former_date)
        ? m.event_date_open()
        : null
  return [date, `${venue.name}, ${venue.city}`]
}
