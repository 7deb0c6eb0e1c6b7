/**
 * The shapes of what a catalogue row keeps as JSON: images, the meta keys of shop, product and event, addresses.
 * Worker, importer and web read them by these types; the importer's zod schemas produce them.
 */

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
type SocialKind = (typeof SOCIAL_KINDS)[number]
type SocialEntry = { title: string } & Partial<Record<SocialKind, string>>

export type ShopMeta = {
  home_link?: string
  description?: Localised
  socials?: SocialEntry[]
  show_event_filter?: boolean
  embed_youtube?: string
  alwaysshowprice?: boolean
  newsletter_popup?: boolean
  newsletter_customtext?: Localised
  newsletter_label?: Localised
  newsletter_url?: string
  /** The second newsletter, about concerts. */
  newsletter_tickets_url?: string
  mailchimp_customtext?: Localised
  mailchimp_header?: Localised
  related_item_slugs?: string[]
  prefer_tickets?: boolean
  override_title?: Localised
  override_description?: Localised
  social_img?: Image
  favicon?: Image
  merch_tab_title?: Localised
  scroll_offset?: number
  hide_kulturpass?: boolean
  redirect?: string
  design?: string
  /** scrypt hashes of access codes, `salt$hash` in base64url. */
  password?: string[]
  item_grid_columns?: number
  item_image_carousel?: boolean
  item_image_magnifier?: boolean
  preferred_image_resolution?: 'high' | 'very high' | number
  trim_zero_decimals?: boolean
  slides_custom_pager?: boolean
  show_event_door_time?: boolean
  /** The fans' account, an external page: their tickets and orders. */
  account_link?: string
  header_links?: { label: Localised; href: string }[]
  /** scrypt hashes of codes that open the shop's discounted articles, those with `code_required`. */
  discount_codes?: string[]
  bundle_notice?: Localised
  special_terms?: Localised
  tour_disclaimer?: Localised
  /** Words that a search takes for one term, also written together: ok kid. */
  search_phrases?: string[]
  snow?: boolean
  faq_variant?: 'kiox' | 'package' | 'pick-up'
}

export type ProductMeta = {
  root?: boolean
  personalised?: boolean
  related_item_slugs?: string[]
  ticket_required?: boolean
  hide?: boolean
  select?: boolean
  allow_multiple_override?: boolean
  bind_leave_empty?: boolean
  hide_in_combined_product?: boolean
  show_color_in_combined_product?: boolean
  slider_light_background?: boolean
  ks_wide_item?: boolean
  list_price?: { hide?: boolean; prefix?: Localised; value?: Cents }
  external_url?: string
  external_url_text?: Localised
  disclaimer?: Localised
  /** Sold only to who has given one of the shop's discount codes (SHOP-10). */
  code_required?: boolean
  order?: number
}

/** What makes a category's page more than a list. `changesAt`: epoch milliseconds, ascending. */
export type CategoryMeta = { special?: 'advent'; changesAt?: number[] }

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

type CheckInItem = {
  type: 'content' | 'form'
  header?: Localised
  content?: Localised
  name?: string
  label?: Localised
  form_type?: 'text' | 'checkbox'
  tags?: string[]
  value?: string
  order: number
}

export type EventMeta = {
  external_link?: string
  external_link_text?: Localised
  custom_tag?: Localised
  hideDate?: boolean
  hide_map?: boolean
  max_tickets_per_bundle?: number
  default_amount?: number
  force_amount?: number
  force_section?: string
  only_online_tickets?: boolean
  only_hard_tickets?: boolean
  distancing?: { amount: number }
  avoid_single_seats?: boolean
  /** For how many hours after the presale starts bank transfer is unavailable; 0: it is available from the beginning. */
  bank_transfer_after_hours?: number
  /** Bank transfer stays available while a waiting room stands before the event. */
  bank_transfer_in_waiting_room?: boolean
  minicart_related_item_slugs?: string[]
  related_item_slugs?: string[]
  leads?: Localised
  checkin?: { items: CheckInItem[]; allow_retake?: boolean }
  disclaimer_text?: Localised
  policy_link?: string
  custom_terms_anchor?: string
  scroll_offset?: number
}

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
