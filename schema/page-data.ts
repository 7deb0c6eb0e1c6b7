/** What the edge writes into the page it sends, so that the first view needs no second trip. */

import type { EventPageQuery, ShopQuery } from './generated/operations.ts'
import type { Locale } from './locale.ts'
import type { QueuedSession } from './queue.ts'

export const PAGE_DATA_ELEMENT_ID = 'stagedoor-page'

type PageAnswer = { hash: string; variables: Record<string, unknown>; data: unknown }

/** What the waiting screen says of its concert. */
export type WaitedEvent = Pick<
  NonNullable<EventPageQuery['event']>,
  'slug' | 'href' | 'name' | 'happeningFromAt' | 'happeningUntilAt' | 'meta' | 'soldOutMessage' | 'image'
> & { artist: string; venue: { name: string; city: string; timeZone: string } }

export type PageData = {
  locale: Locale
  shop: ShopQuery['shop']
  /** The edge's clock when it answered; a cached page's may be older. */
  serverNow: number
  status: 200 | 404
  /** The edge took the device for one that fingers hold. A guess, and only told where a page shows less to those. */
  touch: boolean
  answers: PageAnswer[]
  /** A waiting room keeps this visitor from what the page shows; null for everybody else. */
  waiting: QueuedSession | null
  /** The concert that a waiting room stands before, where the page is one's. */
  waitedFor: WaitedEvent | null
  /** Links of the sandbox; null where real providers are configured. */
  sandbox: { mailboxUrl: string } | null
}
