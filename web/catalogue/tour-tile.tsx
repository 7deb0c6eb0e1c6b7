/** A tile with the tour's image, artists, name and dates. */
import type { TourTileFragment } from '../../schema/generated/operations.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import { formatDateSpan } from '../i18n/format.ts'
import { Picture } from './picture.tsx'
import { ShopLink } from './shop-link.tsx'

export function TourTile({ tour, sizes }: { tour: TourTileFragment; sizes: string }) {
  return (
    <article className="tour-tile group relative">
      <div className="tile-frame overflow-clip rounded-image">
        <Picture
          image={tour.ticketImage}
          name={tour.name}
          sizes={sizes}
          alt=""
          className="tile-picture aspect-video w-full object-cover"
        />
      </div>
      <p className="label mt-3 text-muted">{tour.artistNames}</p>
      <h3 className="display display-4 mt-1">
        <ShopLink
          to={`/tours/${tour.slug}`}
          className="after:absolute after:inset-0 group-hover:underline decoration-2 underline-offset-4"
        >
          {tour.name}
        </ShopLink>
      </h3>
      {tour.subtitle && <p className="mt-1">{tour.subtitle}</p>}
      <p className="mt-1 text-sm text-balance text-muted">{formatDateSpan(tour.startAt, tour.endAt, SHOP_ZONE)}</p>
    </article>
  )
}
