/**
 * The state that a page starts with and that code outside of components reads, too. A browser has one page. The server
 * renders many, each with a state of its own, so that no page ever gets the language, the shop or the answers of another.
 */
import type { QueryClient } from '@tanstack/react-query'
import { DEFAULT_LOCALE, type Locale } from '../../schema/locale.ts'
import type { QueuedSession } from '../../schema/queue.ts'

export type Wait = {
  session: QueuedSession
  /** Path of the page on which the fan was kept back. */
  keptOn: string
  /** The fan browses on meanwhile. */
  isAside: boolean
}

/** `calledTo`: the fan has been let in, and this is the path of what they wanted. */
export type WaitState = { wait: Wait | null; calledTo: string | null }

export type PageState = {
  locale: Locale
  isBandShop: boolean
  /** When the server rendered the page, in epoch milliseconds. */
  renderedAt: number
  /** The server's guess from client hint and user agent. */
  isTouch: boolean
  /** `trim_zero_decimals` of the shop: 25,00 € is written 25 €. */
  trimsZeroDecimals: boolean
  wait: WaitState
  /** Made when the first answer is stored or asked for. */
  answers: QueryClient | null
}

const EMPTY: PageState = {
  locale: DEFAULT_LOCALE,
  isBandShop: false,
  renderedAt: 0,
  isTouch: false,
  trimsZeroDecimals: false,
  wait: { wait: null, calledTo: null },
  answers: null,
}

let inBrowser: PageState = { ...EMPTY }
let read = () => inBrowser

export function currentPage(): PageState {
  return import.meta.env.SSR ? read() : inBrowser
}

/** In the browser, before the first render. */
export function openPage(state: PageState): void {
  inBrowser = state
}

/** On the server: `source` finds the page of the render that asks. */
export function readPagesFrom(source: () => PageState): void {
  read = source
}
