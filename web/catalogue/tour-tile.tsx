/** A tile with the tour's image, artists, name and dates. It says so if the tour's page is in another shop. */
import { pathInShop } from '../data/address.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { Picture } from './picture.tsx'
import { ShopLink } from './shop-link.tsx'
import type { ListedTour } from './tour-list.ts'

export function TourTile({ tour, sizes }: { tour: ListedTour; sizes: string }) {
  const { shop } = usePage()
  return (
    <article className="tour-tile group relative">
      <div className="tile-frame overflow-clip rounded-image">
        <Picture
          image={tour.image}
          name={tour.name}
          sizes={sizes}
          alt=""
          className="tile-picture aspect-video w-full object-cover"
        />
      </div>
      {tour.artistNames !== null && <p className="label mt-3 text-muted">{tour.artistNames}</p>}
      <h3 className="display display-4 mt-1">
        <ShopLink
          to={tour.to}
          className="after:absolute after:inset-0 group-hover:underline decoration-2 underline-offset-4"
        >
          {tour.name}
        </ShopLink>
      </h3>
      {tour.subtitle && <p className="mt-1">{tour.subtitle}</p>}
      {tour.dates !== null && <p className="mt-1 text-sm text-balance text-muted">{tour.dates}</p>}
      {pathInShop(tour.to, shop.basePath) === null && (
        <p className="mt-1 text-sm text-muted">{m.tour_in_band_shop()}</p>
      )}
    </article>
  )
}
