import { describe, expect, it } from 'vitest'
import type { CartDependencies } from '../../../worker/services/cart-command.ts'
import { changeVariant } from '../../../worker/services/variant-change.ts'
import { cartItem, cartState, heldSeat, merch, sellableMap, ticket } from '../../support/sellable-builder.ts'

const full = ticket('full')
const sellables = sellableMap(
  full,
  ticket('reduced', { priceCents: 3500 }),
  ticket('front', {}, { category: 2 }),
  ticket('elsewhere', {}, { id: 'other-event' }),
  ticket('withdrawn', { active: false }),
  ticket('secret', { codeRequired: true }),
  ticket('closed', {}, { closure: 'cancelled' }),
  merch('shirt'),
)

const dependencies: Pick<CartDependencies, 'sellables' | 'shopSells' | 'discountsOpen'> = {
  sellables: async (ids) => new Map([...sellables].filter(([id]) => [...ids].includes(id))),
  shopSells: async () => true,
  discountsOpen: false,
}

const seat = cartItem(full, { id: 'seat', hold: heldSeat('h1') })
const part = { ...seat, id: 'part', bundleKey: 'bundle' }
const shirt = cartItem(merch('shirt'), { id: 'shirt' })
const state = cartState([seat, part, shirt])

function change(itemId: string, variantId: string, overrides: Partial<typeof dependencies> = {}) {
  return changeVariant({ ...dependencies, ...overrides }, state, { itemId, variantId })
}

describe('the change of a ticket’s variant', () => {
  it('EVT-13 changes only the variant, so the seat stays held for the same time', async () => {
    expect(await change('seat', 'reduced')).toEqual({
      ok: true,
      shifted: false,
      state: {
        ...state,
        items: [{ ...seat, variantId: 'reduced', productId: null }, part, shirt],
        version: state.version + 1,
      },
    })
  })

  it('EVT-13 changes nothing if the line has the variant already', async () => {
    expect(await change('seat', 'full')).toEqual({ ok: true, shifted: false, state })
  })

  it.each([
    ['a variant of another pricing category', 'seat', 'front', 'BAD_INPUT'],
    ['a variant of another event', 'seat', 'elsewhere', 'BAD_INPUT'],
    ['merch', 'seat', 'shirt', 'BAD_INPUT'],
    ['an unknown variant', 'seat', 'nothing', 'BAD_INPUT'],
    ['an inactive variant', 'seat', 'withdrawn', 'ITEM_NOT_AVAILABLE'],
    ['a variant that needs a code', 'seat', 'secret', 'DISCOUNT_CODE_REQUIRED'],
    ['a variant of a closed sale', 'seat', 'closed', 'SALE_CANCELLED'],
    ['a line of merch', 'shirt', 'reduced', 'BAD_INPUT'],
    ['a part of a bundle', 'part', 'reduced', 'BAD_INPUT'],
    ['an unknown line', 'nothing', 'reduced', 'NOT_FOUND'],
  ])('EVT-13 refuses %s', async (_what, itemId, variantId, code) => {
    expect(await change(itemId, variantId)).toMatchObject({ ok: false, code })
  })

  it('EVT-13 refuses a variant that the shop does not sell', async () => {
    expect(await change('seat', 'reduced', { shopSells: async () => false })).toMatchObject({
      code: 'ITEM_NOT_AVAILABLE',
    })
  })
})
