/**
 * How long one cart may keep tickets of an event from others without ordering. A fan who chooses and changes seats is
 * free to do so for an hour; afterwards what is held runs out by its own end, and only a pause without any hold of the
 * event starts a new period. So one cart keeps no ticket of an event for longer than the hour, one last hold and its
 * extension (85 minutes as long as a hold lasts 20), and then leaves it to others for half an hour at least.
 */
import { type Refusal, refuse } from '../../../schema/errors.ts'
import { HOLD_PAUSE_MS, HOLD_PERIOD_MS } from '../../../schema/limits.ts'
import type { CartItem } from '../cart/cart.ts'

export type HoldPeriod = {
  eventId: string
  /** When the first hold of the period began. */
  since: number
  /** When its last hold ended, or will end. */
  until: number
}

/** An honest visitor never comes near it; it bounds what a cart stores. */
const MOST_PERIODS = 60

function isOver({ until }: HoldPeriod, now: number): boolean {
  return now >= until + HOLD_PAUSE_MS
}

/** HOLDS_PAUSED where the cart may not hold tickets of this event at `now` (epoch milliseconds). */
export function refuseHold(periods: HoldPeriod[], eventId: string, now: number): Refusal | null {
  const counted = periods.filter((period) => !isOver(period, now))
  const own = counted.find((period) => period.eventId === eventId)
  if (own)
    return now < own.since + HOLD_PERIOD_MS ? null : refuse('HOLDS_PAUSED', { retryAt: own.until + HOLD_PAUSE_MS })
  if (counted.length < MOST_PERIODS) return null
  return refuse('HOLDS_PAUSED', { retryAt: Math.min(...counted.map(({ until }) => until)) + HOLD_PAUSE_MS })
}

/** The periods of a cart whose items and their end are now these. */
export function holdPeriodsWith(
  periods: HoldPeriod[],
  items: CartItem[],
  heldUntil: number | null,
  now: number,
): HoldPeriod[] {
  const held = new Set(items.flatMap(({ eventId, hold }) => (eventId !== null && hold !== null ? [eventId] : [])))
  if (held.size === 0 && periods.length === 0) return periods
  const known = periods.filter((period) => !isOver(period, now))
  return [
    ...known.map((period) => ({
      ...period,
      until: held.has(period.eventId) ? (heldUntil ?? now) : Math.min(period.until, now),
    })),
    ...[...held]
      .filter((eventId) => !known.some((period) => period.eventId === eventId))
      .map((eventId) => ({ eventId, since: now, until: heldUntil ?? now })),
  ]
}
