/** Why the check-in of a ticket is not open. */
import { formatBeforeShow, formatDateTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { CheckInTicket } from './check-in-ticket.ts'

export function closedText(
  state: Exclude<CheckInTicket['state'], 'OPEN'>,
  { checkInStartAt, checkInEndAt, checkInOpeningHours, timeZone }: CheckInTicket['event'],
): string {
  const texts: Record<typeof state, () => string> = {
    NONE: m.checkin_none,
    INVALID: m.checkin_invalid,
    CANCELLED: m.checkin_cancelled,
    POSTPONED: m.checkin_postponed,
    NOT_YET: () =>
      checkInStartAt === null
        ? m.checkin_not_yet_undated({ from: formatBeforeShow(checkInOpeningHours) })
        : m.checkin_not_yet({ date: formatDateTime(checkInStartAt, timeZone) }),
    CLOSED: () =>
      checkInEndAt === null
        ? m.checkin_closed_undated()
        : m.checkin_closed({ date: formatDateTime(checkInEndAt, timeZone) }),
  }
  return texts[state]()
}
