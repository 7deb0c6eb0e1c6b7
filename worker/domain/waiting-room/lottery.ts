/**
 * The draw among those who came before the opening. A place's rank is a fraction that follows from the room's secret seed
 * and the place's random id, so it favours nobody and needs no storage. The seed's SHA-256 is known before the opening and
 * the seed from the opening on: whoever wrote the hash down can check that no seed was chosen afterwards.
 */
import { Buffer } from 'node:buffer'
import { createHash, createHmac } from 'node:crypto'
import type { Place } from './waiting-room.ts'

const RANK_BYTES = 6
const RANKS = 2 ** (8 * RANK_BYTES)

/** Both in hex. */
export type Draw = { seed: string; seedHash: string }

/** What `draw.json` tells everybody; `seed` is null until the opening. */
export type PublishedDraw = {
  room: string
  seedHash: string
  seed: string | null
  opensAt: number
  early: number
  drawThreshold: number
}

/** `secret` is 32 random bytes. */
export function newDraw(secret = crypto.getRandomValues(new Uint8Array(32))): Draw {
  const seed = Buffer.from(secret).toString('hex')
  return { seed, seedHash: seedHashOf(seed) }
}

function seedHashOf(seed: string): string {
  return createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')
}

/** From 0 up to, not including, 1: the first 48 bits of HMAC-SHA256(seed, room + '/' + id). The lowest is called first. */
export function rankOf(seed: string, { room, id }: Pick<Place, 'room' | 'id'>): number {
  const mac = createHmac('sha256', Buffer.from(seed, 'hex')).update(`${room}/${id}`).digest()
  return mac.readUIntBE(0, RANK_BYTES) / RANKS
}

/** Checks a published draw; `rank` is the place's, `before` how many were drawn ahead of it, on average. */
export function verifyDraw(
  draw: PublishedDraw,
  placeId: string | null,
  now: number,
):
  | { ok: true; rank: number | null; before: number | null }
  | { ok: false; problem: 'not opened' | 'seed missing' | 'hash differs' } {
  if (now < draw.opensAt) return { ok: false, problem: 'not opened' }
  if (draw.seed === null || !/^[0-9a-f]{64}$/.test(draw.seed)) return { ok: false, problem: 'seed missing' }
  if (seedHashOf(draw.seed) !== draw.seedHash) return { ok: false, problem: 'hash differs' }
  if (placeId === null) return { ok: true, rank: null, before: null }
  const rank = rankOf(draw.seed, { room: draw.room, id: placeId })
  return { ok: true, rank, before: Math.floor(rank * draw.early) }
}
