/** One ticket of the forms for cancellations and changes. */
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import type { Problems } from './service-form.ts'
import type { TicketValues } from './service-values.ts'
import { TextField } from './text-field.tsx'

type TicketRowProps = {
  index: number
  ticket: TicketValues
  problems: Problems
  /** The form also asks for the new holder. */
  asksForNewName: boolean
  onChange: (values: Partial<Omit<TicketValues, 'row'>>) => void
  onRemove: (() => void) | null
  /** The photo of a hard ticket. */
  children?: ReactNode
}

const TYPES = [
  { type: 'online', label: m.service_type_online, hint: m.service_type_online_hint },
  { type: 'hard', label: m.service_type_hard, hint: m.service_type_hard_hint },
] as const

export function TicketRow({ index, ticket, problems, asksForNewName, onChange, onRemove, children }: TicketRowProps) {
  const idOf = (field: string) => `service-tickets.${index}.${field}`
  const problemOf = (field: string) => problems.get(`tickets.${index}.${field}`)
  const typeProblem = problemOf('type')
  const name = (
    <TextField
      id={idOf('name')}
      label={asksForNewName ? m.service_holder_now() : m.service_holder()}
      value={ticket.name}
      problem={problemOf('name')}
      hint={m.service_holder_hint()}
      onChange={(value) => onChange({ name: value })}
      input={{ maxLength: 80, autoComplete: 'off' }}
    />
  )
  return (
    <fieldset className="rounded-xl border border-line bg-surface px-4 pt-2 pb-5 sm:px-5">
      <legend className="display display-4 float-left mt-3 mb-4 w-full">
        {m.service_ticket({ number: index + 1 })}
      </legend>
      <fieldset
        id={idOf('type')}
        tabIndex={-1}
        className="clear-both mb-5 scroll-mt-24"
        {...(typeProblem && { 'aria-invalid': true, 'aria-describedby': `${idOf('type')}-note` })}
      >
        <legend className="mb-1.5 font-medium">{m.service_type()}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {TYPES.map(({ type, label, hint }) => (
            <label
              key={type}
              className={`flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border px-3 py-2 has-checked:border-accent has-checked:bg-accent/8 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ${typeProblem ? 'border-danger' : 'border-line'}`}
            >
              <input
                type="radio"
                name={`type-${ticket.row}`}
                checked={ticket.type === type}
                onChange={() => onChange({ type })}
                className="size-5 shrink-0 accent-accent"
              />
              <span>
                <span className="block font-medium">{label()}</span>
                <span className="block text-sm text-muted">{hint()}</span>
              </span>
            </label>
          ))}
        </div>
        {typeProblem && (
          <p id={`${idOf('type')}-note`} className="mt-1.5 text-sm font-medium text-danger">
            {typeProblem()}
          </p>
        )}
      </fieldset>
      <div className="grid gap-5">
        {name}
        {asksForNewName && (
          <TextField
            id={idOf('newName')}
            label={m.service_holder_new()}
            value={ticket.newName}
            problem={problemOf('newName')}
            hint={m.service_holder_new_hint()}
            onChange={(value) => onChange({ newName: value })}
            input={{ maxLength: 80, autoComplete: 'off' }}
          />
        )}
        <TextField
          id={idOf('number')}
          label={m.service_number()}
          value={ticket.number}
          problem={problemOf('number')}
          hint={m.service_number_hint()}
          onChange={(value) => onChange({ number: value })}
          input={{ inputMode: 'numeric', autoComplete: 'off', maxLength: 30 }}
        />
      </div>
      {children}
      {onRemove && (
        <button type="button" className="text-link mt-4 min-h-9" onClick={onRemove}>
          {m.service_ticket_remove({ number: index + 1 })}
        </button>
      )}
    </fieldset>
  )
}
