/**
 * Until the presale opens, by the server's clock. The page turns by itself at the moment; screen readers hear the
 * moment once and not every second.
 */

import { useServerSecond } from '../../cart/server-clock.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'

const SECOND = 1000
const PARTS = [
  { size: 86_400, label: m.event_presale_days },
  { size: 3_600, label: m.event_presale_hours },
  { size: 60, label: m.event_presale_minutes },
  { size: 1, label: m.event_presale_seconds },
]

export function PresaleCountdown({ presaleAt, timeZone }: { presaleAt: number; timeZone: string }) {
  const left = Math.max(0, Math.ceil((presaleAt - useServerSecond()) / SECOND))
  let rest = left
  const parts = PARTS.map(({ size, label }) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return { count, label: label() }
  })
  const [days, hours, minutes] = parts.map(({ count }) => count)
  return (
    <div className="rounded-xl border border-line bg-surface p-5 text-center sm:p-8">
      <p className="text-lg font-bold text-balance">
        {m.event_presale_title({ date: formatDateTime(presaleAt, timeZone) })}
      </p>
      <div
        role="timer"
        aria-label={m.event_presale_timer({ days: days ?? 0, hours: hours ?? 0, minutes: minutes ?? 0 })}
        className="my-5 flex justify-center gap-3 sm:gap-5"
      >
        {parts.map(({ count, label }) => (
          <span key={label} aria-hidden="true" className="w-16">
            <span className="block text-4xl font-bold tabular-nums">{String(count).padStart(2, '0')}</span>
            <span className="block text-sm text-muted">{label}</span>
          </span>
        ))}
      </div>
      <p className="text-muted">{m.event_presale_text()}</p>
    </div>
  )
}
