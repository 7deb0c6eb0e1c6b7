/**
 * Reports page views and logged actions to the analytics service. A report contains no id, so reports of
 * one visitor cannot be connected.
 */
import { reportedPath, type VisitReport } from '../../schema/tracking.ts'
import { pathInShop } from '../data/address.ts'
import { currentLocale } from '../data/locale.ts'
import { currentPage } from '../data/page-state.ts'
import { sendReport } from './report.ts'

/** `path` is the page's path without the shop's base path. */
export function reportVisit(kind: VisitReport['kind'], path: string): void {
  const { shop, trackers } = currentPage()
  const report: VisitReport = { kind, shop: shop.slug, locale: currentLocale(), page: reportedPath(path) }
  sendReport(trackers.analyticsUrl, report)
}

/** The current page's path without the shop's base path. */
export function currentPath(): string {
  return pathInShop(location.pathname, currentPage().shop.basePath) ?? '/'
}
