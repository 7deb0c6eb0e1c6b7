import { expect, it } from 'vitest'
import type { ProductTileFragment } from '../../../../schema/generated/operations.ts'
import { ProductTile } from '../../../../web/catalogue/product-tile.tsx'
import { ProductPrice } from '../../../../web/routes/product/product-price.tsx'
import { VariantChoice } from '../../../../web/routes/product/variant-choice.tsx'
import { shopMarkup } from '../shop-markup.tsx'

const product = (changes: Partial<ProductTileFragment> = {}): ProductTileFragment => ({
  ...{ id: 'p', slug: 'p', type: 'product', href: '/products/p', productType: 'Shirt', color: null, tileMeta: {} },
  ...{ name: 'Nachtportier', descriptiveName: 'Nachtportier', artist: null, tileImages: [] },
  ...{ priceCents: 2000, priceVaries: false, originalPriceCents: null, lowestPriceCents: null, available: true },
  ...{ soldOutMessage: null, publicShippableFromAt: null, overlayListingImage: null },
  ...changes,
})
/** The words that a fan reads on the tile and at the price of the page. */
const words = (changes: Partial<ProductTileFragment>) =>
  [
    <ProductTile key="tile" product={product(changes)} />,
    <ProductPrice
      key="page"
      product={{ ...product(changes), meta: changes.tileMeta ?? {}, shippingFromCents: null }}
    />,
  ].map((part) => shopMarkup(part).replaceAll(/<[^>]+>/g, ' '))

it('PROD-02 crosses out a former price beside the lowest price of 30 days, in lists and on the page', () => {
  for (const text of words({ originalPriceCents: 3000, lowestPriceCents: 2500 }))
    expect(text).toMatch(/Vorher\s+30,00\s€.*Jetzt\s+20,00\s€.*30 Tage davor: 25,00\s€/)
  for (const text of words({ originalPriceCents: 3000, lowestPriceCents: null })) expect(text).not.toMatch(/30,00\s€/)
})

it('L10N-02 trims a struck price, its note and an additional price if the shop trims zero decimals, and none if one of them has others', () => {
  const meta = { trim_zero_decimals: true }
  const text = (originalPriceCents: number) =>
    shopMarkup(<ProductTile product={product({ originalPriceCents, lowestPriceCents: 2500 })} />, { meta })
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('\u00a0', ' ')
  expect(text(3000)).toMatch(/Vorher\s+30 €.*Jetzt\s+20 €.*30 Tage davor: 25 €/)
  expect(text(2990)).toMatch(/Vorher\s+29,90 €.*Jetzt\s+20,00 €.*30 Tage davor: 25,00 €/)
})

it('PROD-02 list_price replaces the price, puts a word before it, or hides it', () => {
  for (const text of words({ tileMeta: { list_price: { prefix: 'nur', value: 1500 } } })) {
    expect(text).toMatch(/nur\s+15,00\s€/)
    expect(text).not.toMatch(/20,00\s€/)
  }
  for (const text of words({ tileMeta: { list_price: { hide: true } } })) expect(text).not.toContain('€')
})

it('PROD-02 shows the price per litre of a drink, in lists and on the page', () => {
  for (const text of words({ tileMeta: { content_ml: 350 }, priceCents: 2500 }))
    expect(text).toMatch(/25,00\s€.*71,43\s€\/l/)
  for (const text of words({})) expect(text).not.toContain('/l')
})

it('PROD-03 select offers the variants in a drop-down list, in their order and with their own or additional prices', () => {
  const variant = (id: string, order: number, changes = {}) => ({
    ...{ id, description: id, subline: null, order, priceCents: 2000, additionalPriceCents: 0, available: true },
    ...changes,
  })
  const variants = [
    variant('L', 2, { priceCents: 2200 }),
    variant('M', 1),
    variant('XL', 3, { available: false }),
    variant('3XL', 4, { priceCents: 2150, additionalPriceCents: 150 }),
  ]
  const markup = (isSelect: boolean) =>
    shopMarkup(
      <VariantChoice
        {...{ variants, isSelect, chosen: null, isMissing: false, basePriceCents: 2000, onChoose: () => {} }}
      />,
    )
  const options = [...markup(true).matchAll(/<option([^>]*)>(.*?)<\/option>/g)].slice(1)
  expect(options.map(([, , text]) => text?.replaceAll(/<[^>]+>/g, ''))).toEqual([
    'M',
    expect.stringMatching(/^L.*22,00\s€/),
    'XL – Ausverkauft',
    expect.stringMatching(/^3XL \(\+ 1,50\s€\)$/),
  ])
  expect(options.map(([, attributes]) => attributes?.includes('disabled'))).toEqual([false, false, true, false])
  expect(markup(false)).not.toContain('<select')
  expect(markup(false)).toContain('type="radio"')
})

it('PROD-03 the only variant is no choice, sold out or not, except among the parts of a bundle', () => {
  const only = { id: 'v', description: 'Meteor', subline: null, order: 0, priceCents: 600, additionalPriceCents: 0 }
  const markup = (available: boolean, productName?: string) =>
    shopMarkup(
      <VariantChoice
        {...{ variants: [{ ...only, available }], isSelect: false, chosen: null, isMissing: false }}
        {...{ basePriceCents: 600, onChoose: () => {}, ...(productName !== undefined && { productName }) }}
      />,
    )
  expect([markup(true), markup(false), markup(true, 'Meteor')].map((each) => each.includes('radio'))).toEqual([
    false,
    false,
    false,
  ])
  expect(markup(false, 'Meteor')).toContain('Ausverkauft')
})

it('PROD-03 the variants of a gift card, named after their value, do not repeat it as their price', () => {
  const variant = (description: string, priceCents: number) => ({
    ...{ id: description, description, priceCents, subline: null, order: priceCents, additionalPriceCents: 0 },
    available: true,
  })
  const markup = shopMarkup(
    <VariantChoice
      {...{ variants: [variant('25 €', 2500), variant('50 €', 5000), variant('Holz', 6000)], isSelect: false }}
      {...{ chosen: null, isMissing: false, basePriceCents: 2500, onChoose: () => {} }}
    />,
  )
  const names = [...markup.matchAll(/<label.*?<\/label>/g)].map(([label]) => label.replaceAll(/<[^>]+>/g, ''))
  expect(names).toEqual(['25 €', '50 €', 'Holz (60,00\u00a0€)'])
})
