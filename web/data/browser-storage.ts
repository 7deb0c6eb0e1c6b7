/**
 * Reads cookies, and writes cookies and storage entries. In the browser, only these functions write them. All of them accept
 * only names that the privacy policy lists.
 */
import type { CookieName, HOST_PREFIX, StorageKey } from '../../schema/browser-storage.ts'

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

/** The value of a cookie; null if there is none that scripts can read. `cookies` has the form of `document.cookie`. */
export function readCookie(
  name: CookieName | `${typeof HOST_PREFIX}${CookieName}`,
  cookies = document.cookie,
): string | null {
  const start = `${name}=`
  const pair = cookies.split('; ').find((each) => each.startsWith(start))
  return pair?.slice(start.length) ?? null
}

/** Throws if storage is blocked or full. */
export function writeItem(storage: Storage, key: StorageKey, text: string): void {
  storage.setItem(key, text)
}
