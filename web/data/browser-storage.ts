/** The only functions that write cookies and storage. They accept only the names that the privacy policy lists. */
import type { CookieName, StorageKey } from '../../schema/browser-storage.ts'

/** A value for `document.cookie`: name, value and attributes. */
export type CookieAssignment = `${CookieName}=${string}`

export function writeCookie(assignment: CookieAssignment): void {
  document.cookie = assignment
}

/** Throws if storage is blocked or full. */
export function writeItem(storage: Storage, key: StorageKey, text: string): void {
  storage.setItem(key, text)
}
