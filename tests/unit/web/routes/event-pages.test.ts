import { expect, it } from 'vitest'
import { LIST_PAGE_SIZE } from '../../../../schema/limits.ts'
import { nextAfter } from '../../../../web/routes/tour/use-event-pages.ts'

it('EVL-03 nextAfter continues a list in pages of ten up to 200 concerts', () => {
  const more = { hasNextPage: true, endCursor: 'here' }
  expect(LIST_PAGE_SIZE).toBe(10)
  expect(nextAfter(more, 1)).toBe('here')
  expect(nextAfter(more, 19)).toBe('here')
  expect(nextAfter(more, 20)).toBeNull()
  expect(nextAfter({ hasNextPage: false, endCursor: 'here' }, 1)).toBeNull()
})
