/**
 * What a change of a room's controls means for its opening. Before the opening it may be moved, and waiting visitors keep
 * their lottery. After it, a new instant in the future starts a new lottery with a new seed, because the old seed is
 * public. Any other change leaves the thresholds alone, so nobody who was called is sent back. An opening is a whole
 * second, because arrivals are counted by the second and a second must not be half early.
 */
import { BUCKET_MS } from './arrival-counts.ts'
import type { QueuePhase, RoomControls } from './waiting-room.ts'

export type Opening =
  | { kind: 'keep' }
  /** The existing lottery takes place at the new instant. */
  | { kind: 'move'; opensAt: number }
  /** A new lottery among visitors who wait now and those who come until then. */
  | { kind: 'lottery'; opensAt: number }
  /** No lottery: everyone with an entry is called as slots become free. */
  | { kind: 'atOnce'; opensAt: number }

const wholeSecondFrom = (instant: number) => Math.ceil(instant / BUCKET_MS) * BUCKET_MS

export function wholeSecondUntil(instant: number): number {
  return Math.floor(instant / BUCKET_MS) * BUCKET_MS
}

/** `opened`: the last opening has passed, or there was none. `before` is the phase under the previous controls. */
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
