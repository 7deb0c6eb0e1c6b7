/** An event with what it sells: pricing categories, tickets, standing areas, a seat map, presale codes. */
import * as z from 'zod'
import { eventMeta } from './meta.ts'
import {
  categoryReference,
  clock,
  code,
  color,
  companyAddress,
  count,
  endMoment,
  image,
  link,
  moment,
  momentOfDay,
  order,
  price,
  slug,
  text,
  vatBasisPoints,
  words,
} from './values.ts'

const pricingCategory = z.strictObject({
  /** The number its seats bear in the seat map; variants and areas name it. */
  number: z.int().min(1, 'expected 1 or more'),
  name: text,
  color,
  order: order.optional(),
  expanded: z.boolean().optional(),
  hideButtons: z.boolean().optional(),
  section: words.optional(),
})

const ticketVariant = z.strictObject({
  pricingCategory: z.int(),
  /** A hard ticket is printed and posted, an online ticket comes by mail. */
  kind: z.enum(['online', 'hard']),
  /** Needed only where a pricing category has several variants of one kind. */
  sku: words.optional(),
  description: text,
  price,
  additionalPrice: price.optional(),
  order: order.optional(),
  message: text.optional(),
  active: z.boolean().optional(),
})

const allotment = z.strictObject({
  /** With a seat map: the id of one of its sections without seats. Without: any name. */
  section: words,
  name: text,
  pricingCategory: z.int(),
  capacity: count,
})

const seatMap = z.strictObject({
  file: z
    .string()
    .regex(/^(?!\/)(?!.*\.\.)[^\\]+\.json$/i, 'expected the path of a JSON file, such as "seatmaps/arena.json"'),
  /**
   * The plan's category, by name or key → the pricing category's number; "*" stands for all others and for seats that
   * have none. Our own format needs no entry where its ids are the numbers.
   */
  categories: z.record(z.string(), z.int('expected the number of a pricing category')).optional(),
  /** Large events: sections are grouped so that one object holds about as many seats. */
  seatsPerObject: z.int().min(1).optional(),
})

const presaleCode = z.strictObject({
  code,
  /** Opens this pricing category alone; without it all of them. */
  pricingCategory: z.int().optional(),
  uses: z.int().min(1).optional(),
  validFromAt: moment,
})

export const event = z.strictObject({
  slug,
  artist: slug,
  /** Supporting acts. */
  artists: z.array(slug).optional(),
  relatedArtists: z.array(slug).optional(),
  venue: slug,
  status: z.enum(['active', 'cancelled', 'postponed']).optional(),
  name: text,
  /** "Artist – name" unless given. */
  descriptiveName: text.optional(),
  /** HTML; sanitised. */
  description: text.optional(),
  htmlDetails: text.optional(),
  image: image.optional(),
  happeningFromAt: moment,
  happeningUntilAt: z.union([clock, endMoment]).optional(),
  doorAt: momentOfDay.optional(),
  stageAt: momentOfDay.optional(),
  /** On sale since always unless given. */
  presaleAt: moment.optional(),
  /** The event's start unless given. */
  salesEndAt: momentOfDay.optional(),
  /** Five days before the event unless given. */
  checkInStartAt: moment.optional(),
  /** Six hours before the event unless given. */
  checkInEndAt: momentOfDay.optional(),
  seatMap: seatMap.optional(),
  /** Whether the page shows the map; true with a seat map. */
  displayMap: z.boolean().optional(),
  cartLimit: z.int().min(1).max(100).optional(),
  holdSeconds: z.int().min(60).max(7200).optional(),
  soldOutMessage: text.optional(),
  kulturpassUrl: link.optional(),
  personalizationRequirement: z
    .enum(['no_personalization_required', 'check_in_required', 'group_personalization_required'])
    .optional(),
  localOrganizer: words.optional(),
  owningCompanyAddress: companyAddress.optional(),
  vatBasisPoints: vatBasisPoints.optional(),
  meta: eventMeta.optional(),
  tours: z.array(slug).optional(),
  /** Listings of type CATEGORY or TOUR that show it. */
  categories: z.array(categoryReference).optional(),
  /** Needed, with variants, unless `meta.external_link` leads to another seller. */
  pricingCategories: z.array(pricingCategory).optional(),
  variants: z.array(ticketVariant).optional(),
  allotments: z.array(allotment).optional(),
  presaleCodes: z.array(presaleCode).optional(),
})
