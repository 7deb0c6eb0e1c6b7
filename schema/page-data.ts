/** The data that the server embeds in a page's HTML, so that the page can start without another request. */

import type { EventTileFragment, ShopQuery } from './generated/operations.ts'
import type { Layout } from './layout.ts'
import type { Locale } from './locale.ts'
import type { QueuedSession } from './waiting-room.ts'

export const PAGE_DATA_ELEMENT_ID = 'stagedoor-page'

/** The element after the part of a page that would shift while it arrives in pieces, such as words beside a picture. */
export const FIRST_VIEW_END_ID = 'first-view-end'

/** The element that follows the header on every page. */
export const MAIN_ID = 'main'

type PageAnswer = { hash: string; variables: Record<string, unknown>; data: unknown }

/** The fields of an event that the waiting screen shows. */
export type GuardedEvent = Pick<
  EventTileFragment,
  'slug' | 'href' | 'status' | 'name' | 'happeningFromAt' | 'happeningUntilAt' | 'tileMeta' | 'soldOutMessage' | 'image'
> & { artist: string; venue: { name: string; city: string; timeZone: string } }

/** A payment provider's script in the browser. `key` is public and identifies the shop's account. */
export type ProviderScript = { url: string; key: string }

export type PaymentScripts = { stripe?: ProviderScript; paypal?: ProviderScript }

/**
 * The addresses that receive statistics and error reports of visitors who allow them: https addresses, or paths of the shop's
 * host. An address is null if the deployment has none.
 */
export type Trackers = { analyticsUrl: string | null; errorUrl: string | null }

export type PageData = {
  locale: Locale
  /** The layout of the shop's design, on which the sizes of images and the order of a page's parts depend. */
  layout: Layout
  shop: ShopQuery['shop']
  /**
   * The server's time when it rendered the page, in epoch milliseconds. It is in the past if the page comes from a
   * cache.
   */
  serverNow: number
  status: 200 | 404
  /**
   * Whether the request probably comes from a touch device. It matters only on pages that show fewer products on touch
   * devices. On all other pages it is false, so that the cache has only one version of them.
   */
  touch: boolean
  answers: PageAnswer[]
  /** The state of the waiting room in which this visitor waits for the page; null if the visitor need not wait. */
  waiting: QueuedSession | null
  /** The event, if the visitor waits for an event's page; otherwise null. */
  guardedEvent: GuardedEvent | null
  /**
   * The scripts of the payment providers. Empty on routes other than those of the checkout, because only these routes allow
   * the scripts.
   */
  paymentScripts: PaymentScripts
  trackers: Trackers
  /** The address of the sandbox's mailbox, which receives all mails of a local shop; null in a deployed shop. */
  sandbox: { mailboxUrl: string } | null
}
