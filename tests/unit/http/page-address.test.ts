import { describe, expect, it } from 'vitest'
import { artistHasPage } from '../../../schema/artist-page.ts'
import { rightProductPath } from '../../../worker/http/page-address.ts'

describe('where a product’s page is', () => {
  const shirt = { href: '/products/shirt', hidden: false }
  const bundle = { href: '/bundle/evening', hidden: false }

  it('PROD-08 a bundle’s root leads to its bundle page, by slug or by id, and what is hidden home', () => {
    expect(rightProductPath(bundle, '/products/evening')).toBe('/bundle/evening')
    expect(rightProductPath(bundle, '/bundle/prd_00000000000000000000000000')).toBe('/bundle/evening')
    expect(rightProductPath({ ...shirt, hidden: true }, '/products/shirt')).toBe('/')
    expect(rightProductPath(shirt, '/products/shirt')).toBeNull()
  })

  it('BND-02 what is no bundle leads to its product page', () => {
    expect(rightProductPath(shirt, '/bundle/shirt')).toBe('/products/shirt')
    expect(rightProductPath(bundle, '/bundle/evening')).toBeNull()
  })

  it('ART-02 an artist with nothing to sell has no page', () => {
    expect(artistHasPage({ products: [], events: [] })).toBe(false)
    expect(artistHasPage({ products: [], events: [1] })).toBe(true)
  })
})
