import { describe, expect, it } from 'vitest'
import { artistHasPage } from '../../../schema/artist-page.ts'
import { canonicalProductPath } from '../../../worker/http/product-address.ts'

describe('page of a product or artist', () => {
  const shirt = { href: '/products/shirt', hidden: false }
  const bundle = { href: '/bundle/evening', hidden: false }

  it('PROD-08 is the bundle page of a bundle’s root, by slug or id, and the home page for a hidden product', () => {
    expect(canonicalProductPath(bundle, '/products/evening')).toBe('/bundle/evening')
    expect(canonicalProductPath(bundle, '/bundle/prd_00000000000000000000000000')).toBe('/bundle/evening')
    expect(canonicalProductPath({ ...shirt, hidden: true }, '/products/shirt')).toBe('/')
    expect(canonicalProductPath(shirt, '/products/shirt')).toBeNull()
  })

  it('BND-02 is the product page of a product that is no bundle', () => {
    expect(canonicalProductPath(shirt, '/bundle/shirt')).toBe('/products/shirt')
    expect(canonicalProductPath(bundle, '/bundle/evening')).toBeNull()
  })

  it('ART-02 exists only for an artist with products or events', () => {
    expect(artistHasPage({ products: [], events: [] })).toBe(false)
    expect(artistHasPage({ products: [], events: [1] })).toBe(true)
  })
})
