/**
 * Opaque cursors. For most lists, a cursor contains the sort key of a page's last row, so that the next page continues
 * there even if rows were added. For search results, it contains an offset.
 */
import { ShopError } from '../services/shop-error.ts'

export function writeCursor(key: [number, string]): string {
  return btoa(JSON.stringify(key))
}

/** Returns a page of at most `first` rows. If `rows` contains more than `first` rows, there is a next page. */
export function pageOf<Row>(rows: Row[], first: number, keyOf: (row: Row) => [number, string]) {
  const nodes = rows.slice(0, first)
  const last = nodes.at(-1)
  return { nodes, pageInfo: { endCursor: last ? writeCursor(keyOf(last)) : null, hasNextPage: rows.length > first } }
}

/**
 * Throws BAD_INPUT for a cursor that does not contain a whole number and a text. Cursors are not signed, so a client can
 * make its own.
 */
export function readCursor(cursor: string | null | undefined): [number, string] | null {
  if (cursor === null || cursor === undefined || cursor === '') return null
  try {
    const key: unknown = JSON.parse(atob(cursor.slice(0, 200)))
    if (Array.isArray(key) && key.length === 2 && Number.isSafeInteger(key[0]) && typeof key[1] === 'string')
      return [key[0], key[1]]
  } catch {
    // Falls through to the refusal.
  }
  throw new ShopError('BAD_INPUT', { field: 'after', expected: 'a cursor of this list' })
}

/** Limits the size of a page to the range from 1 to `most`. */
export function clampFirst(first: number | null | undefined, most: number): number {
  return Math.min(most, Math.max(1, first ?? most))
}
