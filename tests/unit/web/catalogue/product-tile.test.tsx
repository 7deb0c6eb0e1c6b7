import { expect, it } from 'vitest'
import type { ProductTileFragment } from '../../../../schema/generated/operations.ts'
import { ProductTile } from '../../../../web/catalogue/product-tile.tsx'
import { tilePicture, tileProduct } from '../../../support/product-tile.ts'
import { shopMarkup } from '../shop-markup.tsx'

function tileMarkup(changes: Partial<ProductTileFragment>): string {
  return shopMarkup(<ProductTile product={tileProduct(changes)} />)
}

it('CAT-04 a tile shows the overlay of the product above its picture, described for screen readers', () => {
  expect(tileMarkup({})).not.toContain('/images/siegel/')
  const markup = tileMarkup({ overlayListingImage: tilePicture('siegel') })
  expect(markup.indexOf('/images/siegel/')).toBeGreaterThan(markup.indexOf('/images/motiv/'))
  expect(markup).toContain('alt="siegel"')
})

it('the tag of a sold-out product is short, and a longer message stands below the name', () => {
  const [picturePart = '', texts = ''] = tileMarkup({
    available: false,
    soldOutMessage: 'Vergriffen, Nachschub ist bestellt',
  }).split('</h3>')
  expect(picturePart).toContain('>Ausverkauft</span>')
  expect(picturePart).not.toContain('Nachschub')
  expect(texts).toContain('>Vergriffen, Nachschub ist bestellt</p>')
  expect(tileMarkup({ available: false, soldOutMessage: 'Ausverkauft.' }).match(/Ausverkauft/g)).toHaveLength(1)
})

it('PROD-07 the tile of a product that another seller sells names the partner and no price', () => {
  const markup = tileMarkup({ meta: { external_url: 'https://playlists.example/1' } })
  expect(markup).toContain('Beim Partner')
  expect(markup).not.toContain('€')
  expect(tileMarkup({})).not.toContain('Beim Partner')
})
