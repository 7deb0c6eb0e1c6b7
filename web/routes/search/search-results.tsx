/** The lists of a search: artists, merch and concerts. Merch and concerts each load more results with a cursor of their own. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchDocument, type SearchQuery } from '../../../schema/generated/operations.ts'
import { LIST_MAXIMUM, LIST_PAGE_SIZE } from '../../../schema/limits.ts'
import { ArtistGrid } from '../../catalogue/artist-tile.tsx'
import { EventList } from '../../catalogue/event-list.tsx'
import { ProductGrid } from '../../catalogue/product-grid.tsx'
import { runOperation } from '../../data/fetch.ts'
import { useLocale } from '../../data/locale.ts'
import { operationQuery, queryClient } from '../../data/query.ts'
import { m } from '../../i18n/messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Section } from '../../ui/section.tsx'

type Found = SearchQuery['search']
type Kind = 'products' | 'events'

/**
 * The pages of one list. The first page is the answer that the search page has fetched. After a language switch, the list is
 * fetched again in the other language (L10N-05).
 */
function useResultPages(terms: string, kind: Kind) {
  const locale = useLocale()
  const search = operationQuery(SearchDocument, { terms })
  return useInfiniteQuery({
    queryKey: ['search', locale, terms, kind],
    queryFn: ({ pageParam, signal }) =>
      pageParam === null
        ? queryClient().fetchQuery(search)
        : runOperation(SearchDocument, { terms, [`${kind}After`]: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ search }, pages) =>
      pages.length * LIST_PAGE_SIZE < LIST_MAXIMUM ? search[`${kind}MoreAfter`] : null,
    initialData: () => {
      const cached = queryClient().getQueryData<SearchQuery>(search.queryKey)
      return cached ? { pages: [cached], pageParams: [null] } : undefined
    },
    placeholderData: (before, query) =>
      query?.queryKey[2] === terms && query.queryKey[3] === kind ? before : undefined,
  })
}

/** Removes repetitions. If the results change between two requests, a page may repeat items of an earlier one. */
function uniqueBySlug<Item extends { slug: string }>(items: Item[]): Item[] {
  return [...new Map(items.map((item) => [item.slug, item])).values()]
}

const ARTISTS_SHOWN = 6

/** An empty list takes only one line, because other lists have results. */
function NothingHere({ text }: { text: string }) {
  return <p className="text-muted">{text}.</p>
}

export function FoundArtists({ artists }: { artists: Found['artists'] }) {
  const [showsAll, setShowsAll] = useState(false)
  const more = {
    hasNextPage: !showsAll && artists.length > ARTISTS_SHOWN,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    error: null,
    fetchNextPage: async () => setShowsAll(true),
  }
  const shown = showsAll ? artists : artists.slice(0, ARTISTS_SHOWN)
  return (
    <Section title={m.shell_artists()}>
      {artists.length === 0 ? <NothingHere text={m.search_no_artists()} /> : <ArtistGrid artists={shown} />}
      {artists.length > ARTISTS_SHOWN && <LoadMore more={more} count={shown.length} isManual />}
    </Section>
  )
}

export function FoundProducts({ terms, first }: { terms: string; first: Found }) {
  const query = useResultPages(terms, 'products')
  const products = uniqueBySlug(query.data?.pages.flatMap(({ search }) => search.products) ?? first.products)
  // A list that grew must not change its first row.
  const isWhole = !query.hasNextPage && query.data?.pages.length === 1
  return (
    <Section title={m.shell_merch()}>
      {products.length === 0 ? (
        <NothingHere text={m.search_no_merch()} />
      ) : (
        <ProductGrid products={products} isUrgent fillsRows={isWhole} />
      )}
      <LoadMore more={query} count={products.length} />
    </Section>
  )
}

export function FoundEvents({ terms, first }: { terms: string; first: Found }) {
  const query = useResultPages(terms, 'events')
  const events = uniqueBySlug(query.data?.pages.flatMap(({ search }) => search.events) ?? first.events)
  return (
    <Section title={m.shell_tickets()}>
      {events.length === 0 ? <NothingHere text={m.search_no_tickets()} /> : <EventList events={events} />}
      <LoadMore more={query} count={events.length} />
    </Section>
  )
}
