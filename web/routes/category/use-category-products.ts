/**
 * A category's products, part by part. The first answer is the one the edge sent or a link prefetched; each next one is
 * fetched as soon as the part before it is shown, so that going down finds it there, and going back finds all of them.
 */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CategoryPageDocument, type CategoryPageQuery } from '../../../schema/generated/operations.ts'
import { CATEGORY_PAGE_SIZE } from '../../../schema/limits.ts'
import { useLocale } from '../../data/locale.ts'
import { operationQuery, queryClient } from '../../data/query.ts'
import { useIsTouch } from '../../ui/touch.ts'
import { FIRST_PART, nextPart, type PartPlace, partSize } from './category-parts.ts'

function answerQuery(slug: string, { after }: PartPlace, size: number) {
  return operationQuery(
    CategoryPageDocument,
    after === null ? { slug, first: CATEGORY_PAGE_SIZE } : { slug, first: size, after },
  )
}

export function useCategoryProducts(slug: string) {
  const locale = useLocale()
  // What the page began with it goes on with: the edge may have taken a device for another, and no row may leave again.
  const asked = useIsTouch()
  const [size] = useState(partSize(asked))
  const partOf = (answer: CategoryPageQuery, place: PartPlace) => {
    const { nodes } = answer.categoryProducts
    return {
      answer,
      nodes: nodes.slice(place.from, place.from + size),
      next: nextPart(place, answer.categoryProducts, size),
    }
  }
  const query = useInfiniteQuery({
    queryKey: ['category-products', locale, slug],
    queryFn: async ({ pageParam }) =>
      partOf(await queryClient().fetchQuery(answerQuery(slug, pageParam, size)), pageParam),
    // The answers are asked for again by themselves, and once is enough.
    retry: false,
    initialPageParam: FIRST_PART,
    getNextPageParam: ({ next }) => next,
    initialData: () => {
      const known = queryClient().getQueryData<CategoryPageQuery>(answerQuery(slug, FIRST_PART, size).queryKey)
      return known ? { pages: [partOf(known, FIRST_PART)], pageParams: [FIRST_PART] } : undefined
    },
    placeholderData: (before, known) => (known?.queryKey[2] === slug ? before : undefined),
  })
  const next = query.data?.pages.at(-1)?.next ?? null
  const { after, from } = next ?? FIRST_PART
  useEffect(() => {
    if (after !== null && from === 0) void queryClient().prefetchQuery(answerQuery(slug, { after, from }, size))
  }, [slug, after, from, size])
  return query
}
