import { describe, expect, it } from 'vitest'
import { ProductPageDocument, type ProductPageQuery } from '../../../../schema/generated/operations.ts'
import ProductPage from '../../../../web/routes/product/product.tsx'
import { tileProduct } from '../../../support/product-tile.ts'
import { shopMarkup } from '../shop-markup.tsx'

type Product = NonNullable<ProductPageQuery['product']>

const image = { key: 'x', width: 4, height: 4, widths: [4], thumbhash: '', focus: null, alt: '' }
const table = { caption: 'Maße in cm', columns: ['Größe', 'Breite'], rows: [['M', '51']] }
const shirt: Product = {
  ...{ id: 'prd_1', slug: 'hemd', type: 'product', href: '/products/hemd', name: 'Hemd', descriptiveName: 'Hemd' },
  ...{
    productType: 'T-Shirt',
    color: null,
    priceCents: 2500,
    priceVaries: false,
    originalPriceCents: null,
    lowestPriceCents: null,
  },
  ...{ available: true, soldOutMessage: null, publicShippableFromAt: null, meta: {}, tileMeta: {}, artist: null },
  ...{ gtin: null, manufacturer: null, additionalInformation: null, errorText: null, description: '' },
  ...{ vatBasisPoints: 1900, cartLimit: 9, shippingRequirements: [], shippingFromCents: 590, containerFormat: null },
  ...{ brand: null, hidden: false, select: false, overlayDetailImage: null, overlayListingImage: null, related: [] },
  images: [{ image }],
  tileImages: [image],
  details: { title: 'Größentabelle', description: '<p>Miss nach.</p>', table },
  categories: [{ id: 'cat_1', type: 'CATEGORY', slug: 'shirts', name: 'Shirts' }],
  variants: ['S', 'M'].map((description, order) => ({
    ...{
      id: `var_${order}`,
      sku: description,
      description,
      subline: null,
      order,
      priceCents: 2500,
      additionalPriceCents: 0,
      left: null,
    },
    ...{ available: description === 'M', message: null, physical: true },
  })),
}

function markup(changes: Partial<Product> = {}): string {
  const { hash } = ProductPageDocument
  return shopMarkup(<ProductPage />, {
    path: '/products/hemd',
    answers: [{ hash, variables: { slug: 'hemd' }, data: { product: { ...shirt, ...changes } } }],
  })
}

const delivery = { delivery_days: { from: 2, to: 4 } }

describe('the page of a product', () => {
  it('PROD-13 leads back to the category, and links the note about shipping', () => {
    const html = markup()
    expect(html).toMatch(/<nav aria-label="Du bist hier".*href="\/categories\/shirts".*<\/nav>/s)
    expect(html).toMatch(/inkl\. MwSt\., zzgl\..*href="\/faq\/4"[^>]*>Versand</s)
  })

  it('PROD-13 says nothing about shipping if the product is not shipped', () => {
    const html = markup({ shippingFromCents: null })
    expect(html).toContain('inkl. MwSt.<')
    expect(html).not.toContain('zzgl.')
  })

  it('PROD-13 names no VAT for a gift voucher', () => {
    expect(markup({ shippingFromCents: null, meta: { gift_voucher: true } })).not.toContain('MwSt')
  })

  it('PROD-06 has no empty box of information', () => {
    expect(markup()).toContain('Größentabelle')
    const [before = ''] = markup({ description: '<p>Alles.</p>' }).split('Größentabelle')
    expect(before).toContain('rule-t')
    expect(markup({ description: '<p>Alles.</p>', details: null })).not.toContain('rule-t')
  })

  it('PROD-13 names the time of delivery, unless the product is sold out or comes later, and no country if it is not shipped', () => {
    expect(markup({ meta: delivery })).toContain('Lieferzeit in Deutschland: 2–4 Werktage')
    expect(markup()).not.toContain('Lieferzeit')
    expect(markup({ meta: delivery, shippingFromCents: null })).toContain('>Lieferzeit: 2–4 Werktage<')
    for (const shippingFromCents of [390, null])
      expect(markup({ meta: delivery, shippingFromCents, available: false })).not.toContain('Lieferzeit')
    expect(markup({ meta: delivery, publicShippableFromAt: Date.now() + 9e9 })).not.toContain('Lieferzeit')
  })

  it('PROD-06 shows related products only if they fill a row of three', () => {
    const related = (count: number) =>
      Array.from({ length: count }, (_, index) => tileProduct({ slug: `beutel-${index}` }))
    expect(markup({ related: related(2) })).not.toContain('aria-label="Passt dazu"')
    expect(markup({ related: related(3) })).toContain('aria-label="Passt dazu"')
  })

  it('PROD-13 has the size chart as a table with a caption and headings', () => {
    const html = markup()
    expect(html).toMatch(/<caption[^>]*>Maße in cm<\/caption>/)
    expect(html).toMatch(/<th scope="col"[^>]*>Breite<\/th>/)
    expect(html).toMatch(/<th scope="row"[^>]*>M<\/th>/)
  })

  it('PROD-04, PROD-10 a personalised product has an amount only if several pieces may have the same text', () => {
    const form = (meta: object) => {
      const html = markup({ meta })
      return { text: html.includes('maxLength="80"'), amount: html.includes('<fieldset class="stepper') }
    }
    expect(form({})).toEqual({ text: false, amount: true })
    expect(form({ personalised: true })).toEqual({ text: true, amount: false })
    expect(form({ personalised: true, allow_multiple_override: true })).toEqual({ text: true, amount: true })
  })

  it('PROD-10 labels the field for the personal text as the catalogue says, or else with a general label', () => {
    const labelOf = (meta: object) =>
      /<label for="([^"]+)"[^>]*>([^<]+)<\/label><input id="\1"/.exec(
        markup({ meta: { personalised: true, ...meta } }),
      )?.[2]
    expect(labelOf({ personal_label: 'Für wen ist die Strophe?' })).toBe('Für wen ist die Strophe?')
    expect(labelOf({})).toBe('Dein Text')
  })

  it('PROD-03 names a subline that all variants share once, and different ones at each variant', () => {
    const sublines = (texts: string[], select: boolean) => {
      const variants = shirt.variants.map((variant, index) => ({ ...variant, subline: texts[index] ?? null }))
      return markup({ variants, select })
    }
    for (const select of [false, true]) {
      const shared = sublines(['Unisex', 'Unisex'], select)
      expect(shared.match(/Unisex/g)).toHaveLength(1)
      expect(shared.indexOf('Unisex')).toBeLessThan(shared.search(select ? /<select/ : /type="radio"/))
      const differing = sublines(['Unisex', 'Tailliert'], select)
      expect(differing.match(/Unisex|Tailliert/g)).toHaveLength(2)
      expect(differing.search('Unisex')).toBeGreaterThan(differing.search(select ? /<select/ : /type="radio"/))
      expect(sublines(['Unisex'], select).match(/Unisex/g)).toHaveLength(1)
    }
  })

  it('REMIND-01 offers a reminder, of a size if the variants are sizes, if a variant is sold out, but not if none is, or if nobody can buy the product', () => {
    const all = shirt.variants.map((variant) => ({ ...variant, available: true }))
    const offer = 'wenn meine Größe wieder da ist'
    expect(markup()).toContain(offer)
    const colours = shirt.variants.map((variant, index) => ({ ...variant, description: ['Rot', 'Blau'][index] ?? '' }))
    expect(markup({ variants: colours })).toContain('wenn’s wieder da ist')
    expect(markup({ variants: all })).not.toContain(offer)
    expect(markup({ cartLimit: 0 })).not.toContain(offer)
  })
})
