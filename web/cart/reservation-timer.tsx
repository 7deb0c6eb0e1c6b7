/** How long tickets are reserved, as minutes and squares: in the minicart and in every step of the checkout. */
import { COUNTDOWN_GRACE_SECONDS } from '../../schema/limits.ts'
import { useServerSecond } from '../data/server-clock.ts'
import { m } from '../i18n/messages.ts'
import { litSquares, secondsLeft, TIMER_SQUARES } from './countdown.ts'

/** The words change by the minute, so nobody is read a ticking clock. */
export function ReservationTimer({ validUntil }: { validUntil: number }) {
  const left = secondsLeft(validUntil, useServerSecond())
  // The grace is for the last click, not for the words.
  const minutes = Math.ceil(Math.max(0, left - COUNTDOWN_GRACE_SECONDS) / 60)
  return (
    <div className="text-sm">
      <p role="timer" className="text-muted">
        {m.cart_minutes_left({ count: minutes })}
      </p>
      <ReservationSquares seconds={left} />
    </div>
  )
}

/** 20 squares, one a minute. */
export function ReservationSquares({ seconds }: { seconds: number }) {
  const lit = litSquares(seconds)
  return (
    <div aria-hidden="true" className="mt-1.5 flex gap-0.5" data-testid="reservation-squares">
      {Array.from({ length: TIMER_SQUARES }, (_, place) => place).map((place) => (
        <span
          key={place}
          className={`size-2.5 rounded-[2px] ${place < lit ? (lit <= 3 ? 'bg-danger' : 'bg-accent') : 'bg-line'}`}
        />
      ))}
    </div>
  )
}
