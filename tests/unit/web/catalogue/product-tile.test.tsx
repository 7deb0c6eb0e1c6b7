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
  const markup = tileMarkup({ tileMeta: { external_url: 'https://playlists.example/1' } })
  expect(markup).toContain('Beim Partner')
  expect(markup).not.toContain('€')
  expect(tileMarkup({})).not.toContain('Beim Partner')
})

it('BND-05 the tile of a bundle says “ab” only if the choices differ in price', () => {
  const bundle = { type: 'bundle', priceCents: 6500 }
  expect(tileMarkup({ ...bundle, priceVaries: true })).toMatch(/ab <span>65,00\s€/)
  expect(tileMarkup({ ...bundle, priceVaries: false })).not.toContain('ab <span>')
})

it('CAT-08 a tile in the main shop names the artist, or the shop if the product is its own, and a band’s shop names neither', () => {
  const artist = { displayName: 'Nachtwerk' }
  expect(tileMarkup({ artist })).toContain('>Nachtwerk</p>')
  expect(tileMarkup({ artist: null })).toContain('>Stagedoor</p>')
  expect(shopMarkup(<ProductTile product={tileProduct({ artist })} />, { isBand: true })).not.toContain('Nachtwerk')
  expect(shopMarkup(<ProductTile product={tileProduct({ artist: null })} />, { isBand: true })).not.toContain(
    'Stagedoor',
  )
})
