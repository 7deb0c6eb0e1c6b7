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
  ])('SHOP-13 sends the old form %s to %s', (from, to) => {
    expect(redirectOf(from, none)).toBe(to)
  })

  it.each(['/', '/events', '/events/berlin', '/categories/shirts', '/checkout'])('SHOP-13 leaves %s alone', (path) => {
    expect(redirectOf(path, none)).toBeNull()
  })

  it('SHOP-12 takes the shop’s map first; an empty target is no redirect', () => {
    const map = new Map([
      ['/tour/17', '/tours/winter'],
      ['/merch', ''],
    ])
    expect(redirectOf('/tour/17', map)).toBe('/tours/winter')
    expect(redirectOf('/merch', map)).toBeNull()
  })
})
