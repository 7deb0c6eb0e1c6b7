/**
 * A list of an artist's concerts or products. The page's answer contains the first ones and one more, which tells whether there
 * are others. A press, or a filter, loads the whole list of at most 200. The list of a subcategory replaces it (ART-02).
 */
import type { Operation } from '../../schema/operation.ts'
import { useOperation } from '../data/query.ts'

type Variables = { slug: string; category?: string | null | undefined }

type ArtistList<Answer, Item> = {
  slug: string
  /** The slug of the only subcategory whose items are shown, or null. */
  category?: string | null
  first: Item[]
  /** How many of the first items the page shows. */
  shown: number
  /** Loads the whole list without a press, because the page filters it. */
  isWhole?: boolean
  itemsOf: (answer: Answer) => Item[] | undefined
}

export function useArtistList<Answer, Item>(
  operation: Operation<Answer, Variables>,
  { slug, category = null, first, shown, isWhole = false, itemsOf }: ArtistList<Answer, Item>,
) {
  const hasRest = first.length > shown
  const query = useOperation(operation, category === null ? { slug } : { slug, category }, {
    enabled: category !== null || (isWhole && hasRest),
    staysFor: category === null ? 'language' : 'variables',
  })
  const loaded = query.data === undefined ? undefined : itemsOf(query.data)
  return {
    items: loaded ?? first.slice(0, shown),
    /** Whether the list of the subcategory is still loading, so that the items are those of the former list. */
    isStale: category !== null && (loaded === undefined || query.isPlaceholderData),
    more: {
      hasNextPage: loaded === undefined && category === null && hasRest,
      isFetchingNextPage: query.isFetching,
      isFetchNextPageError: query.isError && !query.isFetching,
      error: query.error,
      fetchNextPage: query.refetch,
    },
  }
}
