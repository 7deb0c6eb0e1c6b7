/**
 * Cookies for a visitor's entry in a waiting room, for the pass after it, and for a refused request for an entry. All are
 * bound to the visitor's cart.
 */
import type { CookieName } from '../../../schema/browser-storage.ts'
import type { Visitor } from '../../context.ts'
import {
  type CarriedEntry,
  type CarriedPass,
  passEndsAt,
  type Read,
  readEntry,
  readPass,
  type TokenFault,
  writeEntry,
  writePass,
} from '../../domain/waiting-room/queue-token.ts'
import type { QueueEntry } from '../../domain/waiting-room/waiting-room.ts'
import type { EdgeContext } from '../edge-context.ts'
import { noteSecurityEvent } from '../security-event.ts'
import { clearCookie, readCookie, readSignedCookie, writeCookie, writeSignedCookie } from '../signed-cookie.ts'

/** A visitor who closes the tab can return to their entry for this long. */
const ENTRY_COOKIE_SECONDS = 3600

/**
 * If a limit on a fan's network refuses a request for an entry, the time of the fan's first request is remembered for
 * this long. If the cookie were valid for longer, a bot could collect requests and turn them into entries much later.
 */
const ASK_COOKIE_SECONDS = 300

/**
 * The first part of the cookies' names: `place` contains an entry, `pass` a pass, and `ask` the time of a request that a
 * limit refused.
 */
type Kind = 'place' | 'pass' | 'ask'

export function hasEntry(http: EdgeContext, room: string): boolean {
  return Boolean(textOf(http, 'place', room))
}

export function hasPass(http: EdgeContext, room: string): boolean {
  return Boolean(textOf(http, 'pass', room))
}

/** The visitor's entry in this room. A forged entry or another visitor's entry is ignored. */
export function entryOf(http: EdgeContext, visitor: Visitor, room: string): CarriedEntry | null {
  const text = textOf(http, 'place', room)
  if (!text) return null
  const read = bySecrets(http, (secret) => readEntry(secret, room, visitor.namedCarts, text))
  if (!read.ok) reportRefusedToken(room, 'place', read.fault)
  return read.ok ? read.token : null
}

/** The visitor's pass for this room. A forged or expired pass or another visitor's pass is ignored. */
export function passOf(http: EdgeContext, visitor: Visitor, room: string, now: number): CarriedPass | null {
  const text = textOf(http, 'pass', room)
  if (!text) return null
  const read = bySecrets(http, (secret) => readPass(secret, room, visitor.cartId, text, now))
  if (!read.ok) reportRefusedToken(room, 'pass', read.fault)
  return read.ok ? read.token : null
}

export function setEntryCookie(http: EdgeContext, entry: QueueEntry, cartId: string): void {
  const token = writeEntry(http.env.SESSION_SECRET, entry, cartId)
  writeCookie(http, nameOf('place', entry.room), token, ENTRY_COOKIE_SECONDS)
}

/** Deletes the entry of a fan who leaves the room or whose entry was used. */
export function clearEntry(http: EdgeContext, room: string): void {
  clearCookie(http, nameOf('place', room))
}

/** Remembers when this cart first requested an entry and a limit refused it. */
export function setAskCookie(http: EdgeContext, room: string, cartId: string, now: number): void {
  writeSignedCookie(http, nameOf('ask', room), `${cartId}|${now}`, { now, seconds: ASK_COOKIE_SECONDS })
}

/** The time of the first refused request, in epoch milliseconds; null if the cookie has none of this cart. */
export function askedAtOf(http: EdgeContext, room: string, cartId: string, now: number): number | null {
  const [ofCart, askedAt] = (readSignedCookie(http, nameOf('ask', room), now) ?? '').split('|')
  return ofCart === cartId && askedAt !== undefined ? Number(askedAt) : null
}

export function clearAsk(http: EdgeContext, room: string): void {
  if (textOf(http, 'ask', room) !== undefined) clearCookie(http, nameOf('ask', room))
}

export function setPassCookie(http: EdgeContext, pass: CarriedPass): void {
  const seconds = Math.max(1, Math.round((passEndsAt(pass) - Date.now()) / 1000))
  writeCookie(http, nameOf('pass', pass.room), writePass(http.env.SESSION_SECRET, pass), seconds)
}

export function clearPass(http: EdgeContext, room: string): void {
  clearCookie(http, nameOf('pass', room))
}

export function reportRefusedToken(room: string, token: Exclude<Kind, 'ask'>, reason: TokenFault | 'used'): void {
  noteSecurityEvent('token refused', { room, token, reason })
}

/** Reads a token with the current secret, or with the previous one while secrets are rotated. */
function bySecrets<Token>({ env }: EdgeContext, read: (secret: string) => Read<Token>): Read<Token> {
  const current = read(env.SESSION_SECRET)
  const former = env.SESSION_SECRET_PREVIOUS
  return !current.ok && current.fault === 'forged' && former ? read(former) : current
}

function textOf(http: EdgeContext, kind: Kind, room: string): string | undefined {
  return readCookie(http, nameOf(kind, room))
}

function nameOf(kind: Kind, room: string): CookieName {
  return `${kind}.${room.replace('/', '.')}`
}
