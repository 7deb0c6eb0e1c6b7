/**
 * Bounds the size of a cart's record. It is one storage value, rewritten with each command, and by construction stays below
 * the platform's limit of 128 KB: items 80 KB plus 10 KB for names entered later, answers 20 KB, seat objects and hold
 * periods 15 KB.
 */
import type { CartItem } from './cart.ts'

const MAX_ITEM_BYTES = 80_000

/** Whether the items are too large. Names and ids of a catalogue can be longer than a cart should store. */
export function itemsAreTooLarge(items: CartItem[]): boolean {
  return storedBytes(items) > MAX_ITEM_BYTES
}

/** Upper bound of a value's size in storage. A text takes one byte per character, or two if any character needs two. */
export function storedBytes(value: unknown): number {
  if (typeof value === 'string') return value.length * (/[^ -ÿ]/.test(value) ? 2 : 1) + 4
  if (typeof value !== 'object' || value === null) return 10
  return Object.entries(value).reduce((sum, [key, part]) => sum + key.length + 4 + storedBytes(part), 8)
}
