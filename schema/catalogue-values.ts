/**
 * The types of the catalogue's JSON columns: images, bundles, addresses, and the meta keys of shops, products, events and
 * categories. The import writes these values, and worker and web read them.
 */

import type * as z from 'zod'
import type { categoryMeta, eventMeta, productMeta, shopMeta } from './catalogue-file/meta.ts'
import type { Localised } from './locale.ts'
import type { Cents } from './money.ts'

/** An image that the import has scaled. */
export type Image = {
  /** The folder in the bucket that contains the image in each width, as AVIF and JPEG. */
  key: string
  width: number
  height: number
  /** The available widths, ascending. None exceeds the original's width. */
  widths: number[]
  /** Base64 of the thumbhash, which the page paints until the image has loaded. */
  thumbhash: string
  alt: Localised
  /** The point that crops show, in percent from the left and from the top. By default, the middle. */
  focus?: [left: number, top: number]
}

export type ProductImage = Image & { order: number; tags: string[] }

/** A text with a title, such as a size chart, which the product's page shows in a disclosure. */
export type InfoBlock = { title: Localised; description: Localised; table?: InfoTable }

/** Each row has as many cells as there are columns. Its first cell is its heading. */
export type InfoTable = { caption: Localised; columns: Localised[]; rows: Localised[][] }

/** `meta` as the tables store it: with a scaled `Image` instead of the path of each image file. */
type StoredMeta<Meta> = { [Key in keyof Meta]: NonNullable<Meta[Key]> extends { file: string } ? Image : Meta[Key] }

export type ShopMeta = StoredMeta<z.output<typeof shopMeta>>
/** A snippet of a record. `src` is its path. */
export type Track = { title: Localised; src: string }

export type ProductMeta = Omit<StoredMeta<z.output<typeof productMeta>>, 'tracks'> & { tracks?: Track[] }
type WrittenEventMeta = StoredMeta<z.output<typeof eventMeta>>
type WrittenMassRefund = NonNullable<WrittenEventMeta['mass_refund']>
/**
 * `former_date` and `mass_refund.until` are in epoch milliseconds, which the import has calculated from the written dates.
 */
export type EventMeta = Omit<WrittenEventMeta, 'former_date' | 'mass_refund'> & {
  former_date?: number
  mass_refund?: Omit<WrittenMassRefund, 'until'> & { until?: number }
}
type WrittenCategoryMeta = z.output<typeof categoryMeta>
/**
 * `changesAt` contains epoch milliseconds in ascending order, which the import has calculated from the written dates.
 */
export type CategoryMeta = {
  [Key in keyof WrittenCategoryMeta]: Key extends 'changesAt' ? number[] : WrittenCategoryMeta[Key]
}

export const CATEGORY_TYPES = ['CATEGORY', 'ARTIST', 'BRAND', 'LABEL', 'TOUR'] as const
export type CategoryType = (typeof CATEGORY_TYPES)[number]

/**
 * The parts of a bundle. A bundle also has one variant of its own, which the import creates. A bundle costs the price of
 * that variant, plus the prices of the chosen parts, plus the additional price of the chosen combination.
 */
export type BundleParts = {
  common_items: BundlePart[]
  combinations: {
    option_name: Localised
    tour_name?: Localised
    additional_price: Cents
    parts: BundlePart[]
    soldOutMessage?: Localised
  }[]
  additional_products: BundlePart[]
  additional_product_group: BundlePart[]
  original_price?: Cents
}
export type BundlePart = { productId?: string; eventId?: string; variantIds?: string[] }

/** The address of a company, such as an organiser or a manufacturer. `Address` in inputs/ is the address of a buyer. */
export type CompanyAddress = {
  company: string
  firstName?: string
  lastName?: string
  address: string
  address2?: string
  city: string
  postCode: string
  countryCode: string
}

/** The company that is responsible for a product's safety (GPSR, Regulation (EU) 2023/988 Art. 19). */
export type Manufacturer = CompanyAddress & { email: string; warnings?: Localised }

export type PersonalizationRequirement =
  | 'no_personalization_required'
  | 'check_in_required'
  | 'group_personalization_required'
