/**
 * The keys of `meta`, of shops, products, events and categories. Each object gives the validation of the import, the
 * types in `catalogue-values.ts` and, with the effects, the tables in this folder's README (`npm run meta-keys` writes
 * them).
 */
import * as z from 'zod'
import { SOCIAL_KINDS, type SocialKind } from '../social-kinds.ts'
import { address, count, image, link, moment, order, price, slug, text, words } from './values.ts'

/** An optional key. The effect says, in the README's table, what a fan sees if the key is set. */
function key<Value extends z.ZodType>(value: Value, effect: string): z.ZodExactOptional<Value> {
  return value.exactOptional().meta({ effect })
}

const yes = z.boolean()

const socialLinks = Object.fromEntries(SOCIAL_KINDS.map((kind) => [kind, link.exactOptional()])) as Record<
  SocialKind,
  z.ZodExactOptional<typeof link>
>

const hashes = z.array(z.string())

export const shopMeta = z.strictObject({
  design: key(slug, 'The stylesheet `web/designs/{design}.css`. Without one, the shop has the plain design.'),
  home_link: key(link, 'Where the logo leads.'),
  header_links: key(
    z.array(z.strictObject({ label: text, href: link })),
    'Further links beside Merch and Tickets, also to other sites: `[{ label, href }]`.',
  ),
  account_link: key(
    link,
    'The external page of orders and tickets. The footer and the quick search link to it, and `/account` redirects there.',
  ),
  description: key(text, 'The shop’s words about itself, in the footer and on landing pages.'),
  socials: key(
    z.array(z.strictObject({ title: words, ...socialLinks })),
    'Social channels in the footer and in structured data.',
  ),
  override_title: key(text, 'The title of the home page, for search engines and share previews.'),
  override_description: key(text, 'The description of the home page, for search engines and share previews.'),
  social_img: key(image, 'The image of share previews.'),
  favicon: key(image, 'The icon of the browser tab.'),
  redirect: key(link, 'The shop has moved: every page redirects there.'),
  password: key(
    hashes,
    'The shop is closed without one of the `passwords`: pages, data, images and seat maps. `passwords: []` closes it to everybody (in development, `stagedoor-test` opens it). Written as `passwords` beside `meta`; the database stores scrypt hashes.',
  ),
  discount_codes: key(
    hashes,
    'Codes that open products with `code_required`. Written as `discountCodes` beside `meta`; the database stores scrypt hashes.',
  ),
  special_terms: key(text, 'A block above the terms (HTML).'),
  bundle_notice: key(text, 'A notice on each bundle (HTML).'),
  tour_disclaimer: key(text, 'A notice at tours and at the band’s concerts (HTML).'),
  faq_variant: key(
    z.enum(['kiox', 'package', 'pick-up']),
    'The shop’s own campaign: its questions come first at `/faq`.',
  ),
  search_phrases: key(z.array(words), 'Words that a search treats as one term, also if they are written together.'),
  newsletter_url: key(address, 'The mailing list that takes newsletter sign-ups.'),
  newsletter_tickets_url: key(address, 'The second mailing list, about concerts.'),
  newsletter_popup: key(yes, 'The main shop’s home page asks once about the newsletter.'),
  newsletter_label: key(text, 'The text of the sign-up button.'),
  newsletter_customtext: key(text, 'The text beside the sign-up form (HTML).'),
  mailchimp_header: key(text, 'The title of the sign-up form.'),
  mailchimp_customtext: key(text, 'The text beside the sign-up form, if `newsletter_customtext` is not set (HTML).'),
  merch_tab_title: key(text, 'The name of the merch tab on phones.'),
  prefer_tickets: key(yes, 'Tickets come before merch in the navigation, and their tab is open first on phones.'),
  show_event_filter: key(yes, 'The band’s concerts can be filtered by city and without sold-out ones.'),
  show_event_door_time: key(yes, 'Lists of concerts show the time of admission beside the start.'),
  alwaysshowprice: key(yes, 'Lists of concerts show prices.'),
  hide_kulturpass: key(yes, 'Hides the KulturPass banner and the link to its page.'),
  embed_youtube: key(words, 'A film on the home page. It loads after consent.'),
  slides_custom_pager: key(yes, 'Thumbnails below the teasers instead of dots.'),
  snow: key(yes, 'It snows, but not under reduced motion.'),
  related_item_slugs: key(z.array(slug), 'The products shown beside products that name none themselves.'),
  item_grid_columns: key(z.int().min(1).max(6), 'Columns of product lists on wide screens, 1 to 6.'),
  item_image_carousel: key(yes, 'A product’s tile shows its other images while the mouse is over it.'),
  item_image_magnifier: key(yes, 'The magnifier on product pages.'),
  preferred_image_resolution: key(
    z.union([z.enum(['high', 'very high']), z.int().min(1)]),
    'How sharp images in lists are: `high`, `very high` or a width in pixels.',
  ),
  trim_zero_decimals: key(yes, 'Prices read 25 € instead of 25,00 €.'),
  scroll_offset: key(z.int(), 'How many pixels from the top an anchor stops: 70 unless set, 150 on event pages.'),
})

/**
 * `meta` as a catalogue file contains it. Codes are plain text beside `meta`, because the table stores their hashes.
 */
export const writtenShopMeta = shopMeta.omit({ password: true, discount_codes: true })

export const productMeta = z.strictObject({
  root: key(yes, 'Of a bundle: `false` gives it the page of a product instead of `/bundle/{slug}`.'),
  hide: key(yes, 'In no list, and its page redirects home.'),
  personalised: key(yes, 'Takes a text of up to 80 characters, one piece at a time.'),
  allow_multiple_override: key(yes, 'Several pieces may carry the same text.'),
  ticket_required: key(yes, 'Sold only together with a ticket.'),
  code_required: key(yes, 'Sold only to visitors who have entered one of the shop’s discount codes.'),
  select: key(yes, 'Variants are a list to open instead of buttons.'),
  list_price: key(
    z.strictObject({
      hide: z.boolean().exactOptional(),
      prefix: text.exactOptional(),
      value: price.exactOptional(),
    }),
    'The price in lists: `hide` it, put a `prefix` before it ("from"), or show another `value`.',
  ),
  external_url: key(link, 'Sold by another seller: the page shows only this link.'),
  external_url_text: key(text, 'The text of that link.'),
  disclaimer: key(text, 'A warning in red (HTML).'),
  related_item_slugs: key(z.array(slug), 'The products shown beside it.'),
  order: key(order, 'Its position among related products.'),
  ks_wide_item: key(yes, 'Two columns wide in lists.'),
  slider_light_background: key(yes, 'A light background behind its images.'),
  bind_leave_empty: key(yes, 'As an additional product of a bundle, it may be left out.'),
  hide_in_combined_product: key(yes, 'Part of a bundle without being listed there, if there is nothing to choose.'),
  show_color_in_combined_product: key(yes, 'A bundle shows its colour beside its name.'),
})

const checkInItem = z.strictObject({
  type: z.enum(['content', 'form']),
  header: text.exactOptional(),
  content: text.exactOptional(),
  name: words.exactOptional(),
  label: text.exactOptional(),
  form_type: z.enum(['text', 'checkbox']).exactOptional(),
  tags: z.array(words).exactOptional(),
  value: z.string().exactOptional(),
  order,
})

export const eventMeta = z.strictObject({
  external_link: key(link, 'Sold by another seller: rows and page link there.'),
  external_link_text: key(text, 'The text of that link.'),
  custom_tag: key(text, 'A label on its row.'),
  leads: key(text, 'A sentence below its name.'),
  hideDate: key(yes, 'No date is shown.'),
  hide_map: key(yes, 'No seat map: tickets are sold by amount.'),
  only_online_tickets: key(yes, 'Only online tickets are sold.'),
  only_hard_tickets: key(yes, 'Only hard tickets are sold.'),
  default_amount: key(count, 'How many tickets are preselected, 2 unless set.'),
  force_amount: key(z.int().min(1), 'A cart takes exactly this many tickets, or none.'),
  force_section: key(words, 'Only the section with this id is sold.'),
  max_tickets_per_bundle: key(count, 'How many tickets a bundle may contain, 1 unless set.'),
  distancing: key(
    z.strictObject({ amount: z.int().min(1) }),
    '`amount` seats stay empty beside the seats of each cart.',
  ),
  avoid_single_seats: key(yes, '`false` lets a choice leave a single free seat.'),
  bank_transfer_after_hours: key(
    z.int().min(0).max(8760),
    'For how many hours after the presale starts bank transfer is unavailable: 72 unless set, 0 for never.',
  ),
  bank_transfer_in_waiting_room: key(yes, 'Bank transfer stays available while a waiting room is in use.'),
  disclaimer_text: key(text, 'A notice above the tickets (HTML).'),
  policy_link: key(link, 'A link to the event’s own rules.'),
  custom_terms_anchor: key(words, 'The chapter of the terms that the event links to.'),
  checkin: key(
    z.strictObject({ items: z.array(checkInItem), allow_retake: z.boolean().exactOptional() }),
    'Online check-in: the page shows its days.',
  ),
  related_item_slugs: key(z.array(slug), 'The merch shown beside the event.'),
  minicart_related_item_slugs: key(z.array(slug), 'The merch that the small cart offers with the event’s tickets.'),
  scroll_offset: key(z.int(), 'As in shops, for this page.'),
})

export const categoryMeta = z.strictObject({
  special: key(
    z.literal('advent'),
    'The category is the Advent sale: header image, countdown, products by id, link to the terms of its prize draw.',
  ),
  changesAt: key(z.array(moment), 'The moments that its countdown counts down to, in order.'),
})
