/**
 * Writes and reads the tokens of entries and passes, which browsers store in cookies. A token is a signed text, so
 * issuing and checking one need no storage. A token names its kind (entry or pass) and its room, and is valid only for
 * these. The kind of an entry is written as `place`, because the cookies of existing visitors contain this word.
 */
import { createHmac } from 'node:crypto'
import { equalInConstantTime } from '../text/constant-time.ts'
import { ACTIVE_MS, LONGEST_PASS_MS, PASS_MS, type QueueEntry } from './waiting-room.ts'

/** A pass for one cart. It was first issued at `since`; its last heartbeat was at `heardAt` (epoch milliseconds). */
export type CarriedPass = { room: string; entryId: string; cartId: string; since: number; heardAt: number }

/** A cart that the browser's cookie names, and when the cookie was issued (epoch milliseconds). */
export type NamedCart = { id: string; givenAt: number }

/**
 * If a new browser sends several requests at once, each answer issues a different cart. The browser may then have the
 * entry of one answer and the cart of another. An entry is therefore also valid for a cart that was issued within this
 * time before or after it. On a slow connection, the answers may be this far apart.
 */
const FIRST_ANSWERS_MS = 30_000

/** Why a token is not valid. */
export type TokenFault = 'forged' | 'foreign' | 'expired'

export type Read<Token> = { ok: true; token: Token } | { ok: false; fault: TokenFault }

export function writeEntry(secret: string, { room, id, joinedAt }: QueueEntry, cartId: string): string {
  return signed(secret, ['place', room, id, cartId, String(joinedAt)])
}

/** The entry and the cart that it was issued to. */
export type CarriedEntry = { entry: QueueEntry; cartId: string }

/**
 * `carts` are the carts that the browser's cookies name. An entry of any other cart is `foreign`, unless one of these
 * carts was issued at about the same time as the entry.
 */
export function readEntry(secret: string, room: string, carts: readonly NamedCart[], text: string): Read<CarriedEntry> {
  const parts = verified(secret, text)
  if (parts?.[0] !== 'place' || parts.length !== 5) return { ok: false, fault: 'forged' }
  const [, ofRoom = '', id = '', ofCart = '', joined = ''] = parts
  if (ofRoom !== room) return { ok: false, fault: 'foreign' }
  const joinedAt = Number(joined)
  const isOwn = carts.some((cart) => ofCart === cart.id || Math.abs(cart.givenAt - joinedAt) <= FIRST_ANSWERS_MS)
  return isOwn
    ? { ok: true, token: { entry: { room, id, joinedAt }, cartId: ofCart } }
    : { ok: false, fault: 'foreign' }
}

export function writePass(secret: string, { room, entryId, cartId, since, heardAt }: CarriedPass): string {
  return signed(secret, ['pass', room, entryId, cartId, String(since), String(heardAt)])
}

/** A pass of another room or another cart is `foreign`. */
export function readPass(
  secret: string,
  room: string,
  cartId: string | null,
  text: string,
  now: number,
): Read<CarriedPass> {
  const parts = verified(secret, text)
  if (parts?.[0] !== 'pass' || parts.length !== 6) return { ok: false, fault: 'forged' }
  const [, ofRoom = '', entryId = '', ofCart = '', since = '', heardAt = ''] = parts
  if (ofRoom !== room || cartId === null || ofCart !== cartId) return { ok: false, fault: 'foreign' }
  const pass = { room, entryId, cartId, since: Number(since), heardAt: Number(heardAt) }
  return passEndsAt(pass) > now ? { ok: true, token: pass } : { ok: false, fault: 'expired' }
}

/** Returns epoch milliseconds. Every heartbeat extends the pass, up to `LONGEST_PASS_MS` after it was first issued. */
export function passEndsAt({ since, heardAt }: Pick<CarriedPass, 'since' | 'heardAt'>): number {
  return Math.min(heardAt + PASS_MS, since + LONGEST_PASS_MS)
}

/** Whether the holder counts as gone for lack of heartbeats. Such a holder is admitted again as soon as a slot is free. */
export function isSilent({ heardAt }: Pick<CarriedPass, 'heardAt'>, now: number): boolean {
  return now >= heardAt + ACTIVE_MS
}

/** Returns the pass, extended by a heartbeat. */
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
  const body = text.slice(0, cut)
  return equalInConstantTime(text.slice(cut + 1), signatureOf(secret, body)) ? body.split('|') : null
}

function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
