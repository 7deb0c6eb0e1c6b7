/** The only functions that write cookies and storage. They accept only the names that the privacy policy lists. */
import type { CookieName, StorageKey } from '../../schema/browser-storage.ts'

/** How long the browser remembers a choice of the visitor. */
export const CHOICE_SECONDS = 365 * 24 * 60 * 60

/** A value for `document.cookie`: name, value and attributes. */
export type CookieAssignment = `${CookieName}=${string}`

type CookieScope = { path?: string; isSecure?: boolean }

/** Scripts can read the cookie. `seconds` 0 deletes it. */
export function cookie(
  name: CookieName,
  value: string,
  seconds: number,
  { path = '/', isSecure = false }: CookieScope = {},
): CookieAssignment {
  return `${name}=${value}; Path=${path}; SameSite=Lax${isSecure ? '; Secure' : ''}; Max-Age=${seconds}`
}

export function writeCookie(assignment: CookieAssignment): void {
  document.cookie = assignment
}

/** Throws if storage is blocked or full. */
export function writeItem(storage: Storage, key: StorageKey, text: string): void {
  storage.setItem(key, text)
}
