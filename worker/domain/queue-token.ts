/**
 * Places and passes as the browser carries them: text and a signature, so that issuing and checking need no storage. A
 * token is good for one kind and one room; whatever does not read back exactly is no token.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { PASS_MS, type Pass, PLACE_MS, type Place } from './waiting-room.ts'

/** Renewing a pass by heartbeats ends here; who needs longer than that has left the keyboard. */
export const LONGEST_PASS_MS = 60 * 60_000

/** A pass with the instant of its first issue. */
export type CarriedPass = Pass & { since: number }

/** Why a token counts as none. */
export type TokenFault = 'forged' | 'foreign' | 'expired'

type Read<Token> = { ok: true; token: Token } | { ok: false; fault: TokenFault }

export function writePlace(secret: string, { room, id, joinedAt }: Place): string {
  return signed(secret, ['place', room, id, String(joinedAt)])
}

export function readPlace(secret: string, room: string, text: string, now: number): Read<Place> {
  const parts = verified(secret, text)
  if (parts?.[0] !== 'place' || parts.length !== 4) return { ok: false, fault: 'forged' }
  const [, ofRoom = '', id = '', joined = ''] = parts
  const joinedAt = Number(joined)
  if (ofRoom !== room) return { ok: false, fault: 'foreign' }
  if (joinedAt + PLACE_MS <= now) return { ok: false, fault: 'expired' }
  return { ok: true, token: { room, id, joinedAt } }
}

export function writePass(secret: string, { room, placeId, cartId, since, until }: CarriedPass): string {
  return signed(secret, ['pass', room, placeId, cartId, String(since), String(until)])
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
  const [, ofRoom = '', placeId = '', ofCart = '', since = '', until = ''] = parts
  if (ofRoom !== room || cartId === null || ofCart !== cartId) return { ok: false, fault: 'foreign' }
  if (Number(until) <= now) return { ok: false, fault: 'expired' }
  return { ok: true, token: { room, placeId, cartId, since: Number(since), until: Number(until) } }
}

/** The same pass, longer: a heartbeat says that its holder is still there. */
export function renewed(pass: CarriedPass, now: number): CarriedPass {
  return { ...pass, until: Math.max(pass.until, Math.min(now + PASS_MS, pass.since + LONGEST_PASS_MS)) }
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
