import { Buffer } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'

/** Compares secrets without revealing by its duration how much of them is equal. It does reveal whether the lengths differ. */
export function equalInConstantTime(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
