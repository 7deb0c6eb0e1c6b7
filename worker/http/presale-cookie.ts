/**
 * The presale code that a visitor has given for an event: its id in a signed cookie of the browser's session. It opens
 * nothing by itself; whoever bears it may give that code again without it counting as another try.
 */
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { cookieIsSecure } from './session.ts'
import type { EdgeContext } from './shop-context.ts'

const cookieName = (eventId: string) => `presale_${eventId}`

export async function readGivenCode(http: EdgeContext, eventId: string): Promise<string | null> {
  const codeId = await getSignedCookie(http, http.env.SESSION_SECRET, cookieName(eventId))
  return typeof codeId === 'string' ? codeId : null
}

export async function keepGivenCode(http: EdgeContext, eventId: string, codeId: string): Promise<void> {
  await setSignedCookie(http, cookieName(eventId), codeId, http.env.SESSION_SECRET, {
    path: '/',
    httpOnly: true,
    secure: cookieIsSecure(http.req.url, http.env),
    sameSite: 'Lax',
  })
}
