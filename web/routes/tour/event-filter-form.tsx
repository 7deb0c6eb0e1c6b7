/**
 * The fields of the event filter. Changes apply without a submit button. The reset button is visible if the filter is active.
 * In wide windows, the hidden button still takes up space, so that the fields do not move.
 */
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { DayField } from './day-field.tsx'
import type { EventFilter } from './event-filter.ts'

type EventFilterFormProps = {
  filter: EventFilter
  /** The earliest day that the filter accepts, such as "2026-12-05". */
  today: string
  isActive: boolean
  onChange: (changes: Partial<EventFilter>) => void
  onReset: () => void
}

export function EventFilterForm({ filter, today, isActive, onChange, onReset }: EventFilterFormProps) {
  /** Counts the resets, because a wrong text belongs to the field alone and not to the filter. */
  const [resets, setResets] = useState(0)
  const text = useRef<HTMLInputElement>(null)
  return (
    <search className="mt-6 block">
      <form
        className="grid grid-cols-2 items-start gap-(--gap) md:grid-cols-[minmax(0,1fr)_11rem_11rem_auto]"
        onSubmit={(event) => event.preventDefault()}
      >
        <label className="col-span-2 md:col-span-1">
          <span className="label mb-1 block">{m.events_filter_text()}</span>
          <input
            ref={text}
            type="search"
            className="field"
            value={filter.text}
            maxLength={80}
            autoComplete="off"
            placeholder={m.events_filter_placeholder()}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        </label>
        <DayField
          key={`from ${resets}`}
          label={m.events_filter_from()}
          day={filter.from}
          earliest={today}
          onChange={(from) => onChange({ from })}
        />
        <DayField
          key={`to ${resets}`}
          label={m.events_filter_to()}
          day={filter.to}
          earliest={filter.from === '' ? today : filter.from}
          onChange={(to) => onChange({ to })}
        />
        <button
          type="button"
          className={`button-quiet col-span-2 md:col-span-1 md:mt-6 ${isActive ? '' : 'max-md:hidden md:invisible'}`}
          onClick={() => {
            onReset()
            setResets(resets + 1)
            text.current?.focus()
          }}
        >
          {m.events_filter_reset()}
        </button>
      </form>
    </search>
  )
}
