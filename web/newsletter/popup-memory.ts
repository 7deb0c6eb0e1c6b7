/**
 * Remembers what a visitor did with the newsletter popup. After the visitor has closed it, it does not return in the same
 * tab. After a sign-up or "don't show again", it never returns. If storage is blocked, the popup is never shown, because it
 * would return at every visit to the home page.
 */
import { writeItem } from '../data/browser-storage.ts'

const KEY = 'newsletter_popup'

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
