/**
 * HOME-04: the tours of a band and its categories of type TOUR, each with a picture and its dates. A category with the name of a
 * tour is left out, because fans would see the same tour twice.
 */
import type { HomeQuery } from '../../../schema/generated/operations.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { Picture } from '../../catalogue/picture.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { formatDateSpan } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'

type Home = HomeQuery['home']
export type TourRow = {
  id: string
  to: string
  name: string
  subtitle: string | null
  image: Home['tours'][number]['ticketImage']
  dates: string | null
}

export function tourRows({ tours, tourCategories }: Pick<Home, 'tours' | 'tourCategories'>): TourRow[] {
  const names = new Set(tours.map(({ name }) => name))
  return [
    ...tours.map(({ id, slug, name, subtitle, ticketImage, startAt, endAt }) => ({
      id,
      to: `/tours/${slug}`,
      name,
      subtitle,
      image: ticketImage,
      dates: formatDateSpan(startAt, endAt, SHOP_ZONE),
    })),
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

export function TourRows({ rows }: { rows: TourRow[] }) {
  if (rows.length === 0) return null
  return (
    <>
      <h3 className="section-title display display-3 mt-10 mb-4">{m.events_tours()}</h3>
      <ul className="grid gap-(--gap) sm:grid-cols-2">
        {rows.map(({ id, to, name, subtitle, image, dates }) => (
          <li
            key={id}
            className="group relative grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-4 sm:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <div className="tile-frame overflow-clip rounded-image">
              <Picture
                image={image}
                name={name}
                sizes="180px"
                alt=""
                className="tile-picture aspect-video w-full object-cover"
              />
            </div>
            <div>
              <p className="display display-4">
                <ShopLink
                  to={to}
                  className="after:absolute after:inset-0 group-hover:underline decoration-2 underline-offset-4"
                >
                  {name}
                </ShopLink>
              </p>
              {subtitle && <p className="mt-1">{subtitle}</p>}
              {dates && <p className="mt-1 text-sm text-balance text-muted">{dates}</p>}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
