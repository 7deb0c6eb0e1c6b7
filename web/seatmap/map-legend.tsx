/**
 * Explains how the map shows seats that are free, taken, reserved by others, and the visitor's own, and the signs of special
 * seats.
 */
import { m } from '../i18n/messages.ts'
import { FlagSign } from './flag-sign.tsx'
import type { SeatFlag } from './seat-flags.ts'

type MapLegendProps = {
  /**
   * The colours of the categories. Free seats have them, so the sign of a free seat has the first and the last. Null before
   * the sale, when seats have no state.
   */
  colours: string[] | null
  /** The flags that occur on the map. */
  flags: readonly SeatFlag[]
}

export function MapLegend({ colours, flags }: MapLegendProps) {
  if (colours === null && flags.length === 0) return null
  return (
    <ul aria-label={m.event_legend()} className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {colours && <States colours={colours} />}
      {flags.map((flag) => (
        <li key={flag.bit} className="flex items-center gap-2">
          <FlagSign flag={flag} />
          {flag.name()}
        </li>
      ))}
    </ul>
  )
}

function States({ colours }: { colours: string[] }) {
  const [first, last] = [colours[0] ?? 'var(--ink)', colours.at(-1) ?? 'var(--ink)']
  return (
    <>
      <li className="flex items-center gap-2">
        <span
          className="size-3.5 rounded-full"
          style={{ background: `linear-gradient(to right, ${first} 50%, ${last} 50%)` }}
        />
        {m.event_legend_free()}
      </li>
      <li className="flex items-center gap-2">
        <span className="size-2 rounded-full bg-muted/50" />
        {m.event_legend_taken()}
      </li>
      <li className="flex items-center gap-2">
        <span className="size-2 rotate-45 bg-muted/50" />
        {m.event_legend_held()}
      </li>
      <li className="flex items-center gap-2">
        <span className="grid size-4 place-items-center rounded-full bg-ink text-[0.6rem] text-surface">✓</span>
        {m.event_legend_own()}
      </li>
    </>
  )
}
