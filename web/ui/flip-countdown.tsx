/**
 * SHELL-04: what is left until an instant, on leaves that fall over like a station's board. It goes by the server's clock.
 * Screen readers get label and time as one timer that changes by the minute; under reduced motion the leaves only change.
 */
import { useState } from 'react'
import { useServerSecond } from '../data/server-clock.ts'
import { m } from '../i18n/messages.ts'
import { type CountdownParts, countdownParts, countdownWords } from './countdown-parts.ts'

const UNITS: { part: keyof CountdownParts; name: () => string }[] = [
  { part: 'days', name: m.countdown_days },
  { part: 'hours', name: m.countdown_hours },
  { part: 'minutes', name: m.countdown_minutes },
  { part: 'seconds', name: m.countdown_seconds },
]

/** `until` in epoch milliseconds; `label` says what happens then. */
export function FlipCountdown({ until, label }: { until: number; label: string }) {
  const left = countdownParts(until, useServerSecond())
  return (
    <div role="timer" aria-label={m.countdown_left({ label, time: countdownWords(left) })} className="flip-countdown">
      <p aria-hidden="true" className="label">
        {label}
      </p>
      <div aria-hidden="true" className="mt-3 flex gap-2 sm:gap-4">
        {UNITS.map(({ part, name }) => (
          <div key={part} className="text-center">
            <Leaf text={String(left[part]).padStart(2, '0')} />
            <p className="label mt-2">{name()}</p>
          </div>
        ))}
      </div>
    </div>
  )
}

/** The new number stands behind; the old one's upper half falls, the new one's lower half follows it down. */
function Leaf({ text }: { text: string }) {
  const [shown, setShown] = useState({ text, before: text })
  if (shown.text !== text) setShown({ text, before: shown.text })
  const turns = shown.before !== shown.text
  return (
    <div className="flip-leaf display tabular-nums">
      <span className="flip-half flip-upper">{shown.text}</span>
      <span className="flip-half flip-lower">{turns ? shown.before : shown.text}</span>
      {turns && (
        <span key={shown.text} className="contents">
          <span className="flip-half flip-upper flip-falling">{shown.before}</span>
          <span className="flip-half flip-lower flip-landing">{shown.text}</span>
        </span>
      )}
    </div>
  )
}
