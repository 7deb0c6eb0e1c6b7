/**
 * Places and passes as the browser carries them: text and a signature, so that issuing and checking need no storage. A
 * token is good for one kind and one room; whatever does not read back exactly is no token.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ACTIVE_MS, LONGEST_PASS_MS, PASS_MS, type Place } from './waiting-room.ts'

/** The right to be inside, bound to one cart: `since` its first issue, `heardAt` the last heartbeat, in epoch milliseconds. */
export type CarriedPass = { room: string; placeId: string; cartId: string; since: number; heardAt: number }

/** The cart that a browser names, and when its cookie was given (epoch milliseconds). */
export type NamedCart = { id: string; givenAt: number }

/**
 * A fresh browser that sends several requests at once is issued a cart by each. So an entry also counts for a cart that was
 * given at about the same time, as far apart as two answers are on a slow line.
 */
const FIRST_ANSWERS_MS = 30_000

/** Why a token counts as none. */
export type TokenFault = 'forged' | 'foreign' | 'expired'

export type Read<Token> = { ok: true; token: Token } | { ok: false; fault: TokenFault }

export function writePlace(secret: string, { room, id, joinedAt }: Place, cartId: string): string {
  return signed(secret, ['place', room, id, cartId, String(joinedAt)])
}

/** The entry, and the cart that it was issued to. */
export type CarriedEntry = { place: Place; cartId: string }

/** An entry of another cart is foreign: it was given to another visitor. `carts` are those that the browser names. */
export function readPlace(secret: string, room: string, carts: readonly NamedCart[], text: string): Read<CarriedEntry> {
  const parts = verified(secret, text)
  if (parts?.[0] !== 'place' || parts.length !== 5) return { ok: false, fault: 'forged' }
  const [, ofRoom = '', id = '', ofCart = '', joined = ''] = parts
  if (ofRoom !== room) return { ok: false, fault: 'foreign' }
  const joinedAt = Number(joined)
  const isOwn = carts.some((cart) => ofCart === cart.id || Math.abs(cart.givenAt - joinedAt) <= FIRST_ANSWERS_MS)
  return isOwn
    ? { ok: true, token: { place: { room, id, joinedAt }, cartId: ofCart } }
    : { ok: false, fault: 'foreign' }
}

export function writePass(secret: string, { room, placeId, cartId, since, heardAt }: CarriedPass): string {
  return signed(secret, ['pass', room, placeId, cartId, String(since), String(heardAt)])
}

/** A pass of another cart is foreign too: it lets in the visitor it was given to. */
export function readPass(
  secret: string,
  room: string,
  cartId: string | null,
  text: string,
  now: number,
): Read<CarriedPass> {
  const parts = verified(secret, text)
  if (parts?.[0] !== 'pass' || parts.length !== 6) return { ok: false, fault: 'forged' }
  const [, ofRoom = '', placeId = '', ofCart = '', since = '', heardAt = ''] = parts
  if (ofRoom !== room || cartId === null || ofCart !== cartId) return { ok: false, fault: 'foreign' }
  const pass = { room, placeId, cartId, since: Number(since), heardAt: Number(heardAt) }
  return passEndsAt(pass) > now ? { ok: true, token: pass } : { ok: false, fault: 'expired' }
}

/** Epoch milliseconds. Every heartbeat prolongs the pass, up to a longest time since the first issue. */
export function passEndsAt({ since, heardAt }: Pick<CarriedPass, 'since' | 'heardAt'>): number {
  return Math.min(heardAt + PASS_MS, since + LONGEST_PASS_MS)
}

/** The holder fell silent and counts as left: they come in again as soon as there is room. */
export function isSilent({ heardAt }: Pick<CarriedPass, 'heardAt'>, now: number): boolean {
  return now >= heardAt + ACTIVE_MS
}

/** The same pass, longer: a heartbeat says that its holder is still there. */
export function renewed(pass: CarriedPass, now: number): CarriedPass {
  return { ...pass, heardAt: Math.max(pass.heardAt, now) }
}

function signed(secret: string, parts: string[]): string {
  const text = parts.join('|')
  return `${text}|${signatureOf(secret, text)}`
}

function verified(secret: string, text: string): string[] | null {
  const cut = text.lastIndexOf('|')
  if (cut < 0) return null
  const [body, given] = [text.slice(0, cut), new TextEncoder().encode(text.slice(cut + 1))]
  const wanted = new TextEncoder().encode(signatureOf(secret, body))
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? body.split('|') : null
}

function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
