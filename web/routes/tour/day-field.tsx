/**
 * EVL-02: a date field of the filter, in the format of the page's language, with a button that opens the browser's calendar.
 * It reports an allowed day at once, and any other day when the field loses focus.
 */
import { useId, useRef, useState } from 'react'
import { useLocale } from '../../data/locale.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { dayIsAllowed } from './event-filter.ts'
import { dayText, isTypedOut, readDay } from './typed-day.ts'

/** Limits years to four digits. Without a maximum, a browser may accept years of six digits. */
const LATEST = '9999-12-31'

type DayFieldProps = {
  label: string
  day: string
  earliest: string
  onChange: (day: string) => void
}

export function DayField({ label, day, earliest, onChange }: DayFieldProps) {
  const id = useId()
  const locale = useLocale()
  const field = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)

  function type(text: string): void {
    const read = readDay(text)
    setTyped(text)
    if (read !== null) setWrong(false)
    if (read !== null && (read === '' || isTypedOut(text)) && dayIsAllowed(read, earliest)) onChange(read)
  }
  function finish(): void {
    if (typed === null) return
    const read = readDay(typed)
    setWrong(read === null)
    // A text that is no date stays, so that the visitor can correct it.
    if (read === null) return
    setTyped(null)
    onChange(read)
  }
  function choose(chosen: string): void {
    setTyped(null)
    setWrong(false)
    onChange(chosen)
  }
  function open(): void {
    try {
      calendar.current?.showPicker()
    } catch {
      // Browsers open no calendar for a press that was made before the page ran.
      field.current?.focus()
    }
  }
  return (
    <div>
      <label htmlFor={id} className="label mb-1 block">
        {label}
      </label>
      <div className="relative">
        <input
          ref={field}
          id={id}
          className="field pr-11 max-[22rem]:pr-9 max-[22rem]:pl-2.5 max-[22rem]:text-[0.9375rem] max-[22rem]:placeholder:text-[0.8125rem]"
          value={typed ?? dayText(day, locale)}
          placeholder={m.events_filter_format()}
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-problem` : undefined}
          onChange={({ target }) => type(target.value)}
          onBlur={finish}
          onKeyDown={({ key }) => key === 'Enter' && finish()}
        />
        {/* It only holds the calendar, whose button has a name of its own. */}
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 opacity-0"
          value={day}
          min={earliest}
          max={LATEST}
          onChange={({ target }) => choose(target.value)}
        />
        <button
          type="button"
          aria-label={m.events_filter_calendar({ field: label })}
          className="icon-button absolute top-1/2 right-0 -translate-y-1/2"
          onClick={open}
        >
          <Icon name="calendar" className="size-5" />
        </button>
      </div>
      {isWrong && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-sm font-medium text-danger">
          {m.events_filter_wrong()}
        </p>
      )}
    </div>
  )
}
