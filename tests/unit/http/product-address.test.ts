import { describe, expect, it } from 'vitest'
import { artistHasPage } from '../../../schema/artist-page.ts'
import { canonicalProductPath } from '../../../worker/http/product-address.ts'

describe('canonicalProductPath and artistHasPage', () => {
  const shirt = { href: '/products/shirt', hidden: false }
  const bundle = { href: '/bundle/evening', hidden: false }

  it('PROD-08 canonicalProductPath leads from other paths of a bundle to its bundle page, and from a hidden product to the home page', () => {
    expect(canonicalProductPath(bundle, '/products/evening')).toBe('/bundle/evening')
    expect(canonicalProductPath(bundle, '/bundle/prd_00000000000000000000000000')).toBe('/bundle/evening')
    expect(canonicalProductPath({ ...shirt, hidden: true }, '/products/shirt')).toBe('/')
    expect(canonicalProductPath(shirt, '/products/shirt')).toBeNull()
  })

  it('BND-02 canonicalProductPath leads from a bundle path to the product page if the product is no bundle', () => {
    expect(canonicalProductPath(shirt, '/bundle/shirt')).toBe('/products/shirt')
    expect(canonicalProductPath(bundle, '/bundle/evening')).toBeNull()
  })

  it('ART-02 artistHasPage is false without products and events, and true with an event', () => {
    expect(artistHasPage({ products: [], events: [] })).toBe(false)
    expect(artistHasPage({ products: [], events: [1] })).toBe(true)
  })
})
