/** The only writes to the browser's cookies and storage: they take the names that the privacy text tells fans. */
import type { CookieName, StorageKey } from '../../schema/browser-storage.ts'

/** What is assigned to `document.cookie`: name, value and attributes. */
export type CookieAssignment = `${CookieName}=${string}`

export function writeCookie(assignment: CookieAssignment): void {
  document.cookie = assignment
}

/** Throws where the storage is full. */
export function writeItem(storage: Storage, key: StorageKey, text: string): void {
  storage.setItem(key, text)
}
