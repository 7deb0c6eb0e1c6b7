/**
 * The state of a waiting room as the server sends it to the browser of a waiting visitor, on each page and each poll.
 */

import type { Locale } from './locale.ts'

export type QueueScope = 'shop' | 'catalogue' | 'event'

/** What an operator tells waiting visitors, as plain text. `en` is null if there is no English text. */
export type RoomNote = { de: string; en: string | null }

/** All instants are in epoch milliseconds of the server's clock. */
export type QueueView = {
  scope: QueueScope
  /** The waiting room's key, `${scope}/${id}`. The URL of the published lottery contains the same key. */
  room: string
  phase: 'open' | 'gathering' | 'serving' | 'paused'
  /** The public id of the visitor's queue entry; null before the bot check, and while `isLimited` is true. */
  entryId: string | null
  opensAt: number
  /** The event's name in the visitor's language; null for a waiting room of a shop or its catalogue. */
  eventName: string | null
  /**
   * Whether the event has a sold-out message, or no ticket is free at the moment. Carts and unpaid orders may still
   * release tickets.
   */
  isSoldOut: boolean
  /**
   * The number of the event's free tickets, a few seconds old. Null for other waiting rooms, if the event has a sold-out
   * message, or if the number is unknown.
   */
  ticketsLeft: number | null
  /** The operator's note in the visitor's language, or in German if there is no other. */
  note: { text: string; locale: Locale } | null
  /** Whether the visitor's turn has come. The visitor enters as soon as the shop has capacity. */
  isCalled: boolean
  /** The number of visitors who enter before this visitor; null before the lottery, or if it is unknown. */
  ahead: number | null
  /** The estimated time until the visitor enters; null if it is unknown. */
  waitSeconds: number | null
  /** The number of all waiting visitors; null if it is unknown. */
  total: number | null
  /** The SHA-256 hash of the lottery's seed, in hexadecimal; empty if the visitor takes part in no lottery. */
  seedHash: string
  /** The browser should poll again after this many seconds. */
  pollAfterSeconds: number
  /** The site key of the bot check; null if no check is required. */
  checkKey: string | null
  /** The visitor has no queue entry yet, because too many visitors came from the same network. A later poll may get one. */
  isLimited: boolean
}

/**
 * SES-05: an index of -1 means that the visitor need not wait. `queue` is null if no waiting room makes the visitor
 * wait.
 */
export type QueuedSession = { waitingIndex: number; catalogWaitingIndex: number; queue: QueueView | null }
