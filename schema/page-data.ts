/** The data that the server embeds in a page's HTML, so that the page needs no further request to start. */

import type { EventPageQuery, ShopQuery } from './generated/operations.ts'
import type { Locale } from './locale.ts'
import type { QueuedSession } from './waiting-room.ts'

export const PAGE_DATA_ELEMENT_ID = 'stagedoor-page'

type PageAnswer = { hash: string; variables: Record<string, unknown>; data: unknown }

/** The part of an event that the waiting screen shows. */
export type GuardedEvent = Pick<
  NonNullable<EventPageQuery['event']>,
  'slug' | 'href' | 'name' | 'happeningFromAt' | 'happeningUntilAt' | 'meta' | 'soldOutMessage' | 'image'
> & { artist: string; venue: { name: string; city: string; timeZone: string } }

export type PageData = {
  locale: Locale
  shop: ShopQuery['shop']
  /** The server's clock when it rendered the page. A cached page has an older one. */
  serverNow: number
  status: 200 | 404
  /**
   * The server guesses that the request comes from a touch device. It is true only on pages that show fewer products on
   * touch devices, so that all other pages have one version in the cache.
   */
  touch: boolean
  answers: PageAnswer[]
  /** The state of the waiting room that guards the page against this visitor; null if none does. */
  waiting: QueuedSession | null
  /** The event that the waiting room guards, on the event's page. */
  guardedEvent: GuardedEvent | null
  /** Links to the sandbox; null if real providers are configured. */
  sandbox: { mailboxUrl: string } | null
}
