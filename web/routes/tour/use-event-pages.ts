/** A list of concerts in pages of ten, up to two hundred (EVL-03). */
import { useInfiniteQuery } from '@tanstack/react-query'
import { EventListDocument, type EventListQuery } from '../../../schema/generated/operations.ts'
import { LIST_MAXIMUM, LIST_PAGE_SIZE } from '../../../schema/limits.ts'
import { runOperation } from '../../data/fetch.ts'
import { useLocale } from '../../i18n/locale.ts'

type Wanted = { terms?: string; from?: number; to?: number }

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
    getNextPageParam: ({ events: { pageInfo } }, pages) =>
      pageInfo.hasNextPage && pages.length * LIST_PAGE_SIZE < LIST_MAXIMUM ? pageInfo.endCursor : null,
    ...(first && { initialData: { pages: [{ events: first }], pageParams: [null] } }),
  })
}
