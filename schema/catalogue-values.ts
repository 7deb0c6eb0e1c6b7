/**
 * The shapes of what a catalogue row keeps as JSON: images, the meta keys of shop, product and event, addresses.
 * Worker, importer and web read them by these types; the importer's zod schemas produce them.
 */

import type * as z from 'zod'
import type { categoryMeta, eventMeta, productMeta, shopMeta } from './catalogue-file/meta.ts'
import type { Localised } from './locale.ts'
import type { Cents } from './money.ts'

/** An image scaled at import: `key` is its folder in the bucket, each width stands there as avif, webp and jpeg. */
export type Image = {
  key: string
  width: number
  height: number
  /** Widths that exist, ascending; none is wider than the original. */
  widths: number[]
  /** Base64 of the thumbhash, drawn until the image is there. */
  thumbhash: string
  alt: Localised
}

export type ProductImage = Image & { order: number; tags: string[] }

/** A titled block below a product: size chart, additional information. */
export type InfoBlock = { title: Localised; description: Localised }

export const SOCIAL_KINDS = [
  'website',
  'spotify',
  'music',
  'tiktok',
  'twitch',
  'telegram',
  'youtube',
  'instagram',
  'apple',
  'twitter',
  'facebook',
  'link',
] as const
export type SocialKind = (typeof SOCIAL_KINDS)[number]

/** `meta` as the tables store it: the import has replaced each image file by the scaled image. */
type StoredMeta<Meta> = { [Key in keyof Meta]: NonNullable<Meta[Key]> extends { file: string } ? Image : Meta[Key] }

export type ShopMeta = StoredMeta<z.output<typeof shopMeta>>
export type ProductMeta = StoredMeta<z.output<typeof productMeta>>
export type EventMeta = StoredMeta<z.output<typeof eventMeta>>
type WrittenCategoryMeta = z.output<typeof categoryMeta>
/** The import has resolved `changesAt` to epoch milliseconds, ascending. */
export type CategoryMeta = {
  [Key in keyof WrittenCategoryMeta]: Key extends 'changesAt' ? number[] : WrittenCategoryMeta[Key]
}

/** A bundle's parts, by product slug or event slug; prices are those of the parts plus the additions. */
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

/** An address of ours or a partner's (organiser, manufacturer); a buyer's is `Address` in inputs. */
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

/** Who answers for a product's safety (GPSR, Regulation (EU) 2023/988 Art. 19). */
export type Manufacturer = CompanyAddress & { email: string; warnings?: Localised }

export type PersonalizationRequirement =
  | 'no_personalization_required'
  | 'check_in_required'
  | 'group_personalization_required'
