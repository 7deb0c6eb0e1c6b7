/**
 * HOME-04: the tours of a band and its categories of type TOUR. A category with the name of a tour is left out, because fans
 * would see the same tour twice.
 */
import type { HomeQuery } from '../../../schema/generated/operations.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { type TourRow, tourRowOf } from '../../catalogue/tour-rows.tsx'
import { formatDateSpan } from '../../i18n/format.ts'

export function tourRows({ tours, tourCategories }: Pick<HomeQuery['home'], 'tours' | 'tourCategories'>): TourRow[] {
  const names = new Set(tours.map(({ name }) => name))
  return [
    ...tours.map(tourRowOf),
    ...tourCategories
      .filter(({ category }) => !names.has(category.name))
      .map(({ category, startAt, endAt }) => ({
        id: category.id,
        to: `/categories/${category.slug}`,
        name: category.name,
        subtitle: null,
        image: category.landscapeImage,
        dates: startAt === null ? null : formatDateSpan(startAt, endAt, SHOP_ZONE),
      })),
  ]
}
