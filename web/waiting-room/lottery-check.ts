/** Verifies a published lottery in the visitor's browser. */
import { hexOf } from '../data/visit.ts'

/** The fields of `draw.json` that the check needs. `seed` is hexadecimal, and null until the opening. */
export type PublishedLottery = { room: string; seed: string | null }

/**
 * `announcedHash` is the hash that the page showed before it knew the seed. The hash that is published with the seed would
 * prove nothing, because a new seed could be published with its own hash. The rank is the first 48 bits of
 * HMAC-SHA256(seed, room + '/' + entry id), as a fraction from 0 up to but excluding 1. Returns null while the seed is
 * secret.
 */
export async function checkLottery(
  { room, seed: seedText }: PublishedLottery,
  entryId: string,
  announcedHash: string,
): Promise<{ fits: boolean; rank: number } | null> {
  if (seedText === null) return null
  const seed = Uint8Array.from(seedText.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  const hash = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', seed)))
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${room}/${entryId}`)))
  const rank = mac.slice(0, 6).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 48
  return { fits: hash === announcedHash, rank }
}
