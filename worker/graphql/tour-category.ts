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
