/** Says that all tickets of an open sale are gone or held, and offers a mail for when some are free again (REMIND-02). */
import { m } from '../../i18n/messages.ts'
import { ReminderOffer } from '../../reminder/reminder-offer.tsx'
import type { PageEvent } from './event.ts'

export function AllGone({ event }: { event: PageEvent }) {
  return (
    <div className="mt-4">
      <p role="status" className="max-w-prose">
        {m.event_all_gone_text()}
      </p>
      <TicketsReminder event={event} />
    </div>
  )
}

export function TicketsReminder({ event }: { event: PageEvent }) {
  return <ReminderOffer kind="tickets" choices={[{ id: event.id, label: event.descriptiveName }]} />
}
