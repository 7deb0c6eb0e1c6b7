/**
 * How a category's products are handed out: eighteen at a time, six to fingers (CAT-03). The first answer holds eighteen
 * for everybody; fingers are shown it in thirds.
 */
import { CATEGORY_PAGE_SIZE, CATEGORY_PAGE_SIZE_TOUCH } from '../../../schema/limits.ts'

/** The answer behind this cursor, from this product on. */
export type PartPlace = { after: string | null; from: number }

export const FIRST_PART: PartPlace = { after: null, from: 0 }

export function partSize(isTouch: boolean): number {
  return isTouch ? CATEGORY_PAGE_SIZE_TOUCH : CATEGORY_PAGE_SIZE
}

type Answer = { nodes: readonly unknown[]; pageInfo: { endCursor: string | null; hasNextPage: boolean } }

/** Where the part after this one begins; null at the end. */
export function nextPart({ after, from }: PartPlace, { nodes, pageInfo }: Answer, size: number): PartPlace | null {
  const to = from + size
  if (to < nodes.length) return { after, from: to }
  return pageInfo.hasNextPage && pageInfo.endCursor !== null ? { after: pageInfo.endCursor, from: 0 } : null
}
