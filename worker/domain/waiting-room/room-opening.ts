/**
 * Decides how a change of a room's controls affects its opening. An opening in the future may be moved, and keeps its
 * lottery. After an opening, a new opening in the future gets a new lottery with a new seed, because the old seed is
 * public. While visitors queue, any other change leaves the thresholds alone, so nobody who was called is sent back.
 *
 * An opening is at a whole second, because arrivals are counted per second. Each counted second then lies entirely
 * before or entirely after the opening.
 */
import { BUCKET_MS } from './arrival-counts.ts'
import type { QueuePhase, RoomControls } from './waiting-room.ts'

export type Opening =
  | { kind: 'keep' }
  /** The existing lottery takes place at the new instant. */
  | { kind: 'move'; opensAt: number }
  /** A new lottery takes place at this instant, among the visitors who wait now and those who come until then. */
  | { kind: 'lottery'; opensAt: number }
  /** No lottery: visitors who arrived until this instant count as called. Later visitors are called by arrival. */
  | { kind: 'atOnce'; opensAt: number }

const wholeSecondFrom = (instant: number) => Math.ceil(instant / BUCKET_MS) * BUCKET_MS

export function wholeSecondUntil(instant: number): number {
  return Math.floor(instant / BUCKET_MS) * BUCKET_MS
}

/** `opened` is false while an opening lies ahead. `before` is the phase under the previous controls. */
export function decideOpening(before: QueuePhase, opened: boolean, controls: RoomControls, now: number): Opening {
  const { mode, opensAt } = controls
  if (mode === 'off') return { kind: 'keep' }
  if (mode === 'paused')
    return opened && before === 'open' ? { kind: 'atOnce', opensAt: wholeSecondUntil(now) } : { kind: 'keep' }
  if (mode === 'scheduled' && opensAt > now)
    return { kind: opened ? 'lottery' : 'move', opensAt: wholeSecondFrom(opensAt) }
  if (!opened) return { kind: 'move', opensAt: wholeSecondFrom(now) }
  if (before !== 'open' || mode === 'automatic') return { kind: 'keep' }
  return { kind: 'atOnce', opensAt: wholeSecondUntil(now) }
}
