/**
 * What a visitor did with the newsletter's popup: closed, it stays away for this visit; signed up or "don't show again",
 * for good. Where nothing can be kept it is not shown at all, since it would come back at every page.
 */
import { writeItem } from '../data/browser-storage.ts'

const KEY = 'newsletter_popup'

type Kept = 'visit' | 'never'

export function mayShowPopup(): boolean {
  try {
    return sessionStorage.getItem(KEY) === null && localStorage.getItem(KEY) === null
  } catch {
    return false
  }
}

export function keepPopupAway(until: Kept): void {
  try {
    writeItem(until === 'never' ? localStorage : sessionStorage, KEY, until)
  } catch {
    // It was allowed a moment ago; then it comes back with the next page load.
  }
}
