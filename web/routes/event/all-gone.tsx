/** Says that all tickets of an open sale are gone or held, and offers a mail for when some are free again (REMIND-02). */
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ReminderOffer } from '../../reminder/reminder-offer.tsx'
import type { PageEvent } from './event.ts'

type AllGoneProps = {
  event: PageEvent
  isGone: boolean
  /** Whether places for wheelchairs or companions are free. */
  hasReserved?: boolean
}

/** Holds come and go, so an opened form stays when a ticket is free for a moment. */
export function AllGone({ event, isGone, hasReserved = false }: AllGoneProps) {
  const [isOpen, setOpen] = useState(false)
  if (!isGone && !isOpen) return null
  return (
    <div className="mt-4">
      {isGone && (
        <p role="status" className="max-w-prose">
          {hasReserved ? m.event_reserved_left_text() : m.event_all_gone_text()}
        </p>
      )}
      <TicketsReminder event={event} onOpen={() => setOpen(true)} />
    </div>
  )
}

export function TicketsReminder({ event, onOpen }: { event: PageEvent; onOpen?: () => void }) {
  const choices = [{ id: event.id, label: event.descriptiveName }]
  return <ReminderOffer kind="tickets" choices={choices} {...(onOpen && { onOpen })} />
}
