/**
 * The keys that `meta` may have in shops, products, events and categories. The import validates `meta` with these
 * schemas, and `catalogue-values.ts` derives its types from them. `npm run meta-keys` writes the keys and their effects to
 * the tables in this folder's README.
 */
import * as z from 'zod'
import type { ArtworkSign } from '../artwork.ts'
import { audioFormatOf } from '../rules/audio.ts'
import { SOCIAL_KINDS, type SocialKind } from '../social-kinds.ts'
import { TERMS_CHAPTERS } from '../texts/terms-chapters.ts'
import { address, count, image, link, moment, order, price, slug, text, words } from './values.ts'

/** Returns the schema of an optional key. The README's table shows `effect`. */
function key<Value extends z.ZodType>(value: Value, effect: string): z.ZodExactOptional<Value> {
  return value.exactOptional().meta({ effect })
}

const yes = z.boolean()

const socialLinks = Object.fromEntries(SOCIAL_KINDS.map((kind) => [kind, link.exactOptional()])) as Record<
  SocialKind,
  z.ZodExactOptional<typeof link>
>

const hashes = z.array(z.string())

/** Working days between the order and the delivery. */
const deliveryDays = z
  .strictObject({ from: z.int().min(1).max(90), to: z.int().min(1).max(90) })
  .refine(({ from, to }) => from <= to, 'expected "from" not to exceed "to"')

export const shopMeta = z.strictObject({
  design: key(slug, 'The stylesheet `web/designs/{design}.css`. Without one, the shop has the plain design.'),
  home_link: key(link, 'The target of the logo’s link.'),
  header_links: key(
    z.array(z.strictObject({ label: text, href: link })),
    'Additional links beside Merch and Tickets, which may lead to other sites: `[{ label, href }]`.',
  ),
  account_link: key(
    link,
    'The external page where fans see their orders and tickets. The footer and the quick search link to it, and `/account` redirects to it.',
  ),
  description: key(
    text,
    'A text about the shop, shown in the footer and used as the description of pages without one.',
  ),
  socials: key(
    z.array(z.strictObject({ title: words, ...socialLinks })),
    'Social channels in the footer and in structured data.',
  ),
  override_title: key(text, 'The title of the home page, for search engines and share previews.'),
  override_description: key(text, 'The description of the home page, for search engines and share previews.'),
  social_img: key(image, 'The image of share previews.'),
  favicon: key(image, 'The icon of the browser tab, and the logo on tickets in wallets.'),
  redirect: key(link, 'The new address of a shop that has moved. Every page redirects to it.'),
  password: key(
    hashes,
    'Visitors need one of the `passwords` to see the shop’s catalogue, with its data, images and seat maps, and to buy. Orders, tickets and the legal pages open without one. `passwords: []` closes the shop to everyone (in development, `stagedoor-test` opens it). Write `passwords` beside `meta`. The database stores scrypt hashes.',
  ),
  discount_codes: key(
    hashes,
    'The codes with which visitors can buy products with `code_required`. Write `discountCodes` beside `meta`. The database stores scrypt hashes.',
  ),
  card_fields: key(
    yes,
    'The payment step shows card fields. Without it, cards are paid on Stripe’s page. Needs the setting `STRIPE_PUBLISHABLE_KEY`.',
  ),
  delivery_days: key(
    deliveryDays,
    'The usual time of delivery within Germany in working days, from the order until it arrives: `{ from, to }`. The pages of goods name it. It includes up to three days for packing, so the description of a carrier names only the days in transit.',
  ),
  special_terms: key(text, 'A block above the terms (HTML).'),
  bundle_notice: key(text, 'A notice on the page of each bundle (HTML).'),
  tour_disclaimer: key(text, 'A notice beside tours and the band’s concerts (HTML).'),
  faq_variant: key(
    z.enum(['kiox', 'package', 'pick-up']),
    'The campaign of the shop. The questions about it come first at `/faq`.',
  ),
  search_phrases: key(
    z.array(words),
    'Phrases that a search treats as one term, whether their words are written apart or together.',
  ),
  newsletter_url: key(address, 'The URL of the mailing list to which newsletter sign-ups are sent.'),
  newsletter_tickets_url: key(address, 'The URL of the second mailing list, which is about concerts.'),
  newsletter_popup: key(
    yes,
    'The home page offers the newsletter in a popup. A closed popup does not return in the same tab. It never returns after the fan has signed up or refused for good. Needs `newsletter_url`.',
  ),
  newsletter_label: key(text, 'The text of the sign-up button.'),
  newsletter_customtext: key(text, 'The text beside the sign-up form (HTML).'),
  mailchimp_header: key(text, 'The title of the sign-up form.'),
  mailchimp_customtext: key(text, 'The text beside the sign-up form, if `newsletter_customtext` is not set (HTML).'),
  merch_tab_title: key(text, 'The name of the merch tab on phones.'),
  prefer_tickets: key(yes, 'Tickets come before merch in the navigation, and on phones the tickets tab is open first.'),
  show_event_filter: key(yes, 'Visitors can filter the band’s concerts by city, and hide those that are sold out.'),
  show_event_door_time: key(yes, 'Lists of concerts show the time of admission before the start.'),
  alwaysshowprice: key(yes, 'Lists of concerts show prices even before the presale starts.'),
  kulturpass: key(
    yes,
    'Shows the KulturPass banner of shows that accept it, and the link to its page. Without the key, the shop does not mention the KulturPass.',
  ),
  hide_kulturpass: key(yes, 'Hides the KulturPass banner and the link to its page, although `kulturpass` is set.'),
  embed_youtube: key(words, 'A YouTube video on the home page. It loads only after the visitor’s consent.'),
  slides_custom_pager: key(
    yes,
    'On wide screens, the pager of the home page’s slider shows the titles of the slides instead of dots.',
  ),
  snow: key(yes, 'Snow falls on the shop’s pages, unless the visitor prefers reduced motion.'),
  related_item_slugs: key(z.array(slug), 'The related products of products without `related_item_slugs` of their own.'),
  item_grid_columns: key(z.int().min(1).max(6), 'The number of columns of product grids on wide screens, from 1 to 6.'),
  item_image_carousel: key(yes, 'A product’s tile shows the product’s other images while the mouse is over it.'),
  item_image_magnifier: key(yes, 'Product pages have a magnifier.'),
  preferred_image_resolution: key(
    z.union([z.enum(['high', 'very high']), z.int().min(1)]),
    'The minimum resolution of images: `high` means 1.5 image pixels per CSS pixel, `very high` means 2. A number is the minimum width in pixels of images that grow with the window.',
  ),
  trim_zero_decimals: key(
    yes,
    'A price that stands alone, as on a product’s tile, is written as 25 € instead of 25,00 €. Sums and prices in a list keep their decimals.',
  ),
  cancel_form_closed: key(
    yes,
    'Fans can no longer ask for a ticket to be cancelled: `/ticketservice/cancel` says that the deadline has passed.',
  ),
  change_form_closed: key(
    yes,
    'Fans can no longer ask for a name on a ticket to be changed: `/ticketservice/change` says that the deadline has passed.',
  ),
  scroll_offset: key(
    z.int(),
    'The distance from the top, in pixels, at which the page stops when it scrolls to an anchor. The default is 70, and 150 on event pages.',
  ),
})

/** `meta` of a shop in a catalogue file. Passwords and codes are plain text beside `meta` and not a part of it. */
export const writtenShopMeta = shopMeta.omit({ password: true, discount_codes: true })

/** A snippet is a file, or a tune that the import synthesises. */
const track = z
  .strictObject({
    title: text,
    file: z
      .string()
      .refine((file) => audioFormatOf(file) !== null, 'expected the path of an MP3, M4A, Ogg or WAV file')
      .exactOptional(),
    tune: words.exactOptional(),
  })
  .refine(({ file, tune }) => (file === undefined) !== (tune === undefined), 'expected either a file or a tune')

export const productMeta = z.strictObject({
  root: key(yes, 'With `false`, a bundle has a product page instead of the page `/bundle/{slug}`.'),
  hide: key(yes, 'The product is in no list, and its page redirects to the home page.'),
  personalised: key(
    yes,
    'The fan enters a text of up to 80 characters. Without `allow_multiple_override`, the fan adds one piece at a time.',
  ),
  personal_label: key(
    text,
    'The label of the field for that text, which says what to enter, such as "Who is it for?". Without one, the label is "Your text".',
  ),
  allow_multiple_override: key(yes, 'Several pieces of a personalised product may have the same text.'),
  ticket_required: key(yes, 'The product is sold only together with a ticket.'),
  gift_voucher: key(
    yes,
    'The product is a gift voucher: each variant is worth its price. After the payment, the buyer gets a code by mail. The variants must not be physical.',
  ),
  code_required: key(yes, 'The product is sold only to visitors who have entered one of the shop’s discount codes.'),
  select: key(yes, 'The page offers the variants in a drop-down list instead of buttons.'),
  list_price: key(
    z.strictObject({
      hide: z.boolean().exactOptional(),
      prefix: text.exactOptional(),
      value: price.exactOptional(),
    }),
    'Changes the price in lists, and on the product’s page until a variant is chosen: `hide` hides it, `prefix` is a text before it, such as "from", and `value` replaces it.',
  ),
  content_ml: key(
    z.int().min(1),
    'The volume of a drink in millilitres. Beside the price stands the price per litre, as § 4 PAngV requires.',
  ),
  tracks: key(
    z.array(track).max(40),
    'Snippets of a record, to which fans can listen on its page: `[{ title, file }]`. `tune` instead of `file` is a word from which the import synthesises 20 seconds, for catalogues without recordings.',
  ),
  external_url: key(
    link,
    'Another seller sells the product. Instead of the price and the button for the cart, the page shows a link to this URL.',
  ),
  external_url_text: key(text, 'The text of that link.'),
  delivery_days: key(
    deliveryDays,
    'The time of delivery of this product, instead of the shop’s. The shop’s time does not apply to products that are not shipped, such as a song that the band records.',
  ),
  disclaimer: key(text, 'A warning in red (HTML).'),
  related_item_slugs: key(z.array(slug), 'The related products, shown on the product’s page.'),
  order: key(order, 'The product’s position among related products.'),
  ks_wide_item: key(
    yes,
    'The product takes two columns on category pages, and shows its second picture beside a first one that is not wide itself.',
  ),
  artwork_sign: key(
    z.enum(['note', 'list', 'heart', 'ticket'] satisfies ArtworkSign[]),
    'If the product has no image, its artwork shows this sign instead of initials: a note, a list, a heart or a ticket.',
  ),
  slider_light_background: key(yes, 'The product’s images have a light background.'),
  bind_leave_empty: key(yes, 'If the product is an additional product of a bundle, the fan may leave it out.'),
  hide_in_combined_product: key(yes, 'A bundle does not list the product if there is nothing to choose.'),
  show_color_in_combined_product: key(yes, 'A bundle shows the product’s colour beside its name.'),
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
  external_link: key(
    link,
    'Another seller sells the tickets. Lists and the event’s page link to this URL, unless the event is sold out.',
  ),
  external_link_text: key(text, 'The text of that link.'),
  custom_tag: key(text, 'A label on the event in lists and on its page.'),
  leads: key(text, 'A sentence below the event’s name.'),
  hideDate: key(yes, 'The date appears nowhere that fans can see it, and the event comes last in lists.'),
  former_date: key(
    moment,
    'The start before the event was moved. Pages, lists, mails and structured data name it beside the new date, or alone with `hideDate`.',
  ),
  hide_map: key(yes, 'The page shows no seat map, so fans choose a number of tickets.'),
  only_online_tickets: key(yes, 'Only online tickets are sold.'),
  only_hard_tickets: key(yes, 'Only hard tickets are sold.'),
  default_amount: key(
    count,
    'The number of tickets that is preselected if the event has one variant and no seat map. The default is 2.',
  ),
  force_amount: key(z.int().min(1), 'A fan can buy this number of tickets, and no other number.'),
  force_section: key(words, 'Only the section with this id is sold.'),
  max_tickets_per_bundle: key(count, 'The number of tickets that a bundle may contain. The default is 1.'),
  distancing: key(
    z.strictObject({ amount: z.int().min(1) }),
    '`amount` seats stay empty beside the seats of each cart.',
  ),
  avoid_single_seats: key(yes, 'With `false`, a choice of seats may leave a single free seat.'),
  bank_transfer_after_hours: key(
    z.int().min(0).max(8760),
    'Bank transfer is unavailable for this number of hours after the sale starts. The default is 72. With 0, the start of the sale does not matter.',
  ),
  bank_transfer_in_waiting_room: key(yes, 'Bank transfer stays available while a waiting room is in use.'),
  disclaimer_text: key(text, 'A notice above the tickets (HTML).'),
  policy_link: key(link, 'The URL of the event’s own rules, to which the page links.'),
  custom_terms_anchor: key(
    z.enum(TERMS_CHAPTERS),
    `The chapter of the terms that the event links to: ${TERMS_CHAPTERS.map((id) => `\`${id}\``).join(', ')}.`,
  ),
  checkin: key(
    z.strictObject({ items: z.array(checkInItem), allow_retake: z.boolean().exactOptional() }),
    'The event has an online check-in at `/checkin`. `items` are its texts (`content`) and its fields (`form`), a text field or a checkbox. The tag `required` makes a field mandatory. The first text field names the holder on the pass, unless the ticket bears a name. With `allow_retake`, fans can replace their answers.',
  ),
  contact_tracing: key(
    yes,
    'Buyers also enter the address and the phone number of each ticket’s holder. Needs `personalizationRequirement: check_in_required`.',
  ),
  no_name_change: key(yes, 'Fans cannot change the names on their tickets.'),
  name_change_until_hours: key(
    z.int().min(0).max(8760),
    'Fans can change the names on their tickets until this number of hours before the event. The default is 48.',
  ),
  name_change_fee: key(price, 'The fee for the change of a name. Without it, a change is free.'),
  cancel_hours: key(
    count,
    'Until how many hours before the event fans can ask for its tickets to be cancelled. The default is 48. A postponed event has no deadline.',
  ),
  change_hours: key(
    count,
    'Until how many hours before the event fans can ask for names on its tickets to be changed. The default is 48. A postponed event has no deadline.',
  ),
  mass_refund: key(
    z.strictObject({
      state: z.enum(['open', 'paused']),
      until: moment.exactOptional(),
      kept_fee: price.exactOptional(),
      keeps_shipping: yes.exactOptional(),
      needs_release: yes.exactOptional(),
    }),
    'The event was cancelled or moved, and fans can give tickets back at `/refund/request`. With the state `paused`, the page asks them to come back in a few days. Fans can give tickets back until the moment `until`, and in any case only until the event begins, unless it is cancelled or has no date yet. The whole price is refunded, and with the last item of an order also the shipping. With `kept_fee`, the organiser keeps this amount in euros of each ticket, and with `keeps_shipping` the shipping. With `needs_release`, a refund waits until an operator releases it with `npm run orders -- release-refunds`, and for 28 days at most.',
  ),
  related_item_slugs: key(
    z.array(slug),
    'The merch shown on the event’s page. If it is less than three products, more by the artist follows.',
  ),
  minicart_related_item_slugs: key(z.array(slug), 'The merch that the minicart offers with the event’s tickets.'),
  scroll_offset: key(z.int(), 'Like the shop’s `scroll_offset`, for the event’s page.'),
})

export const categoryMeta = z.strictObject({
  special: key(
    z.literal('advent'),
    'The category’s page is the Advent sale, with a header image, a countdown and a link to the terms of its prize draw. Its products are sorted by id.',
  ),
  changesAt: key(
    z.array(moment),
    'The times to which the countdown of the Advent sale counts down, in ascending order.',
  ),
  door_slugs: key(
    z.array(slug).max(31, 'expected at most 31 doors'),
    'The products behind the doors of the Advent sale. The first door opens at the first time of `changesAt`, and so on. Until then, the page shows only the number and the day of the door.',
  ),
})
