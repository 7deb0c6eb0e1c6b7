/**
 * Cookies that the browser can store but not forge: a value, an expiry and a signature. The signature covers the cookie's
 * name, so a value copied from another cookie is refused. On a secure connection, the name has the prefix `__Host-`, and
 * only that name is read, so a sibling subdomain cannot set the cookie (RFC 6265bis, 4.1.3.2). A second secret is accepted
 * while secrets are rotated. The worker sets every cookie here, so `CookieName` contains the names of all cookies.
 */
import { createHmac } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import { addressIsSecure, type CookieName, HOST_PREFIX } from '../../schema/browser-storage.ts'
import { equalInConstantTime } from '../domain/text/constant-time.ts'
import type { Env } from '../env.ts'
import type { EdgeContext } from './edge-context.ts'

/** Returns false only in development, for plain http on a host other than localhost. */
function cookieIsSecure(requestUrl: string, env: Pick<Env, 'ENVIRONMENT'>): boolean {
  return env.ENVIRONMENT !== 'development' || addressIsSecure(requestUrl)
}

/** The cookie's name in the browser. */
function cookieName(http: EdgeContext, name: CookieName): string {
  return cookieIsSecure(http.req.url, http.env) ? HOST_PREFIX + name : name
}

/** Null if the cookie is absent, forged, copied from another cookie, or expired. `now` is epoch milliseconds. */
export function readSignedCookie(http: EdgeContext, name: CookieName, now: number): string | null {
  return openSignedCookie(http, name, now)?.value ?? null
}

/** Like `readSignedCookie`, with the cookie's expiry in epoch milliseconds. */
export function openSignedCookie(
  http: EdgeContext,
  name: CookieName,
  now: number,
): { value: string; endsAt: number } | null {
  const cookie = readCookie(http, name) ?? ''
  const [end = '', signature = ''] = cookie.split('.').slice(-2)
  const value = cookie.slice(0, Math.max(0, cookie.length - end.length - signature.length - 2))
  if (value === '') return null
  const secrets = [http.env.SESSION_SECRET, http.env.SESSION_SECRET_PREVIOUS]
  const isOurs = secrets.some(
    (secret) => secret && equalInConstantTime(signature, signatureOf(secret, name, value, end)),
  )
  const endsAt = Number.parseInt(end, 36) * 1000
  return isOurs && endsAt > now ? { value, endsAt } : null
}

export function writeSignedCookie(
  http: EdgeContext,
  name: CookieName,
  value: string,
  life: { now: number; seconds: number; untilBrowserCloses?: boolean; scriptsMayRead?: boolean },
): void {
  const end = Math.ceil(life.now / 1000 + life.seconds).toString(36)
  const signature = signatureOf(http.env.SESSION_SECRET, name, value, end)
  const seconds = life.untilBrowserCloses ? null : life.seconds
  writeCookie(http, name, `${value}.${end}.${signature}`, seconds, life.scriptsMayRead)
}

export function clearCookie(http: EdgeContext, name: CookieName): void {
  writeCookie(http, name, '', 0)
}

/** The value as the browser sent it; undefined if there is none. */
export function readCookie(http: EdgeContext, name: CookieName): string | undefined {
  return getCookie(http, cookieName(http, name))
}

/** `seconds`: null makes a session cookie. */
export function writeCookie(
  http: EdgeContext,
  name: CookieName,
  value: string,
  seconds: number | null,
  scriptsMayRead = false,
): void {
  setCookie(http, cookieName(http, name), value, {
    ...cookieAttributes(http),
    httpOnly: !scriptsMayRead,
    ...(seconds === null ? {} : { maxAge: seconds }),
  })
}

/** All cookies have `SameSite=Lax`. The prefix `__Host-` requires `Secure` and `Path=/`. */
function cookieAttributes(http: EdgeContext) {
  return { path: '/', secure: cookieIsSecure(http.req.url, http.env), sameSite: 'Lax' } as const
}

function signatureOf(secret: string, name: string, value: string, end: string): string {
  return createHmac('sha256', secret).update(`${name}\n${value}\n${end}`).digest('base64url')
}
