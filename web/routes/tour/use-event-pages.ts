/** A list of concerts in pages of ten, up to two hundred (EVL-03). */
import { useInfiniteQuery } from '@tanstack/react-query'
import { EventListDocument, type EventListQuery } from '../../../schema/generated/operations.ts'
import { LIST_MAXIMUM, LIST_PAGE_SIZE } from '../../../schema/limits.ts'
import { runOperation } from '../../data/fetch.ts'
import { useLocale } from '../../i18n/locale.ts'

type Wanted = { terms?: string; from?: number; to?: number }

/** Behind what the next page begins; null where the list ends, or is long enough. */
export function nextAfter(
  { hasNextPage, endCursor }: { hasNextPage: boolean; endCursor: string | null },
  pagesShown: number,
): string | null {
  return hasNextPage && pagesShown * LIST_PAGE_SIZE < LIST_MAXIMUM ? endCursor : null
}

export function useEventPages(wanted: Wanted, first?: EventListQuery['events']) {
  const locale = useLocale()
  return useInfiniteQuery({
    queryKey: ['events', locale, wanted],
    queryFn: ({ pageParam, signal }) =>
      runOperation(
        EventListDocument,
        { ...wanted, first: LIST_PAGE_SIZE, ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ events }, pages) => nextAfter(events.pageInfo, pages.length),
    ...(first && { initialData: { pages: [{ events: first }], pageParams: [null] } }),
  })
}
