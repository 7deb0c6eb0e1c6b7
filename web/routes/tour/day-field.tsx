/** EVL-02: a date field of the filter. It reports an allowed day at once, and any other day when the field loses focus. */
import { useState } from 'react'
import { dayIsAllowed } from './event-filter.ts'

/** Limits years to four digits. Without a maximum, a browser may accept years of six digits. */
const LATEST = '9999-12-31'

type DayFieldProps = {
  label: string
  day: string
  earliest: string
  onChange: (day: string) => void
}

export function DayField({ label, day, earliest, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <label>
      <span className="label mb-1 block">{label}</span>
      <input
        type="date"
        className="field"
        value={typed ?? day}
        min={earliest}
        max={LATEST}
        onChange={({ target: { value } }) => {
          const isAllowed = dayIsAllowed(value, earliest)
          setTyped(isAllowed ? null : value)
          if (isAllowed) onChange(value)
        }}
        onBlur={() => {
          setTyped(null)
          if (typed !== null) onChange(typed)
        }}
      />
    </label>
  )
}
