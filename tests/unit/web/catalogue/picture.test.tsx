import { expect, it } from 'vitest'
import { ARTWORK_SIGNS } from '../../../../schema/artwork.ts'
import { Picture } from '../../../../web/catalogue/picture.tsx'
import { ProductTile } from '../../../../web/catalogue/product-tile.tsx'
import { Gallery } from '../../../../web/routes/product/gallery.tsx'
import { tileProduct } from '../../../support/product-tile.ts'
import { shopMarkup } from '../shop-markup.tsx'

const image = { key: 'k', width: 1000, height: 1500, widths: [500, 1000], thumbhash: '', alt: 'Plakat' }

it('PIC-01 a picture crops around its focus point, rounded to tenths, and around its middle without one', () => {
  const classes = (focus: [number, number] | null) =>
    /<img[^>]* class="([^"]*)"/.exec(shopMarkup(<Picture image={{ ...image, focus }} sizes="100vw" />))?.[1]
  expect(classes([48, 0])).toBe('picture focus-x-5 focus-y-0 ')
  expect(classes([100, 14])).toContain('focus-x-10 focus-y-1')
  expect(classes(null)).not.toContain('focus')
})

it('PIC-01 artwork stands in for a missing picture: the same for the same words, different for others, without a request', () => {
  const artwork = (name: string) =>
    shopMarkup(<Picture image={null} name={name} sizes="100vw" className="aspect-video" />)
  const one = artwork('Kiosk Kardinal – Leergut-Tour')
  expect(one).toContain('>KK</text>')
  expect(one).toMatch(/^<svg[^>]*aria-hidden="true"[^>]*aspect-video/)
  expect(artwork('Kiosk Kardinal Leergut Tour')).toBe(one)
  expect(artwork('Łucja')).toContain('>Ł</text>')
  expect(artwork('Kiosk Kardinal – Umleitung')).not.toBe(one)
  // The page's content policy refuses style attributes and images of other origins.
  for (const markup of [one, artwork(''), artwork('🎺')]) expect(markup).not.toMatch(/style=|href=|src=/)
})

it('PIC-01 artwork shows the sign of a product instead of initials: on its tile and on its page, if it has no picture', () => {
  const product = tileProduct({ descriptiveName: 'Eine Strophe', tileImages: [] })
  const initials = shopMarkup(<ProductTile product={product} />)
  expect(initials).toContain('<text>S</text>')
  for (const path of Object.values(ARTWORK_SIGNS)) {
    const tile = shopMarkup(<ProductTile product={{ ...product, tileMeta: { artwork_sign: path } }} />)
    expect(tile).toContain(`<path d="${path}"></path></svg>`)
    expect(tile).not.toContain('<text')
  }
  const page = {
    ...product,
    images: [],
    overlayDetailImage: null,
    meta: {},
    tileMeta: { artwork_sign: ARTWORK_SIGNS.heart },
  }
  expect(shopMarkup(<Gallery product={page} />)).toContain(`<path d="${ARTWORK_SIGNS.heart}"></path></svg>`)
  expect(
    shopMarkup(<ProductTile product={{ ...tileProduct(), tileMeta: { artwork_sign: ARTWORK_SIGNS.note } }} />),
  ).not.toContain('artwork')
})
