/** Shops and what belongs to one alone or to all: news, redirects, vouchers, carriers. */
import * as z from 'zod'
import { LOCALES } from '../locale.ts'
import { address, code, count, countryCode, image, link, moment, order, price, slug, text, words } from './values.ts'

const social = z.strictObject({
  title: words,
  website: link.exactOptional(),
  spotify: link.exactOptional(),
  music: link.exactOptional(),
  tiktok: link.exactOptional(),
  twitch: link.exactOptional(),
  telegram: link.exactOptional(),
  youtube: link.exactOptional(),
  instagram: link.exactOptional(),
  apple: link.exactOptional(),
  twitter: link.exactOptional(),
  facebook: link.exactOptional(),
  link: link.exactOptional(),
})

/** Codes are not part of `meta`: the file has them in `passwords` and `discountCodes`, and the table stores their hashes. */
const shopMeta = z.strictObject({
  home_link: link.exactOptional(),
  description: text.exactOptional(),
  socials: z.array(social).exactOptional(),
  show_event_filter: z.boolean().exactOptional(),
  embed_youtube: words.exactOptional(),
  alwaysshowprice: z.boolean().exactOptional(),
  newsletter_popup: z.boolean().exactOptional(),
  newsletter_customtext: text.exactOptional(),
  newsletter_label: text.exactOptional(),
  newsletter_url: address.exactOptional(),
  newsletter_tickets_url: address.exactOptional(),
  mailchimp_customtext: text.exactOptional(),
  mailchimp_header: text.exactOptional(),
  related_item_slugs: z.array(slug).exactOptional(),
  prefer_tickets: z.boolean().exactOptional(),
  override_title: text.exactOptional(),
  override_description: text.exactOptional(),
  social_img: image.exactOptional(),
  favicon: image.exactOptional(),
  merch_tab_title: text.exactOptional(),
  scroll_offset: z.int().exactOptional(),
  hide_kulturpass: z.boolean().exactOptional(),
  redirect: link.exactOptional(),
  design: slug.exactOptional(),
  item_grid_columns: z.int().min(1).max(6).exactOptional(),
  item_image_carousel: z.boolean().exactOptional(),
  item_image_magnifier: z.boolean().exactOptional(),
  preferred_image_resolution: z.union([z.enum(['high', 'very high']), z.int().min(1)]).exactOptional(),
  trim_zero_decimals: z.boolean().exactOptional(),
  slides_custom_pager: z.boolean().exactOptional(),
  show_event_door_time: z.boolean().exactOptional(),
  account_link: link.exactOptional(),
  header_links: z.array(z.strictObject({ label: text, href: link })).exactOptional(),
  bundle_notice: text.exactOptional(),
  special_terms: text.exactOptional(),
  tour_disclaimer: text.exactOptional(),
  search_phrases: z.array(words).exactOptional(),
  snow: z.boolean().exactOptional(),
  faq_variant: z.enum(['kiox', 'package', 'pick-up']).exactOptional(),
})

/** A shop with an `artist` is that band's; exactly one shop of a catalogue, `mainShop`, has none. */
export const shop = z.strictObject({
  slug,
  name: words,
  /** A host name in lower case; with `customDomain` the shop lives there and its other addresses forward to it. */
  domain: z
    .string()
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/, 'expected a host name in lower case')
    .optional(),
  customDomain: z.boolean().optional(),
  defaultLocale: z.enum(LOCALES).optional(),
  orderMergingAllowed: z.boolean().optional(),
  paymentBlacklist: z.array(words).optional(),
  /** Access codes in plain text; the import keeps scrypt hashes of them. */
  passwords: z.array(code).optional(),
  discountCodes: z.array(code).optional(),
  meta: shopMeta.optional(),
})

export const bandShop = z.strictObject({ ...shop.shape, artist: slug })

export const newsItem = z.strictObject({
  /** Names the item from one import to the next; not shown. */
  slug,
  shop: slug,
  category: z.enum(['feature', 'hot', 'regular']),
  url: link,
  title: text,
  text,
  image: image.optional(),
  inverse: z.boolean().optional(),
  order: order.optional(),
  /** The first import unless given. */
  publishedAt: moment.optional(),
})

export const redirect = z.strictObject({
  /** Without a shop: in every shop. */
  shop: slug.optional(),
  from: z.string().regex(/^\//, 'expected a path that begins with /'),
  /** Empty: this path is left alone. */
  to: z.union([z.literal(''), link], {
    error: 'expected a path, an address, or "" for none',
  }),
})

export const carrier = z.strictObject({
  slug,
  name: text,
  description: text,
  price,
  countryCodes: z.array(countryCode).min(1, 'expected at least one country'),
  minWeightGrams: count.optional(),
  maxWeightGrams: count,
  verifiesAge: z.boolean().optional(),
  ticketsOnly: z.boolean().optional(),
  order: order.optional(),
})

export const voucher = z.strictObject({
  code,
  shop: slug.optional(),
  label: text,
  amount: price,
  expiresAt: moment,
})
