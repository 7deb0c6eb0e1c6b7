/**
 * Extends the catalogue of journey-catalogue.ts with a band. The band has more shirts than a page lists, and four special
 * products: one that comes in sizes and ships later, one sold out, one for adults and one sold by a partner.
 */
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'

type Product = NonNullable<CatalogueFileInput['products']>[number]

export const SHELF_BAND = 'regal'
export const SHELF_COUNT = 40

function product(slug: string, change: Partial<Product> = {}): Product {
  return {
    slug,
    artist: SHELF_BAND,
    productType: 'T-Shirt',
    name: slug,
    price: '20.00',
    images: ['images/shirt.png', 'images/poster.png'],
    categories: ['regal-shirts'],
    variants: [{ sku: `${slug}-1`, description: { de: 'Einheit', en: 'One' } }],
    ...change,
  }
}

const sizes = (slug: string) => [
  { sku: `${slug}-s`, description: 'S|Unisex', stock: 0 },
  { sku: `${slug}-m`, description: 'M|Unisex', stock: 5 },
  { sku: `${slug}-l`, description: 'L|Unisex', stock: 5, price: '23.00' },
]

export const shelfCatalogue: CatalogueFileInput = {
  shops: [
    {
      slug: SHELF_BAND,
      name: 'Regal',
      artist: SHELF_BAND,
      meta: { item_grid_columns: 3, item_image_carousel: true, item_image_magnifier: true },
    },
  ],
  artists: [{ slug: SHELF_BAND, name: 'Regal', mainCategory: true }],
  categories: [
    { slug: 'regal-shirts', name: 'Hemden', artist: SHELF_BAND, order: 2 },
    {
      slug: 'regal-dezember',
      name: { de: 'Krasser Dezember', en: 'Wild December' },
      artist: SHELF_BAND,
      order: 1,
      landscapeImage: 'images/poster.png',
      meta: { special: 'advent', changesAt: [{ inDays: -1 }, { inDays: 3 }], door_slugs: ['hemd-7', 'hemd-8'] },
    },
  ],
  products: [
    ...Array.from({ length: SHELF_COUNT }, (_, index) =>
      product(`hemd-${index + 1}`, {
        categories: [{ category: 'regal-shirts', order: index }],
        ...(index === 0 && { meta: { ks_wide_item: true } }),
      }),
    ),
    product('auswahl', {
      color: { de: 'Rot', en: 'red' },
      categories: ['regal-dezember'],
      publicShippableFromAt: { inDays: 30 },
      details: { title: { de: 'Größentabelle', en: 'Size chart' }, description: '<p>51 × 72</p>' },
      meta: { disclaimer: '<p>Färbt ab.</p>', related_item_slugs: ['hemd-2', 'hemd-3'], slider_light_background: true },
      manufacturer: {
        company: 'Faden GmbH',
        address: 'Garnweg 1',
        city: 'Chemnitz',
        postCode: '09111',
        countryCode: 'de',
        email: 'gpsr@faden.example',
        warnings: { de: 'Nicht heiß bügeln.', en: 'Do not iron hot.' },
      },
      variants: sizes('auswahl'),
    }),
    product('weg', {
      categories: ['regal-dezember'],
      soldOutMessage: 'Weg. <a href="https://regal.example/liste">Warteliste</a><script>alert(1)</script>',
      variants: [{ sku: 'weg-1', stock: 0 }],
    }),
    product('schnaps', { categories: ['regal-dezember'], shippingRequirements: ['over_18'] }),
    product('anderswo', {
      categories: ['regal-dezember'],
      meta: {
        external_url: 'https://partner.example/x',
        external_url_text: { de: 'Beim Verlag', en: 'At the publisher' },
      },
    }),
  ],
}
