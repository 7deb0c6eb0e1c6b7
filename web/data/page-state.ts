/**
 * The state that a page starts with and that code outside of components also reads. A browser has one page. The server
 * renders many, each with a state of its own, so that no page ever gets the language, the shop or the answers of another.
 */
import type { QueryClient } from '@tanstack/react-query'
import { DEFAULT_LOCALE, type Locale } from '../../schema/locale.ts'
import type { Trackers } from '../../schema/page-data.ts'
import type { QueuedSession } from '../../schema/waiting-room.ts'

export type Wait = {
  session: QueuedSession
  /** The path of the page on which the wait started. After the admission, a notice links to this page. */
  guardedPath: string
  /** The visitor keeps browsing, and a bar shows the wait. */
  isMinimised: boolean
}

export type WaitState = {
  wait: Wait | null
  /** The `guardedPath` of a wait that has ended with an admission, until the visitor closes the notice. */
  admittedTo: string | null
  /** When the pass of the admission ends at the latest; null if there was no admission. */
  insideUntil: number | null
}

export type PageState = {
  locale: Locale
  isBandShop: boolean
  /** The shop's slug, the path prefix of its pages, and whether the visitor lacks its code. */
  shop: { slug: string; basePath: string; isLocked?: boolean }
  trackers: Trackers
  /** When the server rendered the page, in epoch milliseconds. */
  renderedAt: number
  /** The server's guess from client hint and user agent; false on pages that are the same on all devices. */
  isTouch: boolean
  /** The shop's `trim_zero_decimals`: "25 €" instead of "25,00 €", where a price stands alone. */
  trimsZeroDecimals: boolean
  wait: WaitState
  /** The page's query cache; null until its first use. */
  answers: QueryClient | null
}

const INITIAL: PageState = {
  locale: DEFAULT_LOCALE,
  isBandShop: false,
  shop: { slug: '', basePath: '' },
  trackers: { analyticsUrl: null, errorUrl: null },
  renderedAt: 0,
  isTouch: false,
  trimsZeroDecimals: false,
  wait: { wait: null, admittedTo: null, insideUntil: null },
  answers: null,
}

let browserPage: PageState = { ...INITIAL }
let readServerPage = () => browserPage

export function currentPage(): PageState {
  return import.meta.env.SSR ? readServerPage() : browserPage
}

/** Sets the state of the browser's page, before the first render. */
export function setBrowserPage(state: PageState): void {
  browserPage = state
}

/** Sets the function that returns the page of the current render on the server. */
export function setServerPageReader(reader: () => PageState): void {
  readServerPage = reader
}
