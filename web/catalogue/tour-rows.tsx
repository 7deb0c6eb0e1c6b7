/** Tours as rows, each with a picture and its dates, for lists that are too short for tiles. */
import { Picture } from './picture.tsx'
import { ShopLink } from './shop-link.tsx'
import type { ListedTour } from './tour-list.ts'

export function TourRows({ rows }: { rows: ListedTour[] }) {
  return (
    <ul className="grid gap-(--gap) sm:grid-cols-2">
      {rows.map(({ to, name, subtitle, image, dates }) => (
        <li
          key={to}
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
