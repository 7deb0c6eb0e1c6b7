/** Tours as rows, each with a picture and its dates, for lists that are too short for tiles. */
import type { TourTileFragment } from '../../schema/generated/operations.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import { formatDateSpan } from '../i18n/format.ts'
import { Picture } from './picture.tsx'
import { ShopLink } from './shop-link.tsx'

export type TourRow = {
  id: string
  to: string
  name: string
  subtitle: string | null
  image: TourTileFragment['ticketImage']
  dates: string | null
}

export function tourRowOf(tour: TourTileFragment): TourRow {
  const { id, slug, name, subtitle, ticketImage, startAt, endAt } = tour
  return {
    id,
    to: `/tours/${slug}`,
    name,
    subtitle,
    image: ticketImage,
    dates: formatDateSpan(startAt, endAt, SHOP_ZONE),
  }
}

export function TourRows({ rows }: { rows: TourRow[] }) {
  return (
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
  )
}
