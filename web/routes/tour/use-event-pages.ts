/**
 * Loads lists of concerts in pages of ten, up to 200 (EVL-03). After a language switch, a list is fetched again. The list in
 * the former language stays visible until the answer arrives (L10N-05).
 */
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  EventListDocument,
  type EventListQuery,
  TicketsPageDocument,
  type TicketsPageQuery,
} from '../../../schema/generated/operations.ts'
import { LIST_MAXIMUM, LIST_PAGE_SIZE } from '../../../schema/limits.ts'
import { runOperation } from '../../data/fetch.ts'
import { useLocale } from '../../data/locale.ts'
import { operationQuery, queryClient } from '../../data/query.ts'

type ListFilter = { terms?: string; from?: number; to?: number }
type Page = Pick<EventListQuery, 'events'>

/** The cursor of the next page; null at the end of the list or at its maximum length. */
export function nextCursor(
  { hasNextPage, endCursor }: { hasNextPage: boolean; endCursor: string | null },
  pagesShown: number,
): string | null {
  return hasNextPage && pagesShown * LIST_PAGE_SIZE < LIST_MAXIMUM ? endCursor : null
}

/** `fetchFirst` replaces the request of the first page. */
function eventPagesQuery(locale: string, filter: ListFilter, fetchFirst?: () => Promise<Page>) {
  const filterKey = JSON.stringify(filter)
  return {
    queryKey: ['events', locale, filterKey],
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<Page> =>
      pageParam === null && fetchFirst
        ? fetchFirst()
        : runOperation(
            EventListDocument,
            { ...filter, first: LIST_PAGE_SIZE, ...(pageParam !== null && { after: pageParam }) },
            { signal },
          ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ events }: Page, pages: Page[]) => nextCursor(events.pageInfo, pages.length),
    placeholderData: <Data>(before: Data | undefined, query?: { queryKey: readonly unknown[] }) =>
      query?.queryKey[2] === filterKey ? before : undefined,
  }
}

export function useEventPages(filter: ListFilter) {
  return useInfiniteQuery(eventPagesQuery(useLocale(), filter))
}

/** All concerts. The query of the events page (`TicketsPage`) contains the first ten. */
export function useAllEvents() {
  const locale = useLocale()
  const page = operationQuery(TicketsPageDocument, {})
  return useInfiniteQuery({
    ...eventPagesQuery(locale, {}, () => queryClient().fetchQuery(page)),
    initialData: () => {
      const cached = queryClient().getQueryData<TicketsPageQuery>(page.queryKey)
      return cached ? { pages: [cached], pageParams: [null] } : undefined
    },
  })
}
