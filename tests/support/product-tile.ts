/** Builds a product as its tile receives it. */
import type { ProductTileFragment } from '../../schema/generated/operations.ts'

export const tilePicture = (key: string) => ({
  key,
  width: 100,
  height: 100,
  widths: [100],
  thumbhash: '',
  focus: null,
  alt: key,
})

export function tileProduct(changes: Partial<ProductTileFragment> = {}): ProductTileFragment {
  return {
    ...{ slug: 'becher', type: 'product', href: '/products/becher', name: 'Becher' },
    ...{ descriptiveName: 'Becher', productType: 'Becher', color: null, artist: null },
    ...{
      priceCents: 900,
      priceVaries: false,
      originalPriceCents: null,
      lowestPriceCents: null,
      publicShippableFromAt: null,
    },
    ...{ available: true, soldOutMessage: null, overlayListingImage: null, tileMeta: {} },
    tileImages: [tilePicture('motiv')],
    ...changes,
  }
}
