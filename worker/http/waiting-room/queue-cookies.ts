/** A visitor's entry in a waiting room and the pass after it, as cookies: both are bound to the visitor's cart. */
import type { CookieName } from '../../../schema/browser-storage.ts'
import type { Visitor } from '../../context.ts'
import {
  type CarriedEntry,
  type CarriedPass,
  passEndsAt,
  type Read,
  readPass,
  readPlace,
  type TokenFault,
  writePass,
  writePlace,
} from '../../domain/waiting-room/queue-token.ts'
import type { Place } from '../../domain/waiting-room/waiting-room.ts'
import { noteSecurityEvent } from '../security-event.ts'
import type { EdgeContext } from '../shop-context.ts'
import { clearCookie, readCookie, readSignedCookie, writeCookie, writeSignedCookie } from '../signed-cookie.ts'

/** A closed tab keeps its entry for so long. */
const ENTRY_COOKIE_SECONDS = 3600

/**
 * So long a fan whose network has had too many entries keeps the moment of the first ask. Not longer: a machine could
 * gather asks and turn them into entries for an hour.
 */
const ASK_COOKIE_SECONDS = 300

type Kind = 'place' | 'pass' | 'ask'

export function hasEntry(http: EdgeContext, room: string): boolean {
  return Boolean(textOf(http, 'place', room))
}

export function hasPass(http: EdgeContext, room: string): boolean {
  return Boolean(textOf(http, 'pass', room))
}

/** The visitor's entry in this room; a forged or foreign one counts as none. */
export function entryOf(http: EdgeContext, visitor: Visitor, room: string): CarriedEntry | null {
  const text = textOf(http, 'place', room)
  if (!text) return null
  const read = bySecrets(http, (secret) => readPlace(secret, room, visitor.namedCarts, text))
  if (!read.ok) noteRefused(room, 'place', read.fault)
  return read.ok ? read.token : null
}

/** The visitor's pass for this room; a forged, foreign or expired one counts as none. */
export function passOf(http: EdgeContext, visitor: Visitor, room: string, now: number): CarriedPass | null {
  const text = textOf(http, 'pass', room)
  if (!text) return null
  const read = bySecrets(http, (secret) => readPass(secret, room, visitor.cartId, text, now))
  if (!read.ok) noteRefused(room, 'pass', read.fault)
  return read.ok ? read.token : null
}

export function keepEntry(http: EdgeContext, place: Place, cartId: string): void {
  const entry = writePlace(http.env.SESSION_SECRET, place, cartId)
  writeCookie(http, nameOf('place', place.room), entry, ENTRY_COOKIE_SECONDS)
}

/** A fan who leaves the room gives the entry up. */
export function clearEntry(http: EdgeContext, room: string): void {
  clearCookie(http, nameOf('place', room))
}

/** Notes when this cart first asked for an entry that its network did not get. */
export function noteAsk(http: EdgeContext, room: string, cartId: string, now: number): void {
  writeSignedCookie(http, nameOf('ask', room), `${cartId}|${now}`, { now, seconds: ASK_COOKIE_SECONDS })
}

/** Epoch milliseconds of the first ask; null for another cart's, and where there was none. */
export function askedAtOf(http: EdgeContext, room: string, cartId: string, now: number): number | null {
  const [ofCart, askedAt] = (readSignedCookie(http, nameOf('ask', room), now) ?? '').split('|')
  return ofCart === cartId && askedAt !== undefined ? Number(askedAt) : null
}

export function clearAsk(http: EdgeContext, room: string): void {
  if (textOf(http, 'ask', room) !== undefined) clearCookie(http, nameOf('ask', room))
}

export function keepPass(http: EdgeContext, pass: CarriedPass): void {
  const seconds = Math.max(1, Math.round((passEndsAt(pass) - Date.now()) / 1000))
  writeCookie(http, nameOf('pass', pass.room), writePass(http.env.SESSION_SECRET, pass), seconds)
}

export function clearPass(http: EdgeContext, room: string): void {
  clearCookie(http, nameOf('pass', room))
}

export function noteRefused(room: string, token: Exclude<Kind, 'ask'>, reason: TokenFault | 'used'): void {
  noteSecurityEvent('token refused', { room, token, reason })
}

/** By the current secret, or by the former one while secrets rotate. */
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
