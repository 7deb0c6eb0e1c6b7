/** HOME-04, EVL-01: tours and TOUR categories as entries of one list. */
import type { TourCategoryTileFragment, TourTileFragment } from '../../schema/generated/operations.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import { formatDateSpan } from '../i18n/date-span.ts'

export type ListedTour = {
  to: string
  name: string
  subtitle: string | null
  artistNames: string | null
  image: TourTileFragment['ticketImage']
  /** Null if no concert of the tour shows its date. */
  startAt: number | null
  dates: string | null
}

export function listedTour(tour: TourTileFragment): ListedTour {
  const { slug, name, subtitle, artistNames, ticketImage, startAt, endAt } = tour
  return {
    ...{ name, subtitle, artistNames, startAt },
    to: `/tours/${slug}`,
    image: ticketImage,
    dates: formatDateSpan(startAt, endAt, SHOP_ZONE),
  }
}

function listedCategory({ category, href, artistName, startAt, endAt }: TourCategoryTileFragment): ListedTour {
  const { name, subtitle, landscapeImage } = category
  return {
    ...{ name, subtitle, startAt },
    to: href,
    artistNames: artistName,
    image: landscapeImage,
    dates: startAt === null ? null : formatDateSpan(startAt, endAt, SHOP_ZONE),
  }
}

export function listTours({
  tours,
  tourCategories,
}: {
  tours: TourTileFragment[]
  tourCategories: TourCategoryTileFragment[]
}): ListedTour[] {
  return [...tours.map(listedTour), ...tourCategories.map(listedCategory)]
}
