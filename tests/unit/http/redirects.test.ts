import { describe, expect, it } from 'vitest'
import { redirectOf } from '../../../worker/http/redirects.ts'

const none = new Map<string, string>()

describe('redirects', () => {
  it.each([
    ['/merch', '/categories'],
    ['/merch/shirts', '/categories/shirts'],
    ['/item/cap', '/products/cap'],
    ['/ticket/berlin', '/events/berlin'],
    ['/event/berlin', '/events/berlin'],
    ['/tickets', '/events'],
    ['/artist/nachtfalter', '/artists/nachtfalter'],
    ['/events/', '/events'],
    ['/refund', '/refund/request'],
    ['/refund/17', '/refund/request'],
    ['/refund/17/ida', '/refund/request'],
  ])('SHOP-13 lead from %s to %s', (from, to) => {
    expect(redirectOf(from, none)).toBe(to)
  })

  it.each(['/', '/events', '/events/berlin', '/categories/shirts', '/checkout', '/refund/request'])(
    'SHOP-13 leave %s unchanged',
    (path) => {
      expect(redirectOf(path, none)).toBeNull()
    },
  )

  it('SHOP-12 from the catalogue take precedence, and an empty target in the catalogue means no redirect', () => {
    const map = new Map([
      ['/tour/17', '/tours/winter'],
      ['/merch', ''],
    ])
    expect(redirectOf('/tour/17', map)).toBe('/tours/winter')
    expect(redirectOf('/merch', map)).toBeNull()
  })
})
