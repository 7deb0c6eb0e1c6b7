/**
 * Remembers what a visitor did with the newsletter popup, and whether the visitor has seen more than one page. After the
 * visitor has closed the popup, it does not return in the same tab. After a sign-up or "don't show again", it never returns.
 * If storage is blocked, the popup is never shown, because it would return at every visit to the home page.
 */
import { writeItem } from '../data/browser-storage.ts'

const KEY = 'newsletter_popup'
const VIEWS_KEY = 'page_views'
/** On the first page of a visit, the visitor does not know the shop yet. */
const FIRST_VIEW = 2

type Suppression = 'visit' | 'never'

export function mayShowPopup(): boolean {
  try {
    return sessionStorage.getItem(KEY) === null && localStorage.getItem(KEY) === null
  } catch {
    return false
  }
}

export function suppressPopup(until: Suppression): void {
  try {
    writeItem(until === 'never' ? localStorage : sessionStorage, KEY, until)
  } catch {
    // Storage can be read but not written, so the popup returns when the visitor next opens the home page.
  }
}

/** Counts the pages of the visit, up to the number that matters. */
export function countPageView(): void {
  try {
    const views = pageViews()
    if (views < FIRST_VIEW) writeItem(sessionStorage, VIEWS_KEY, String(views + 1))
  } catch {
    // Storage is blocked, so the popup is never shown.
  }
}

/** Throws if storage is blocked. */
function pageViews(): number {
  return Number(sessionStorage.getItem(VIEWS_KEY) ?? 0)
}

export function hasLookedAround(): boolean {
  try {
    return pageViews() >= FIRST_VIEW
  } catch {
    return false
  }
}
