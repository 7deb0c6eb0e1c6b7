import { describe, expect, it } from 'vitest'
import { pageOf } from './stripe-list.ts'

/** The newest object has the highest number. */
const VALUES = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((created) => ({ id: `e${created}`, created }))

const idsOf = (request: Parameters<typeof pageOf>[2]) => {
  const { data, has_more } = pageOf('/v1/events', VALUES, request)
  return [data.map((value) => (value as { id: string }).id).join(' '), has_more]
}

describe('a list of the Stripe sandbox', () => {
  it.each([
    ['the newest objects first', { limit: 2 }, ['e9 e8', true]],
    ['the objects after a cursor', { limit: 3, starting_after: 'e3' }, ['e2 e1', false]],
    ['the objects directly before a cursor', { limit: 2, ending_before: 'e6' }, ['e8 e7', true]],
    ['a range after a newer cursor', { limit: 2, starting_after: 'e8', created: { lt: 6 } }, ['e5 e4', true]],
    ['a range before an older cursor', { limit: 2, ending_before: 'e2', created: { gt: 6 } }, ['e8 e7', true]],
  ])('contains %s', (_what, request, expected) => {
    expect(idsOf(request)).toEqual(expected)
  })

  it('does not accept an unknown cursor', () => {
    expect(() => idsOf({ starting_after: 'other' })).toThrow("No such object: 'other'")
  })
})
