/** TOUR-01: the page of a tour: poster, description, concerts and artists. */

import { TourPageDocument, type TourPageQuery } from '../../../schema/generated/operations.ts'
import { SHELF_MINIMUM } from '../../../schema/limits.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { tourTitle } from '../../../schema/subject-title.ts'
import { ArtistGrid } from '../../catalogue/artist-tile.tsx'
import { EventList } from '../../catalogue/event-list.tsx'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { Picture } from '../../catalogue/picture.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { usePage } from '../../data/page.tsx'
import { useOperation } from '../../data/query.ts'
import { useRouteParams } from '../../data/route-params.ts'
import { formatDateSpan } from '../../i18n/date-span.ts'
import { m } from '../../i18n/messages.ts'
import { FirstViewEnd } from '../../ui/first-view-end.tsx'
import { FittedTitle } from '../../ui/fitted-title.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Section } from '../../ui/section.tsx'
import { SplitSkeleton } from '../../ui/split-skeleton.tsx'
import { sortTourEvents } from './tour-order.ts'

type Tour = NonNullable<TourPageQuery['tour']>

export default function TourPage() {
  const { slug = '' } = useRouteParams()
  const query = useOperation(TourPageDocument, { slug })
  return (
    <QueryView query={query} subject={({ tour }) => tour} skeleton={<SplitSkeleton />}>
      {(tour) => <TourView tour={tour} />}
    </QueryView>
  )
}

function TourView({ tour }: { tour: Tour }) {
  const { meta, shop } = usePage()
  return (
    <>
      <PageTitle title={tourTitle(tour)} />
      <header className="page grid gap-6 pt-0 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:items-center md:gap-16 md:pt-10">
        <div className="hero-picture">
          <Picture
            image={tour.ticketImage}
            name={tour.name}
            sizes="(min-width: 768px) 42vw, 100vw"
            isUrgent
            className="subject-picture h-auto w-full"
          />
        </div>
        <div>
          <p className="label text-muted">{tour.artistNames}</p>
          <FittedTitle text={tour.name} size="display-1" className="mt-2" />
          {tour.subtitle && <p className="mt-3 text-xl font-medium">{tour.subtitle}</p>}
          <p className="mt-3 text-muted">{formatDateSpan(tour.startAt, tour.endAt, SHOP_ZONE)}</p>
          {tour.description && <RichText html={tour.description} className="mt-6 max-w-prose" />}
        </div>
      </header>
      <FirstViewEnd />
      <Section title={m.tour_dates()}>
        {tour.events.length === 0 ? (
          <Notice title={m.tour_none_title()} text={m.tour_none_text()} />
        ) : (
          <EventList events={sortTourEvents(tour.events)} titledBy={tour.artists.length > 1 ? 'artist' : 'city'} />
        )}
        {meta.tour_disclaimer && (
          <RichText html={meta.tour_disclaimer} className="mt-6 max-w-prose text-sm text-muted" />
        )}
      </Section>
      {/* In a band's own shop, the band alone would be a link to where the fan is. */}
      {tour.artists.length > (shop.isBand ? 1 : 0) && (
        <Section title={m.tour_artists()}>
          {tour.artists.length < SHELF_MINIMUM ? (
            <ul className="flex flex-wrap gap-2">
              {tour.artists.map(({ href, displayName, hasPage }) => (
                <li key={href}>
                  {hasPage ? (
                    <ShopLink to={href} className="chip">
                      {displayName}
                    </ShopLink>
                  ) : (
                    <span className="flex min-h-11 items-center font-semibold">{displayName}</span>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <ArtistGrid artists={tour.artists} />
          )}
        </Section>
      )}
    </>
  )
}
