/** Merch products with their variants, and bundles of products and tickets. */
import * as z from 'zod'
import { productMeta } from './meta.ts'
import {
  categoryReference,
  companyAddress,
  count,
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

/** The standard letters and digits of an article number. */
const sku = z.string().regex(/^[\w./ -]{1,80}$/, 'expected a SKU: letters, digits, and . / - _')
const gtin = z.string().regex(/^(?:\d{8}|\d{12,14})$/, 'expected a GTIN of 8, 12, 13 or 14 digits, in quotes')
const infoBlock = z.strictObject({ title: text, description: text })

const productImage = z
  .union(
    [
      imagePath,
      z.strictObject({
        file: imagePath,
        alt: text.optional(),
        order: order.optional(),
        /** "preview" marks the one that lists show. */
        tags: z.array(words).optional(),
      }),
    ],
    { error: 'expected the path of an image such as "images/shirt.png", or { file, alt, order, tags }' },
  )
  .transform((value) => (typeof value === 'string' ? { file: value } : value))

const variant = z.strictObject({
  sku,
  /** "M|Unisex": text, and after the pipe its subline; the options' values, joined, unless given. */
  description: text.optional(),
  /** `{ Size: M, Colour: { de: Schwarz, en: black } }` */
  options: z.record(words, text).optional(),
  /** The product's unless given. */
  price: price.optional(),
  additionalPrice: price.optional(),
  order: order.optional(),
  /** How many there are to sell; null or absent: never sold out. */
  stock: count.nullable().optional(),
  message: text.optional(),
  /** False for downloads. */
  physical: z.boolean().optional(),
  active: z.boolean().optional(),
  gtin: gtin.optional(),
})

const shared = {
  slug,
  artist: slug.optional(),
  productType: text,
  name: text,
  /** "Artist – name (type, colour)" unless given. */
  descriptiveName: text.optional(),
  color: text.optional(),
  /** HTML; sanitised. */
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
  details: infoBlock.optional(),
  additionalInformation: infoBlock.optional(),
  containerFormat: words.optional(),
  gtin: gtin.optional(),
  brand: words.optional(),
  manufacturer: z
    .strictObject({
      ...companyAddress.shape,
      email: z.email('expected an e-mail address'),
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
  /** The first import unless given: new products come first in lists. */
  createdAt: moment.optional(),
}

export const product = z.strictObject({
  ...shared,
  price,
  /** What it cost before its first import, and since when; read then alone, for the variants without a price of their own. */
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
  /** The parts' lowest prices and the lowest addition, summed, unless given. */
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
  /** What the parts cost apart, to strike through. */
  originalBundlePrice: price.optional(),
})
