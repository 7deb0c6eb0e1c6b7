/**
 * The lottery among visitors who came before the opening. An entry's rank is derived from the room's secret seed and the
 * entry's random id, so the lottery favours nobody and stores no ranks. The SHA-256 of the seed is published before the
 * opening, and the seed at the opening. Anyone who noted the hash can therefore verify that the seed was not chosen later.
 */
import { Buffer } from 'node:buffer'
import { createHash, createHmac } from 'node:crypto'
import type { QueueEntry } from './waiting-room.ts'

const RANK_BYTES = 6
const RANKS = 2 ** (8 * RANK_BYTES)

/** Both are hexadecimal. */
export type Lottery = { seed: string; seedHash: string }

/** The content of `draw.json`; `seed` is null until the opening. `drawThreshold` is the share of ranks called so far. */
export type PublishedLottery = {
  room: string
  seedHash: string
  seed: string | null
  opensAt: number
  early: number
  drawThreshold: number
}

/** `secret` is 32 random bytes. */
export function newLottery(secret = crypto.getRandomValues(new Uint8Array(32))): Lottery {
  const seed = Buffer.from(secret).toString('hex')
  return { seed, seedHash: seedHashOf(seed) }
}

function seedHashOf(seed: string): string {
  return createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')
}

/**
 * Returns a fraction from 0 up to but excluding 1: the first 48 bits of HMAC-SHA256(seed, room + '/' + id). The entry with
 * the lowest rank is called first.
 */
export function rankOf(seed: string, { room, id }: Pick<QueueEntry, 'room' | 'id'>): number {
  const mac = createHmac('sha256', Buffer.from(seed, 'hex')).update(`${room}/${id}`).digest()
  return mac.readUIntBE(0, RANK_BYTES) / RANKS
}

/** Verifies a published lottery. `before` is the expected number of entries with a lower rank than this one. */
export function verifyLottery(
  lottery: PublishedLottery,
  entryId: string | null,
  now: number,
):
  | { ok: true; rank: number | null; before: number | null }
  | { ok: false; problem: 'not opened' | 'seed missing' | 'hash differs' } {
  if (now < lottery.opensAt) return { ok: false, problem: 'not opened' }
  if (lottery.seed === null || !/^[0-9a-f]{64}$/.test(lottery.seed)) return { ok: false, problem: 'seed missing' }
  if (seedHashOf(lottery.seed) !== lottery.seedHash) return { ok: false, problem: 'hash differs' }
  if (entryId === null) return { ok: true, rank: null, before: null }
  const rank = rankOf(lottery.seed, { room: lottery.room, id: entryId })
  return { ok: true, rank, before: Math.floor(rank * lottery.early) }
}
