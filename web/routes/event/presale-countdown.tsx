/**
 * The countdown to `presaleAt`, by the server's clock. When it ends, the page shows the ticket choice without a reload.
 * Screen readers get days, hours and minutes, but no seconds.
 */

import { useServerSecond } from '../../data/server-clock.ts'
import { formatSaleTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { countdownParts, countdownWords } from '../../ui/countdown-parts.ts'

export function PresaleCountdown({ presaleAt, timeZone }: { presaleAt: number; timeZone: string }) {
  const left = countdownParts(presaleAt, useServerSecond())
  const { days, hours, minutes, seconds } = left
  const parts = [
    { count: days, label: m.countdown_days({ count: days }) },
    { count: hours, label: m.countdown_hours({ count: hours }) },
    { count: minutes, label: m.countdown_minutes() },
    { count: seconds, label: m.countdown_seconds() },
  ]
  return (
    <div className="rounded-xl border border-line bg-surface p-5 text-center sm:p-8">
      <p className="text-lg font-bold text-balance">
        {m.event_presale_title({ date: formatSaleTime(presaleAt, timeZone) })}
      </p>
      <div
        role="timer"
        aria-label={m.event_presale_timer({ time: countdownWords(left) })}
        className="mt-5 flex justify-center gap-3 sm:gap-5"
      >
        {parts.map(({ count, label }) => (
          <span key={label} aria-hidden="true" className="w-16">
            <span className="block text-4xl font-bold tabular-nums">{String(count).padStart(2, '0')}</span>
            <span className="block text-sm text-muted">{label}</span>
          </span>
        ))}
      </div>
      {/* Nobody keeps a page open for days. */}
      {days === 0 && <p className="mt-5 text-muted">{m.event_presale_text()}</p>}
    </div>
  )
}
