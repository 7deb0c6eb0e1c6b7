/**
 * Lists of concerts in pages of ten, up to two hundred (EVL-03). In another language a list is asked for anew; until it
 * is there the one before stays (L10N-05).
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

type Wanted = { terms?: string; from?: number; to?: number }
type Page = Pick<EventListQuery, 'events'>

/** Behind what the next page begins; null where the list ends, or is long enough. */
export function nextAfter(
  { hasNextPage, endCursor }: { hasNextPage: boolean; endCursor: string | null },
  pagesShown: number,
): string | null {
  return hasNextPage && pagesShown * LIST_PAGE_SIZE < LIST_MAXIMUM ? endCursor : null
}

function pagesOf(locale: string, wanted: Wanted, askFirst?: () => Promise<Page>) {
  const name = JSON.stringify(wanted)
  return {
    queryKey: ['events', locale, name],
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<Page> =>
      pageParam === null && askFirst
        ? askFirst()
        : runOperation(
            EventListDocument,
            { ...wanted, first: LIST_PAGE_SIZE, ...(pageParam !== null && { after: pageParam }) },
            { signal },
          ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ events }: Page, pages: Page[]) => nextAfter(events.pageInfo, pages.length),
    placeholderData: <Data>(before: Data | undefined, known?: { queryKey: readonly unknown[] }) =>
      known?.queryKey[2] === name ? before : undefined,
  }
}

export function useEventPages(wanted: Wanted) {
  return useInfiniteQuery(pagesOf(useLocale(), wanted))
}

/** All concerts; the first ten come with the page of tickets. */
export function useAllEvents() {
  const locale = useLocale()
  const page = operationQuery(TicketsPageDocument, {})
  return useInfiniteQuery({
    ...pagesOf(locale, {}, () => queryClient().fetchQuery(page)),
    initialData: () => {
      const known = queryClient().getQueryData<TicketsPageQuery>(page.queryKey)
      return known ? { pages: [known], pageParams: [null] } : undefined
    },
  })
}
