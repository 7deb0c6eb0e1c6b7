/** A day of the filter. What is being typed stands in the field alone until it is a day that counts (EVL-02). */
import { useState } from 'react'
import { dayCounts } from './event-filter.ts'

/** Four digits are a year; without a last day browsers take six, and the typing does not move on. */
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
          const counts = dayCounts(value, earliest)
          setTyped(counts ? null : value)
          if (counts) onChange(value)
        }}
        onBlur={() => {
          setTyped(null)
          if (typed !== null) onChange(typed)
        }}
      />
    </label>
  )
}
