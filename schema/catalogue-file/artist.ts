/** Artists and the other categories, tours and venues. */
import * as z from 'zod'
import { categoryMeta } from './meta.ts'
import {
  categoryReference,
  countryCode,
  endMoment,
  image,
  moment,
  order,
  slug,
  text,
  timeZone,
  words,
} from './values.ts'

const placements = {
  ticketTopLeft: order.optional(),
  ticketTopRight: order.optional(),
  ticketBottom: order.optional(),
}

const listing = {
  slug,
  name: text,
  displayName: text.optional(),
  alternativeNames: z.array(words).optional(),
  description: text.optional(),
  subtitle: text.optional(),
  abstract: text.optional(),
  order: order.optional(),
  /** Listed for visitors; true unless said otherwise. */
  mainCategory: z.boolean().optional(),
  landscapeImage: image.optional(),
  squareImage: image.optional(),
  ticketImage: image.optional(),
  /** Where it is featured, such as "left", "right", "top-left", "top-right", "bottom". */
  featured: z.array(words).optional(),
  sortOrderTicket: z.strictObject(placements).optional(),
  /** Below this one, in this order. */
  subcategories: z.array(categoryReference).optional(),
}

export const artist = z.strictObject(listing)

export const category = z.strictObject({
  ...listing,
  type: z.enum(['CATEGORY', 'BRAND', 'LABEL', 'TOUR']).optional(),
  /** The band whose shop lists it; without one it is the main shop's. */
  artist: slug.optional(),
  meta: categoryMeta.optional(),
})

export const venue = z.strictObject({
  slug,
  name: words,
  address: words,
  city: words,
  postCode: words,
  countryCode,
  timeZone: timeZone.optional(),
})

/** Its events name it: an event knows its tours, never the other way round. */
export const tour = z.strictObject({
  slug,
  name: text,
  subtitle: text.optional(),
  /** HTML; sanitised. */
  description: text.optional(),
  /** The artists' names, joined, unless given. */
  artistNames: words.optional(),
  ticketImage: image.optional(),
  /** The earliest event's start unless given. */
  startAt: moment.optional(),
  endAt: endMoment.optional(),
  sortOrder: z.strictObject({ homepage: order.optional(), ...placements }).optional(),
  artists: z.array(slug).min(1, 'expected at least one artist'),
})
