/**
 * Limits how long one cart may keep an event's tickets from others without ordering. A fan may choose and change seats
 * for an hour (`HOLD_PERIOD_MS`). After that, the cart gets no further holds of the event, and its existing holds run until
 * they expire. A new period begins only after half an hour without any hold of the event (`HOLD_PAUSE_MS`). One cart
 * therefore keeps a ticket for at most one hour plus one last hold and its extension: 85 minutes with holds of 20 minutes.
 */
import { type Refusal, refuse } from '../../../schema/errors.ts'
import { HOLD_PAUSE_MS, HOLD_PERIOD_MS } from '../../../schema/limits.ts'

export type HoldPeriod = {
  eventId: string
  /** When the period's first hold began. */
  since: number
  /** When the period's last hold ended or will expire. */
  until: number
}

/** The maximum number of periods that a cart stores. Ordinary visitors stay far below it. */
const MAX_PERIODS = 60

function isOver({ until }: HoldPeriod, now: number): boolean {
  return now >= until + HOLD_PAUSE_MS
}

/** Returns HOLDS_PAUSED if the cart may not take further tickets of this event at `now` (epoch milliseconds). */
export function refuseHold(periods: HoldPeriod[], eventId: string, now: number): Refusal | null {
  const counted = periods.filter((period) => !isOver(period, now))
  const own = counted.find((period) => period.eventId === eventId)
  if (own)
    return now < own.since + HOLD_PERIOD_MS ? null : refuse('HOLDS_PAUSED', { retryAt: own.until + HOLD_PAUSE_MS })
  if (counted.length < MAX_PERIODS) return null
  return refuse('HOLDS_PAUSED', { retryAt: Math.min(...counted.map(({ until }) => until)) + HOLD_PAUSE_MS })
}

/** Returns the updated periods of a cart that now has these items, whose holds expire at `heldUntil`. */
export function holdPeriodsWith(
  periods: HoldPeriod[],
  items: { eventId: string | null; hold: unknown }[],
  heldUntil: number | null,
  now: number,
): HoldPeriod[] {
  const held = new Set(items.flatMap(({ eventId, hold }) => (eventId !== null && hold !== null ? [eventId] : [])))
  if (held.size === 0 && periods.length === 0) return periods
  const running = periods.filter((period) => !isOver(period, now))
  return [
    ...running.map((period) => ({
      ...period,
      until: held.has(period.eventId) ? (heldUntil ?? now) : Math.min(period.until, now),
    })),
    ...[...held]
      .filter((eventId) => !running.some((period) => period.eventId === eventId))
      .map((eventId) => ({ eventId, since: now, until: heldUntil ?? now })),
  ]
}
