/**
 * The presale code that a visitor has given for an event, by its id, in a signed cookie of the browser's session. It opens
 * nothing by itself: its holder may give that code again without using up another try.
 */
import type { CookieName } from '../../schema/browser-storage.ts'
import type { EdgeContext } from './edge-context.ts'
import { readSignedCookie, writeSignedCookie } from './signed-cookie.ts'

/** The longest that a signature of a browser's session counts. */
const LIFE_SECONDS = 30 * 24 * 3600

const cookieOf = (eventId: string): CookieName => `presale_${eventId}`

export function readGivenCode(http: EdgeContext, eventId: string, now: number): string | null {
  return readSignedCookie(http, cookieOf(eventId), now)
}

export function keepGivenCode(http: EdgeContext, eventId: string, codeId: string, now: number): void {
  writeSignedCookie(http, cookieOf(eventId), codeId, { now, seconds: LIFE_SECONDS, untilBrowserCloses: true })
}
