import { expect, it } from 'vitest'
import Minicart from '../../../../web/cart/minicart.tsx'
import { type Cart, cartKey } from '../../../../web/cart/use-cart.ts'
import { queryClient } from '../../../../web/data/query.ts'
import { shopMarkup } from '../shop-markup.tsx'

function minicartMarkup(cart: Partial<Cart>): string {
  function OpenMinicart() {
    queryClient().setQueryData(cartKey(), cart)
    return <Minicart added={[]} onClose={() => {}} />
  }
  return shopMarkup(<OpenMinicart />)
}

const minicart = (cart: Partial<Cart>) => minicartMarkup(cart).replace(/<[^>]*>/g, '')

it('SHELL-02 the minicart names shipping costs beside the subtotal only if something is shipped', () => {
  const items = [
    { id: 'itm_1', type: 'product', eventId: null, bundled: [], amount: 1, variantName: 'Blau', href: '/products/mug' },
  ] as unknown as Cart['items']
  const text = (physical: boolean) => minicart({ id: 'crt_1', items, physical, heldUntil: null, totalCents: 4800 })
  expect(text(true)).toContain('Zwischensumme (inkl. MwSt., zzgl. Versand)')
  expect(text(false)).toContain('Zwischensumme (inkl. MwSt.)')
  expect(text(false)).not.toContain('Versand')
})

it('SHELL-02 an empty minicart leads to merch and to tickets, and a filled one does not', () => {
  const links = (items: unknown[]) => {
    const cart = { id: 'crt_1', items: items as Cart['items'], physical: true, heldUntil: null, totalCents: 0 }
    return [...minicartMarkup(cart).matchAll(/<a [^>]*button[^>]*>/g)].map(([tag]) => /href="([^"]*)"/.exec(tag)?.[1])
  }
  expect(links([])).toEqual([expect.stringMatching(/\/categories$/), expect.stringMatching(/\/events$/)])
  const mug = { id: 'itm_1', type: 'product', eventId: null, bundled: [], amount: 1, href: '/products/mug' }
  expect(links([{ ...mug, variantName: 'Blau' }])).not.toContainEqual(expect.stringMatching(/\/(?:categories|events)$/))
})
