/**
 * Loads a category's products in batches. The first answer usually comes with the page, or was prefetched by a link to the
 * category. When the last batch of an answer has loaded, the next answer is prefetched. All loaded batches are cached for a
 * visitor who leaves the page and returns.
 */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CategoryPageDocument, type CategoryPageQuery } from '../../../schema/generated/operations.ts'
import { CATEGORY_PAGE_SIZE } from '../../../schema/limits.ts'
import { useLocale } from '../../data/locale.ts'
import { operationQuery, queryClient } from '../../data/query.ts'
import { useIsTouch } from '../../ui/touch.ts'
import { type BatchStart, batchSize, FIRST_BATCH, nextBatch } from './category-batches.ts'

function answerQuery(slug: string, { after }: BatchStart, size: number) {
  return operationQuery(
    CategoryPageDocument,
    after === null ? { slug, first: CATEGORY_PAGE_SIZE } : { slug, first: size, after },
  )
}

export function useCategoryProducts(slug: string) {
  const locale = useLocale()
  // The batch size does not change after the first render. If the server has guessed the device wrong, a smaller size could
  // remove products that the visitor already sees.
  const isTouch = useIsTouch()
  const [size] = useState(batchSize(isTouch))
  const cutBatch = (answer: CategoryPageQuery, start: BatchStart) => {
    const { nodes } = answer.categoryProducts
    return {
      answer,
      nodes: nodes.slice(start.from, start.from + size),
      next: nextBatch(start, answer.categoryProducts, size),
    }
  }
  const query = useInfiniteQuery({
    queryKey: ['category-products', locale, slug],
    queryFn: async ({ pageParam }) =>
      cutBatch(await queryClient().fetchQuery(answerQuery(slug, pageParam, size)), pageParam),
    // The queries of the answers retry themselves.
    retry: false,
    initialPageParam: FIRST_BATCH,
    getNextPageParam: ({ next }) => next,
    initialData: () => {
      const cached = queryClient().getQueryData<CategoryPageQuery>(answerQuery(slug, FIRST_BATCH, size).queryKey)
      return cached ? { pages: [cutBatch(cached, FIRST_BATCH)], pageParams: [FIRST_BATCH] } : undefined
    },
    placeholderData: (before, query) => (query?.queryKey[2] === slug ? before : undefined),
  })
  const next = query.data?.pages.at(-1)?.next ?? null
  const { after, from } = next ?? FIRST_BATCH
  useEffect(() => {
    if (after !== null && from === 0) void queryClient().prefetchQuery(answerQuery(slug, { after, from }, size))
  }, [slug, after, from, size])
  return query
}
