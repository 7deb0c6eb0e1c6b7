/** The choice between online and hard tickets; a note if the event has only one kind (EVT-04). */

import type { TicketKind } from '../../../schema/rules/ticket-kind.ts'
import { kindName, kindText } from '../../catalogue/ticket-kind-text.ts'
import { m } from '../../i18n/messages.ts'

type TicketKindChoiceProps = {
  kinds: TicketKind[]
  chosen: TicketKind | null
  isMissing: boolean
  onChoose: (kind: TicketKind) => void
}

export function TicketKindChoice({ kinds, chosen, isMissing, onChoose }: TicketKindChoiceProps) {
  const [only] = kinds
  if (kinds.length < 2) {
    if (!only) return null
    return <p className="text-muted">{only === 'online' ? m.event_only_online() : m.event_only_hard()}</p>
  }
  return (
    <fieldset id="ticket-kind" tabIndex={-1} className="scroll-mt-24">
      <legend className="mb-3 font-semibold">{m.event_kind_choose()}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {kinds.map((kind) => (
          <label
            key={kind}
            className={`flex cursor-pointer gap-3 rounded-xl border p-4 has-checked:border-accent has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 ${
              isMissing ? 'border-danger' : 'border-line hover:border-ink/60'
            }`}
          >
            <input
              type="radio"
              name="ticket-kind"
              checked={chosen === kind}
              onChange={() => onChoose(kind)}
              className="mt-0.5 size-5 shrink-0 accent-accent"
              {...(isMissing && { 'aria-invalid': true, 'aria-describedby': 'ticket-kind-missing' })}
            />
            <span>
              <span className="block font-semibold">{kindName(kind)}</span>
              <span className="block text-sm text-muted">{kindText(kind)}</span>
            </span>
          </label>
        ))}
      </div>
      {isMissing && (
        <p id="ticket-kind-missing" className="mt-2 font-medium text-danger">
          {m.event_choose_kind_first()}
        </p>
      )}
    </fieldset>
  )
}
