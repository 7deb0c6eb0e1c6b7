/**
 * A signed session cookie that contains the id of the presale code that a visitor has entered for an event. The cookie
 * alone opens nothing. It lets the visitor enter the same code again without using up another attempt.
 */
import type { CookieName } from '../../schema/browser-storage.ts'
import type { EdgeContext } from './edge-context.ts'
import { readSignedCookie, writeSignedCookie } from './signed-cookie.ts'

/** The signature of a session cookie is valid for this long, even if the browser stays open. */
const LIFE_SECONDS = 30 * 24 * 3600

const cookieOf = (eventId: string): CookieName => `presale_${eventId}`

export function readPresaleCookie(http: EdgeContext, eventId: string, now: number): string | null {
  return readSignedCookie(http, cookieOf(eventId), now)
}

export function writePresaleCookie(http: EdgeContext, eventId: string, codeId: string, now: number): void {
  writeSignedCookie(http, cookieOf(eventId), codeId, { now, seconds: LIFE_SECONDS, untilBrowserCloses: true })
}
