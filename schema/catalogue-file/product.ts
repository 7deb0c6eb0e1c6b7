/** Merch products with their variants, and bundles of products and tickets. */
import * as z from 'zod'
import { productMeta } from './meta.ts'
import {
  categoryReference,
  companyAddress,
  count,
  focus,
  image,
  imagePath,
  moment,
  order,
  price,
  slug,
  text,
  vatBasisPoints,
  words,
} from './values.ts'

/** A stock keeping unit: the article number of a variant. */
const sku = z.string().regex(/^[\w./ -]{1,80}$/, 'expected a SKU: letters, digits, and . / - _')
const gtin = z.string().regex(/^(?:\d{8}|\d{12,14})$/, 'expected a GTIN of 8, 12, 13 or 14 digits, in quotes')
const infoBlock = z.strictObject({ title: text, description: text })

/** A table, such as one of sizes. The first cell of each row is its heading. */
const infoTable = z
  .strictObject({
    /** The accessible name of the table, for example with the unit: "Maße in cm". */
    caption: text,
    columns: z.array(text).min(2, 'expected at least two columns').max(12, 'expected at most 12 columns'),
    rows: z.array(z.array(text)).min(1, 'expected at least one row').max(60, 'expected at most 60 rows'),
  })
  .check(({ value, issues }) => {
    for (const [index, row] of value.rows.entries())
      if (row.length !== value.columns.length)
        issues.push({
          code: 'custom',
          input: row,
          path: ['rows', index],
          message: `expected ${value.columns.length} cells, one for each column`,
        })
  })

const productImage = z
  .union(
    [
      imagePath,
      z.strictObject({
        file: imagePath,
        alt: text.optional(),
        focus: focus.optional(),
        order: order.optional(),
        /** The tag "preview" marks the image that lists show. */
        tags: z.array(words).optional(),
      }),
    ],
    { error: 'expected the path of an image such as "images/shirt.png", or { file, alt, focus, order, tags }' },
  )
  .transform((value) => (typeof value === 'string' ? { file: value } : value))

const variant = z.strictObject({
  sku,
  /** By default, the joined values of `options`. The text after a pipe is a subline: "M|Unisex". */
  description: text.optional(),
  /** For example, `{ Size: M, Colour: { de: Schwarz, en: black } }`. */
  options: z.record(words, text).optional(),
  /** By default, the product's price. */
  price: price.optional(),
  /** Is added to the price, for example for large sizes. The page shows it beside the variant. */
  additionalPrice: price.optional(),
  order: order.optional(),
  /** The number of pieces for sale. If it is null or missing, the variant never sells out. */
  stock: count.nullable().optional(),
  message: text.optional(),
  /** False for downloads, which are not shipped. */
  physical: z.boolean().optional(),
  active: z.boolean().optional(),
  gtin: gtin.optional(),
})

const shared = {
  slug,
  artist: slug.optional(),
  productType: text,
  name: text,
  /** By default, "artist – name (type, colour)". */
  descriptiveName: text.optional(),
  color: text.optional(),
  /** HTML, which the import sanitises. */
  description: text.optional(),
  originalPrice: price.optional(),
  vatBasisPoints: vatBasisPoints.optional(),
  cartLimit: z.int().min(0).max(1000).optional(),
  active: z.boolean().optional(),
  hidden: z.boolean().optional(),
  publicShippableFromAt: moment.optional(),
  shippingRequirements: z.array(z.enum(['over_18'])).optional(),
  weightGrams: count.optional(),
  images: z.array(productImage).optional(),
  overlayDetailImage: image.optional(),
  overlayListingImage: image.optional(),
  soldOutMessage: text.optional(),
  select: z.boolean().optional(),
  /** The size chart. */
  details: infoBlock.extend({ table: infoTable.optional() }).optional(),
  additionalInformation: infoBlock.optional(),
  containerFormat: words.optional(),
  gtin: gtin.optional(),
  brand: words.optional(),
  manufacturer: z
    .strictObject({
      ...companyAddress.shape,
      email: z.email('expected an email address'),
      warnings: text.exactOptional(),
    })
    .optional(),
  categories: z
    .array(
      z.union([
        categoryReference,
        z.strictObject({
          category: categoryReference,
          order: order.optional(),
          subcategoryOrder: order.optional(),
        }),
      ]),
    )
    .optional(),
  meta: productMeta.optional(),
  /** By default, the time of the first import. Artists' pages and the quick search list the newest products first. */
  createdAt: moment.optional(),
}

export const product = z.strictObject({
  ...shared,
  price,
  /** The former prices of all variants without a price of their own. Ignored for variants that have a price history. */
  priceHistory: z.array(z.strictObject({ price, since: moment })).optional(),
  variants: z.array(variant).min(1, 'expected at least one variant'),
})

const bundlePart = z.union(
  [
    z.strictObject({ product: slug, variants: z.array(sku).optional() }),
    z.strictObject({ event: slug, variants: z.array(words).optional() }),
  ],
  {
    error: 'expected { product: slug, variants: [sku] } or { event: slug, variants: [sku] }',
  },
)

export const bundle = z.strictObject({
  ...shared,
  /**
   * By default, the sum of the parts' lowest prices. The sum includes the cheapest combination with its additional
   * price, but neither `additionalProductGroup` nor additional products with `meta.bind_leave_empty`.
   */
  price: price.optional(),
  commonItems: z.array(bundlePart).optional(),
  combinations: z
    .array(
      z.strictObject({
        optionName: text,
        tourName: text.optional(),
        additionalPrice: price.optional(),
        parts: z.array(bundlePart).min(1, 'expected at least one part'),
        soldOutMessage: text.optional(),
      }),
    )
    .optional(),
  additionalProducts: z.array(bundlePart).optional(),
  additionalProductGroup: z.array(bundlePart).optional(),
  /** The total of the parts if bought separately. The page shows it crossed out. */
  originalBundlePrice: price.optional(),
})
