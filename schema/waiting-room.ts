/** The waiting room as a browser sees it: the answer to a request that a waiting room guards, and the answer to a poll. */

export type QueueScope = 'shop' | 'catalogue' | 'event'

/** All instants are epoch milliseconds by the server's clock. */
export type QueueView = {
  scope: QueueScope
  /** The waiting room's key, `${scope}/${id}`. The published lottery has the same key. */
  room: string
  phase: 'open' | 'gathering' | 'serving' | 'paused'
  /** The public id of the visitor's queue entry; null until the visitor has passed the bot check. */
  entryId: string | null
  opensAt: number
  /** The event's name in the visitor's language; null for a waiting room of a shop or its catalogue. */
  eventName: string | null
  /** No ticket is left at the moment. Carts and unpaid orders may still release tickets. */
  isSoldOut: boolean
  /** Free tickets of the event, a few seconds old; null for other waiting rooms, or if the number is unknown. */
  ticketsLeft: number | null
  /** The visitor's turn has come. They enter as soon as the shop has capacity; `ahead` counts those who enter first. */
  isCalled: boolean
  /** How many visitors enter first; null before the lottery. */
  ahead: number | null
  /** The estimated time until the visitor enters; null if it is unknown. */
  waitSeconds: number | null
  /** How many visitors wait altogether. */
  total: number | null
  /** SHA-256 of the lottery's seed, in hex. */
  seedHash: string
  /** Seconds until the next poll. An earlier poll gets the same cached answer. */
  pollAfterSeconds: number
  /** The site key of the bot check; null if no check is required. */
  checkKey: string | null
  /** The visitor has no queue entry yet, because too many came from the same network. A later poll gets one. */
  isLimited: boolean
}

/** SES-05: an index of -1 means that the visitor need not wait. `queue` is the waiting room that guards the page, if any. */
export type QueuedSession = { waitingIndex: number; catalogWaitingIndex: number; queue: QueueView | null }
