/**
 * Limits how long one cart may keep an event's tickets from others without ordering. A fan may choose and change seats
 * for an hour. After that, existing holds run until they expire, and only a pause without any hold of the event starts a
 * new period. One cart therefore keeps a ticket for at most that hour plus one last hold and its extension (85 minutes
 * with holds of 20 minutes), and then leaves it to others for at least half an hour.
 */
import { type Refusal, refuse } from '../../../schema/errors.ts'
import { HOLD_PAUSE_MS, HOLD_PERIOD_MS } from '../../../schema/limits.ts'

export type HoldPeriod = {
  eventId: string
  /** When the period's first hold began. */
  since: number
  /** When the period's last hold expired or will expire. */
  until: number
}

/** Bounds what a cart stores. No ordinary visitor comes near it. */
const MAX_PERIODS = 60

function isOver({ until }: HoldPeriod, now: number): boolean {
  return now >= until + HOLD_PAUSE_MS
}

/** Returns HOLDS_PAUSED if the cart may not hold tickets of this event at `now` (epoch milliseconds). */
export function refuseHold(periods: HoldPeriod[], eventId: string, now: number): Refusal | null {
  const counted = periods.filter((period) => !isOver(period, now))
  const own = counted.find((period) => period.eventId === eventId)
  if (own)
    return now < own.since + HOLD_PERIOD_MS ? null : refuse('HOLDS_PAUSED', { retryAt: own.until + HOLD_PAUSE_MS })
  if (counted.length < MAX_PERIODS) return null
  return refuse('HOLDS_PAUSED', { retryAt: Math.min(...counted.map(({ until }) => until)) + HOLD_PAUSE_MS })
}

/** Returns the periods updated for a cart that now has these items and this common expiry. */
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
