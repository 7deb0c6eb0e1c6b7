/**
 * Limits the size of a cart's items. They are part of the cart's record, a single storage value that every command
 * rewrites. The other parts of the record have their own limits.
 */
import type { CartItem } from './cart.ts'

const MAX_ITEM_BYTES = 70_000

/** Limits bytes, because the ids and texts of a single item may be long. */
export function itemsAreTooLarge(items: CartItem[]): boolean {
  return storedBytes(items) > MAX_ITEM_BYTES
}

/**
 * Returns an upper bound of a value's size in storage, in bytes. A text takes one byte per character, or two bytes per
 * character if one of them is outside Latin-1.
 */
export function storedBytes(value: unknown): number {
  if (typeof value === 'string') return value.length * (/[^ -ÿ]/.test(value) ? 2 : 1) + 4
  if (typeof value !== 'object' || value === null) return 10
  return Object.entries(value).reduce((sum, [key, part]) => sum + key.length + 4 + storedBytes(part), 8)
}
