/**
 * A category's pages. The first is the one the edge sent or a link prefetched; each next one is fetched as soon as the
 * one before it is shown, so that going down finds it there. Fingers see six more at a time, everybody else eighteen.
 */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CategoryPageDocument, type CategoryPageQuery } from '../../../schema/generated/operations.ts'
import { CATEGORY_PAGE_SIZE, CATEGORY_PAGE_SIZE_TOUCH } from '../../../schema/limits.ts'
import { operationQuery, queryClient } from '../../data/query.ts'
import { useLocale } from '../../i18n/locale.ts'

function pageQuery(slug: string, after: string | null) {
  const isTouch = after !== null && matchMedia('(pointer: coarse)').matches
  const first = isTouch ? CATEGORY_PAGE_SIZE_TOUCH : CATEGORY_PAGE_SIZE
  return operationQuery(CategoryPageDocument, after === null ? { slug, first } : { slug, first, after })
}

export function useCategoryProducts(slug: string) {
  const locale = useLocale()
  const query = useInfiniteQuery({
    queryKey: ['category-products', locale, slug],
    queryFn: ({ pageParam }) => queryClient.fetchQuery(pageQuery(slug, pageParam)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ categoryProducts: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    initialData: () => {
      const first = queryClient.getQueryData<CategoryPageQuery>(pageQuery(slug, null).queryKey)
      return first ? { pages: [first], pageParams: [null] } : undefined
    },
    placeholderData: (before, known) => (known?.queryKey[2] === slug ? before : undefined),
  })
  const next = query.data?.pages.at(-1)?.categoryProducts.pageInfo
  const after = next?.hasNextPage ? next.endCursor : null
  useEffect(() => {
    if (after) void queryClient.prefetchQuery(pageQuery(slug, after))
  }, [slug, after])
  return query
}
