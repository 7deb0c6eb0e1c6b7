/**
 * Reports unhandled errors of the page, with the contents of the cart, to the deployment's address for error reports
 * (CONS-01). A report contains no personal data: the cart's lines are variants and amounts, the stack is reduced to
 * positions in the shop's scripts, and everything in the message that may be data is replaced.
 */
import type { CartQuery } from '../../schema/generated/operations.ts'
import { reportedPath } from '../../schema/tracking.ts'
import { ConnectionError } from '../data/fetch.ts'
import { currentLocale } from '../data/locale.ts'
import { currentPage } from '../data/page-state.ts'
import { sendReport } from './report.ts'
import { currentPath } from './visit-report.ts'

/** A page reports at most this many errors, and each of them once. */
const MOST = 5
const MOST_FRAMES = 8
const LONGEST_MESSAGE = 200

type ErrorReport = {
  shop: string
  locale: string
  page: string
  error: string
  message: string
  /** Positions in the shop's scripts, the innermost first: "/assets/kit-Ab1.js:1:2345". */
  frames: string[]
  cart: { variantId: string; amount: number }[]
}

const reported = new Set<string>()

/** Ignores errors that are no faults of the shop: lost connections and aborted requests. */
export function reportError(fault: unknown): void {
  if (fault instanceof ConnectionError || (fault instanceof DOMException && fault.name === 'AbortError')) return
  const { shop, trackers } = currentPage()
  const description = describeFault(fault)
  const key = JSON.stringify(description)
  if (reported.size >= MOST || reported.has(key)) return
  const report: ErrorReport = {
    shop: shop.slug,
    locale: currentLocale(),
    page: reportedPath(currentPath()),
    ...description,
    cart: cartLines(),
  }
  if (sendReport(trackers.errorUrl, report)) reported.add(key)
}

export function describeFault(fault: unknown): Pick<ErrorReport, 'error' | 'message' | 'frames'> {
  const isError = fault instanceof Error
  const name = isError && /^\w{1,40}$/.test(fault.name) ? fault.name : typeof fault
  const message = isError ? fault.message : typeof fault === 'string' ? fault : ''
  const frames = ((isError && fault.stack) || '').match(/\/assets\/[\w.-]+\.js:\d+:\d+/g) ?? []
  return { error: name, message: withoutData(message), frames: frames.slice(0, MOST_FRAMES) }
}

/**
 * Replaces the parts of a message that may be data of the visitor: addresses of pages, email addresses, quoted text such as
 * invalid JSON, and words with digits, which may be codes, references or phone numbers. Identifiers in single quotes stay,
 * because JavaScript quotes the names of properties like this.
 */
export function withoutData(message: string): string {
  return message
    .replace(/\b[a-z]+:\/\/\S+/gi, '<address>')
    .replace(/\S+@\S+/g, '<email>')
    .replace(/".*"|".*/s, '<text>')
    .replace(/'[^']*('|$)/g, (quoted) => (/^'[\w$.#]{1,40}'$/.test(quoted) ? quoted : '<text>'))
    .replace(/[\w-]*\d[\w-]*/g, '<code>')
    .slice(0, LONGEST_MESSAGE)
}

/** The lines of the cart in the query cache, and the parts of bundles; empty if the page has not loaded a cart. */
function cartLines(): ErrorReport['cart'] {
  const cart = currentPage().answers?.getQueryData<CartQuery['cart']>(['cart', currentLocale()])
  const lines = cart?.items.flatMap((item) => [item, ...item.bundled]) ?? []
  return lines.map(({ productVariantId, amount }) => ({ variantId: productVariantId, amount }))
}
