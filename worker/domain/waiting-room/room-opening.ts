/**
 * What a change of a room's controls means for its opening. Before the opening it may be moved, and those who gathered keep
 * their draw. After it, a new instant in the future makes a new draw, with a new seed since the old one is known; anything
 * else leaves thresholds as they are, so nobody who was called is sent back. Openings lie on whole seconds, since arrivals
 * are counted by the second and none may be half early.
 */
import { BUCKET_MS } from './arrival-counts.ts'
import type { QueuePhase, RoomControls } from './waiting-room.ts'

export type Opening =
  | { kind: 'keep' }
  /** The draw stays and takes place then. */
  | { kind: 'move'; opensAt: number }
  /** A new draw among those who wait and those who come until then. */
  | { kind: 'draw'; opensAt: number }
  /** Nobody gathered: whoever has a place is called as room allows. */
  | { kind: 'atOnce'; opensAt: number }

const wholeSecondFrom = (instant: number) => Math.ceil(instant / BUCKET_MS) * BUCKET_MS

export function momentOf(now: number): number {
  return Math.floor(now / BUCKET_MS) * BUCKET_MS
}

/** `opened`: the last opening is past, or there was none. `before` is the phase under the former controls. */
export function decideOpening(before: QueuePhase, opened: boolean, controls: RoomControls, now: number): Opening {
  const { mode, opensAt } = controls
  if (mode === 'off') return { kind: 'keep' }
  if (mode === 'paused')
    return opened && before === 'open' ? { kind: 'atOnce', opensAt: momentOf(now) } : { kind: 'keep' }
  if (mode === 'scheduled' && opensAt > now)
    return { kind: opened ? 'draw' : 'move', opensAt: wholeSecondFrom(opensAt) }
  if (!opened) return { kind: 'move', opensAt: wholeSecondFrom(now) }
  if (before !== 'open' || mode === 'automatic') return { kind: 'keep' }
  return { kind: 'atOnce', opensAt: momentOf(now) }
}
