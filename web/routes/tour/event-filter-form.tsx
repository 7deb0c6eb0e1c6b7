/** The fields of the filter; what they do happens while they change. */
import { m } from '../../i18n/messages.ts'
import type { EventFilter } from './event-filter.ts'

type EventFilterFormProps = {
  filter: EventFilter
  /** The earliest day, as a date field says it. */
  today: string
  isActive: boolean
  onChange: (changes: Partial<EventFilter>) => void
  onReset: () => void
}

export function EventFilterForm({ filter, today, isActive, onChange, onReset }: EventFilterFormProps) {
  return (
    <search className="mt-6 block">
      <form
        className="grid grid-cols-2 items-end gap-(--gap) md:grid-cols-[minmax(0,1fr)_11rem_11rem_auto]"
        onSubmit={(event) => event.preventDefault()}
      >
        <label className="col-span-2 md:col-span-1">
          <span className="label mb-1 block">{m.events_filter_text()}</span>
          <input
            type="search"
            className="field"
            value={filter.text}
            maxLength={80}
            autoComplete="off"
            placeholder={m.events_filter_placeholder()}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        </label>
        <label>
          <span className="label mb-1 block">{m.events_filter_from()}</span>
          <input
            type="date"
            className="field"
            value={filter.from}
            min={today}
            onChange={(event) => onChange({ from: event.target.value })}
          />
        </label>
        <label>
          <span className="label mb-1 block">{m.events_filter_to()}</span>
          <input
            type="date"
            className="field"
            value={filter.to}
            min={filter.from === '' ? today : filter.from}
            onChange={(event) => onChange({ to: event.target.value })}
          />
        </label>
        <button type="button" className="button-quiet col-span-2 md:col-span-1" disabled={!isActive} onClick={onReset}>
          {m.events_filter_reset()}
        </button>
      </form>
    </search>
  )
}
