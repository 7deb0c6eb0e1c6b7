/** The waiting room as a browser sees it: what the shop answers instead of what was asked for, and what a poll tells. */

export type QueueScope = 'shop' | 'catalogue' | 'event'

/** All instants are epoch milliseconds by the server's clock. */
export type QueueView = {
  scope: QueueScope
  /** `${scope}/${id}`: names the room and its published draw. */
  room: string
  phase: 'open' | 'gathering' | 'serving' | 'paused'
  /** The public part of the visitor's signed place; null until they passed the check for bots. */
  placeId: string | null
  opensAt: number
  /** The event's name in the visitor's language; null for a room that guards a shop or its catalogue. */
  eventName: string | null
  /** No ticket is left at the moment. Carts and unpaid orders may still give tickets back. */
  isSoldOut: boolean
  /** Free tickets of the event, a few seconds old; null for other rooms, or where nobody can say. */
  ticketsLeft: number | null
  /** The visitor's turn has come: they enter as soon as there is room, and `ahead` counts those who enter before them. */
  isCalled: boolean
  /** How many come first; null where nobody can know, before the lottery. */
  ahead: number | null
  /** About how long it takes until the visitor enters; null where nobody can know. */
  waitSeconds: number | null
  /** How many wait altogether. */
  total: number | null
  /** SHA-256 of the draw's seed, in hex. */
  seedHash: string
  /** Seconds until the next question makes sense. */
  pollAfterSeconds: number
  /** The site key of the check for bots, where one is asked for. */
  checkKey: string | null
  /** Too many entries came from the visitor's network: this one has none yet and gets one when it asks again later. */
  isLimited: boolean
}

/** SES-05: indices below 0 mean that nobody waits: -1. `queue` is the room that keeps this visitor out, if any. */
export type QueuedSession = { waitingIndex: number; catalogWaitingIndex: number; queue: QueueView | null }
