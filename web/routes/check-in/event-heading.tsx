/** The event of a ticket, with its date and venue. */
import { formatDateTime, machineTime } from '../../i18n/format.ts'
import type { CheckInTicket } from './check-in-ticket.ts'

export function EventHeading({ event }: { event: CheckInTicket['event'] }) {
  const { name, venueName, city, happeningFromAt, timeZone } = event
  return (
    <div className="mt-6">
      <h2 className="display-4">{name}</h2>
      <p className="mt-1 text-muted">
        {happeningFromAt !== null && (
          <>
            <time dateTime={machineTime(happeningFromAt)} className="tabular-nums">
              {formatDateTime(happeningFromAt, timeZone)}
            </time>
            {' · '}
          </>
        )}
        {venueName}, {city}
      </p>
    </div>
  )
}
