/**
 * SHELL-04: a countdown by the server's clock, on a split-flap display. Screen readers get the label and the time as one
 * timer that changes every minute. With reduced motion, the numbers change without animation.
 */
import { useState } from 'react'
import { useServerSecond } from '../data/server-clock.ts'
import { m } from '../i18n/messages.ts'
import { type CountdownParts, countdownParts, countdownWords } from './countdown-parts.ts'

const UNITS: { part: keyof CountdownParts; name: (parts: { count: number }) => string }[] = [
  { part: 'days', name: m.countdown_days },
  { part: 'hours', name: m.countdown_hours },
  { part: 'minutes', name: m.countdown_minutes },
  { part: 'seconds', name: m.countdown_seconds },
]

/** `until` is in epoch milliseconds. `label` says what happens then. */
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
            <Flap text={String(left[part]).padStart(2, '0')} />
            <p className="label mt-2">{name({ count: left[part] })}</p>
          </div>
        ))}
      </div>
    </div>
  )
}

/** First the old number's upper half falls. Then the new number's lower half covers the lower half of the old number. */
function Flap({ text }: { text: string }) {
  const [current, setCurrent] = useState({ text, previous: text })
  if (current.text !== text) setCurrent({ text, previous: current.text })
  const isFlipping = current.previous !== current.text
  return (
    <div className="flip-leaf display tabular-nums">
      <span className="flip-half flip-upper">{current.text}</span>
      <span className="flip-half flip-lower">{isFlipping ? current.previous : current.text}</span>
      {isFlipping && (
        <span key={current.text} className="contents">
          <span className="flip-half flip-upper flip-falling">{current.previous}</span>
          <span className="flip-half flip-lower flip-landing">{current.text}</span>
        </span>
      )}
    </div>
  )
}
