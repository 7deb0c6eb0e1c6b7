/** An event with its pricing categories, tickets, standing areas, seat map and presale codes. */
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
  /** Variants, standing areas and the seats of the seat map refer to the category by this number. */
  number: z.int().min(1, 'expected 1 or more'),
  name: text,
  color,
  order: order.optional(),
  /** With `false`, the prices are folded away until the fan opens the category; not for a category named "Default". */
  expanded: z.boolean().optional(),
  /** Shows the prices without steppers, for tickets that are sold elsewhere, such as at the door. */
  hideButtons: z.boolean().optional(),
  /** The heading above the categories with the same `section`. They follow the categories without a section. */
  section: text.optional(),
})

const ticketVariant = z.strictObject({
  pricingCategory: z.int(),
  /** A hard ticket is printed and posted; an online ticket is sent by email. */
  kind: z.enum(['online', 'hard']),
  /** Required only if a pricing category has several variants of one kind. */
  sku: words.optional(),
  description: text,
  price,
  /** Is added to the price, for example for a printed ticket. */
  additionalPrice: price.optional(),
  order: order.optional(),
  message: text.optional(),
  active: z.boolean().optional(),
})

const allotment = z.strictObject({
  /** If the event has a seat map, the id of one of its sections that has no seats. Otherwise, any id. */
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
   * Maps categories of the seat map file, by name or key, to the numbers of pricing categories. "*" stands for all other
   * categories and for seats without a category. A file in our own format needs no entry for a category whose id is the
   * number of a pricing category.
   */
  categories: z.record(z.string(), z.int('expected the number of a pricing category')).optional(),
  /** For large events: the import groups the sections into Durable Objects with about this many seats each. */
  seatsPerObject: z.int().min(1).optional(),
})

const presaleCode = z.strictObject({
  code,
  /** The only pricing category for which the code is valid. By default, the code is valid for all. */
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
  /** By default, "artist – name". */
  descriptiveName: text.optional(),
  /** HTML, which the import sanitises. */
  description: text.optional(),
  htmlDetails: text.optional(),
  image: image.optional(),
  happeningFromAt: moment,
  happeningUntilAt: z.union([clock, endMoment]).optional(),
  doorAt: momentOfDay.optional(),
  stageAt: momentOfDay.optional(),
  /** The start of the sale. By default, the sale is open. */
  presaleAt: moment.optional(),
  /** By default, the start of the event. */
  salesEndAt: momentOfDay.optional(),
  /** By default, five days before the event. */
  checkInStartAt: moment.optional(),
  /** By default, six hours before the event. */
  checkInEndAt: momentOfDay.optional(),
  seatMap: seatMap.optional(),
  /** Whether the page shows the seat map; true by default if there is one. */
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
  /** The categories that contain the event. */
  categories: z.array(categoryReference).optional(),
  /**
   * `pricingCategories` and `variants` are required if this shop sells the tickets. If another seller does,
   * `meta.external_link` is required instead.
   */
  pricingCategories: z.array(pricingCategory).optional(),
  variants: z.array(ticketVariant).optional(),
  allotments: z.array(allotment).optional(),
  presaleCodes: z.array(presaleCode).optional(),
})
