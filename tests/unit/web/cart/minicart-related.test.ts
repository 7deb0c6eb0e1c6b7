import { describe, expect, it } from 'vitest'
import { relatedEventSlug, relatedProducts } from '../../../../web/cart/related-products.ts'

const line = (productSlug: string, eventId: string | null = null) => ({ productSlug, eventId })

describe('related products in the minicart', () => {
  it('SHELL-02 belong to the concert whose tickets were added last, and to none in a cart without tickets', () => {
    expect(relatedEventSlug([line('koeln', 'evt_1'), line('berlin', 'evt_2'), line('shirt')])).toBe('berlin')
    expect(relatedEventSlug([line('shirt')])).toBeNull()
  })

  it('SHELL-02 are the first three that are available and not in the cart', () => {
    const products = ['shirt', 'lp', 'poster', 'mug', 'pin'].map((slug) => ({ slug, available: slug !== 'lp' }))
    expect(relatedProducts(products, [line('shirt')]).map(({ slug }) => slug)).toEqual(['poster', 'mug', 'pin'])
    expect(relatedProducts(products, []).map(({ slug }) => slug)).toEqual(['shirt', 'poster', 'mug'])
  })
})
