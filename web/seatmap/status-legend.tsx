/** Explains how the map shows seats that are free, taken, reserved by others, and the visitor's own. */
import { m } from '../i18n/messages.ts'

type StatusLegendProps = {
  /** Free seats have the colours of their categories, so their sign has the first and the last of these. */
  colours: string[]
}

export function StatusLegend({ colours }: StatusLegendProps) {
  const [first, last] = [colours[0] ?? 'var(--ink)', colours.at(-1) ?? 'var(--ink)']
  return (
    <ul aria-label={m.event_legend()} className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
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
    </ul>
  )
}
