/**
 * Finds an event among the answers that the browser has. After a navigation, this is usually the tile of the list in which the
 * fan pressed the event. The server refuses the event's own page until the fan's turn, so the waiting screen asks for nothing.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { EventTileFragment } from '../../schema/generated/operations.ts'
import { currentLocale } from '../data/locale.ts'

export function knownEvent(answers: QueryClient, slug: string): EventTileFragment | null {
  for (const { queryKey, state } of answers.getQueryCache().getAll()) {
    if (queryKey[1] !== currentLocale()) continue
    const tile = findTile(state.data, slug)
    if (tile) return tile
  }
  return null
}

function findTile(value: unknown, slug: string): EventTileFragment | null {
  if (typeof value !== 'object' || value === null) return null
  if (isTile(value) && value.slug === slug) return value
  for (const part of Object.values(value)) {
    const tile = findTile(part, slug)
    if (tile) return tile
  }
  return null
}

/** Only the whole tile has all of these fields. A bundle names its events with fewer. */
function isTile(value: object): value is EventTileFragment {
  return ['slug', 'status', 'artist', 'venue', 'image', 'happeningFromAt', 'happeningUntilAt', 'tileMeta'].every(
    (field) => field in value,
  )
}
