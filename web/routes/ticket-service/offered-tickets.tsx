/** The tickets of the order from whose page the fan came. A chosen one fills its own part of the form. */
import { TICKET_ROWS } from '../../../schema/limits.ts'
import { m } from '../../i18n/messages.ts'
import type { OfferedTicket, ServiceValues } from './service-values.ts'

type OfferedTicketsProps = {
  values: ServiceValues
  problem: (() => string) | undefined
  onToggle: (ticket: OfferedTicket) => void
}

export function OfferedTickets({ values: { offered, tickets }, problem, onToggle }: OfferedTicketsProps) {
  if (offered.length < 2) return null
  const isChosen = ({ row }: OfferedTicket) => tickets.some((ticket) => ticket.row === row)
  const isFull = offered.filter(isChosen).length === TICKET_ROWS
  return (
    <fieldset
      id="service-offered"
      tabIndex={-1}
      className="scroll-mt-24"
      {...(problem && { 'aria-invalid': true, 'aria-describedby': 'service-offered-note' })}
    >
      <legend className="mb-1.5 font-medium">{m.service_offered()}</legend>
      <div className="grid gap-2">
        {offered.map((ticket, index) => (
          <label
            key={ticket.row}
            className="flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent/8 has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="checkbox"
              checked={isChosen(ticket)}
              disabled={isFull && !isChosen(ticket)}
              onChange={() => onToggle(ticket)}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {ticket.label || m.service_ticket({ number: index + 1 })}
            </span>
          </label>
        ))}
      </div>
      {problem && (
        <p id="service-offered-note" className="mt-1.5 text-sm font-medium text-danger">
          {problem()}
        </p>
      )}
    </fieldset>
  )
}
