/**
 * The batches in which a category page loads its products: 18 at a time, or 6 on touch devices (CAT-03). The first answer
 * contains 18 products for all devices, because the server caches it. Touch devices show it in three batches.
 */
import { CATEGORY_PAGE_SIZE, CATEGORY_PAGE_SIZE_TOUCH } from '../../../schema/limits.ts'

/**
 * Where a batch starts. `after` is the cursor of the request whose answer contains the batch; it is null for the first
 * request. `from` is the index of the batch's first product in that answer.
 */
export type BatchStart = { after: string | null; from: number }

export const FIRST_BATCH: BatchStart = { after: null, from: 0 }

export function batchSize(isTouch: boolean): number {
  return isTouch ? CATEGORY_PAGE_SIZE_TOUCH : CATEGORY_PAGE_SIZE
}

type Answer = { nodes: readonly unknown[]; pageInfo: { endCursor: string | null; hasNextPage: boolean } }

/** The start of the batch after this one; null at the end of the category. */
export function nextBatch({ after, from }: BatchStart, { nodes, pageInfo }: Answer, size: number): BatchStart | null {
  const to = from + size
  if (to < nodes.length) return { after, from: to }
  return pageInfo.hasNextPage && pageInfo.endCursor !== null ? { after: pageInfo.endCursor, from: 0 } : null
}
