import { expect, it } from 'vitest'
import type { CartPart } from '../../../../web/cart/use-cart.ts'
import { SelectedSeats } from '../../../../web/routes/event/selected-seats.tsx'
import { pageEvent } from '../../../support/page-event.ts'
import { shopMarkup } from '../shop-markup.tsx'

it('SEAT-14 the list of chosen seats describes a special seat, and its button names it in the same way', () => {
  const seat = { sectionId: 'a', sectionName: 'Rang', row: '2', name: '1', properties: ['eingeschränkte Sicht'] }
  const item = { id: 'a', seatId: 'a-2-1', seat, variantName: 'Vollpreis', totalCents: 4400 } as CartPart
  const html = shopMarkup(
    <SelectedSeats
      event={pageEvent()}
      items={[item]}
      isRemoving={() => false}
      onRelease={() => {}}
      onNotice={() => {}}
    />,
  )
  expect(html).toContain('>Rang, Reihe\u00a02, Platz\u00a01 · eingeschränkte Sicht<')
  expect(html).toContain('aria-label="Rang, Reihe\u00a02, Platz\u00a01 · eingeschränkte Sicht freigeben"')
})
