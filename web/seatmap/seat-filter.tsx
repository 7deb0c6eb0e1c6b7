/** The filter of seats: a checkbox for each flag that occurs on this map. */
import { m } from '../i18n/messages.ts'
import { FlagSign } from './flag-sign.tsx'
import type { SeatFlag } from './seat-flags.ts'

type SeatFilterProps = {
  flags: readonly SeatFlag[]
  chosen: readonly SeatFlag[]
  onChoose: (chosen: SeatFlag[]) => void
}

export function SeatFilter({ flags, chosen, onChoose }: SeatFilterProps) {
  if (flags.length === 0) return null
  return (
    <fieldset className="flex flex-wrap gap-x-5">
      <legend className="sr-only">{m.event_filter()}</legend>
      {flags.map((flag) => (
        <label key={flag.bit} className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-5 accent-accent"
            checked={chosen.includes(flag)}
            onChange={() =>
              onChoose(chosen.includes(flag) ? chosen.filter((other) => other !== flag) : [...chosen, flag])
            }
          />
          {/* A filter that hides seats shows no sign, because the sign would mean the hidden seats. */}
          {flag.filter.kind === 'only' && <FlagSign flag={flag} />}
          {flag.filter.label()}
        </label>
      ))}
    </fieldset>
  )
}
