import { describe, expect, it } from 'vitest'
import { offered, relatedEventSlug } from '../../../../web/cart/related.ts'

const line = (productSlug: string, eventId: string | null = null) => ({ productSlug, eventId })

describe('what the minicart offers beside tickets', () => {
  it('SHELL-02 is the goods of the concert whose tickets were added last', () => {
    expect(relatedEventSlug([line('koeln', 'evt_1'), line('berlin', 'evt_2'), line('shirt')])).toBe('berlin')
    expect(relatedEventSlug([line('shirt')])).toBeNull()
  })

  it('SHELL-02 leaves out what is sold out or in the cart, and is never more than three', () => {
    const goods = ['shirt', 'lp', 'poster', 'mug', 'pin'].map((slug) => ({ slug, available: slug !== 'lp' }))
    expect(offered(goods, [line('shirt')]).map(({ slug }) => slug)).toEqual(['poster', 'mug', 'pin'])
    expect(offered(goods, []).map(({ slug }) => slug)).toEqual(['shirt', 'poster', 'mug'])
  })
})
