import { expect, it } from 'vitest'
import { LIST_PAGE_SIZE } from '../../../../schema/limits.ts'
import { nextCursor } from '../../../../web/routes/tour/use-event-pages.ts'

it('EVL-03 nextCursor continues a list in pages of ten concerts and stops after 200', () => {
  const more = { hasNextPage: true, endCursor: 'here' }
  expect(LIST_PAGE_SIZE).toBe(10)
  expect(nextCursor(more, 1)).toBe('here')
  expect(nextCursor(more, 19)).toBe('here')
  expect(nextCursor(more, 20)).toBeNull()
  expect(nextCursor({ hasNextPage: false, endCursor: 'here' }, 1)).toBeNull()
})
