/**
 * What a cart's record may weigh. It is one value of the storage, rewritten with each command, and stays under 128 KB by
 * construction: items 80 KB and what is typed on them later 10 KB, answers 20 KB, seat objects and hold periods 15 KB.
 */
import type { CartItem } from './cart.ts'

const MOST_ITEM_BYTES = 80_000

/** True where the items leave no room: names and ids of a catalogue can be longer than any cart should carry. */
export function itemsAreTooLarge(items: CartItem[]): boolean {
  return storedBytes(items) > MOST_ITEM_BYTES
}

/** An upper bound of a value's bytes in storage, where a text has one byte a character, or two once any needs two. */
export function storedBytes(value: unknown): number {
  if (typeof value === 'string') return value.length * (/[^ -ÿ]/.test(value) ? 2 : 1) + 4
  if (typeof value !== 'object' || value === null) return 10
  return Object.entries(value).reduce((sum, [key, part]) => sum + key.length + 4 + storedBytes(part), 8)
}
