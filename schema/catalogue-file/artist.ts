/** Artists, other categories, tours and venues. An artist is a category of type ARTIST. */
import * as z from 'zod'
import { CATEGORY_TYPES } from '../catalogue-values.ts'
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
  /** Whether the shop's overviews list the category; true by default. */
  mainCategory: z.boolean().optional(),
  landscapeImage: image.optional(),
  squareImage: image.optional(),
  ticketImage: image.optional(),
  /**
   * The list of artists features an artist at "left" or "right". The merch overview features a category at "top-left",
   * "top-right" or "bottom".
   */
  featured: z.array(words).optional(),
  sortOrderTicket: z.strictObject(placements).optional(),
  /** Of an artist: further categories that filter the artist's page, beside those that belong to the artist. */
  subcategories: z.array(categoryReference).optional(),
}

export const artist = z.strictObject(listing)

export const category = z.strictObject({
  ...listing,
  type: z.enum(CATEGORY_TYPES).exclude(['ARTIST']).optional(),
  /** The artist whose shop lists the category. By default, the main shop lists it. */
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
  /** How people with a disability reach the venue and their places. */
  accessInfo: text.optional(),
})

/** A tour does not list its events. Each event names its tours. */
export const tour = z.strictObject({
  slug,
  name: text,
  subtitle: text.optional(),
  /** HTML, which the import sanitises. */
  description: text.optional(),
  /** By default, the joined names of the artists. */
  artistNames: words.optional(),
  ticketImage: image.optional(),
  /** By default, the start of the tour's first event in the imported files that shows its date. */
  startAt: moment.optional(),
  endAt: endMoment.optional(),
  sortOrder: z.strictObject({ homepage: order.optional(), ...placements }).optional(),
  artists: z.array(slug).min(1, 'expected at least one artist'),
})
