/** TOUR categories in lists of tours (HOME-04, EVL-01). */
import type { Locale, Localised } from '../../schema/locale.ts'
import type { TourRow } from '../db/tour.ts'
import { shopLink } from '../domain/catalogue/shop-host.ts'
import type { TourCategoryResolvers } from '../generated/resolver-types.ts'
import { localise } from './localise.ts'

/** Whether the category is a tour of the same name and artist. A list of both would contain it twice. */
export function isAlsoTour(
  { name, artistId }: { name: Localised; artistId: string | null },
  tours: Pick<TourRow, 'name' | 'billing'>[],
  locale: Locale,
): boolean {
  return tours.some(
    (tour) =>
      tour.name[locale] === name[locale] && (artistId === null || tour.billing.some(({ id }) => id === artistId)),
  )
}

type Named = { slug: string; name: Localised }

/**
 * EVT-01: returns a link to each tour of an event, and to each TOUR category that has no tour of the same name. If a tour has a
 * category of the same name, the link leads to the category, because its page also has the merch (CAT-07).
 */
export function tourLinks(tours: Named[], categories: Named[], locale: Locale): { name: string; href: string }[] {
  const shown = categories.map(({ slug, name }) => ({ name: name[locale], href: `/categories/${slug}` }))
  const others = tours
    .map(({ slug, name }) => ({ name: name[locale], href: `/tours/${slug}` }))
    .filter(({ name }) => !shown.some((category) => category.name === name))
  return [...others, ...shown]
}

const TourCategory: TourCategoryResolvers = {
  artistName: ({ artist }, _args, { locale }) =>
    artist?.id ? localise(artist.displayName ?? artist.name, locale) : null,
  href: ({ category, artist }, _args, context) => {
    const { shop, shops } = context
    const path = `/categories/${category.slug}`
    if (shop.isBand || !artist?.id) return path
    const own = shops.find((known) => known.artistId === artist.id)
    return own ? shopLink(own, path, context) : `/artists/${artist.slug}?tour=${category.slug}`
  },
}

export const tourCategoryResolvers = { TourCategory }
