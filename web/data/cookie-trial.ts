/**
 * Whether the browser stores cookies. `navigator.cookieEnabled` does not know of extensions and settings for single sites, and
 * scripts cannot read the shop's HttpOnly cookies, so this module sets a cookie and reads it again.
 */
import { cookie, readCookie, writeCookie } from './browser-storage.ts'

const TRIAL = 'trial'
const TRIAL_SECONDS = 60

/** Afterwards, requests contain the cookie, so the server can also see whether the browser sends cookies. */
export function cookiesAreStored(): boolean {
  if (!navigator.cookieEnabled) return false
  writeCookie(cookie(TRIAL, '1', TRIAL_SECONDS))
  return readCookie(TRIAL) === '1'
}
