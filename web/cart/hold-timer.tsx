/**
 * The remaining time of the cart's holds. The checkout shows it as minutes and squares. The minicart shows the squares below
 * its own countdown.
 */
import { useServerSecond } from '../data/server-clock.ts'
import { m } from '../i18n/messages.ts'
import { litSquares, secondsLeft, TIMER_SQUARES } from './countdown.ts'

/** The text changes once a minute, so that screen readers do not announce every second. */
export function HoldTimer({ heldUntil }: { heldUntil: number }) {
  const left = secondsLeft(heldUntil, useServerSecond())
  return (
    <div className="text-sm">
      <p role="timer" className="text-muted">
        {m.cart_minutes_left({ count: Math.ceil(left / 60) })}
      </p>
      <HoldTimerSquares seconds={left} />
    </div>
  )
}

/** 20 squares, one per minute. */
export function HoldTimerSquares({ seconds }: { seconds: number }) {
  const lit = litSquares(seconds)
  return (
    <div aria-hidden="true" className="mt-1.5 flex gap-0.5">
      {Array.from({ length: TIMER_SQUARES }, (_, index) => index).map((index) => (
        <span
          key={index}
          className={`size-2.5 rounded-[2px] ${index < lit ? (lit <= 3 ? 'bg-danger' : 'bg-accent') : 'bg-ink/20'}`}
        />
      ))}
    </div>
  )
}
