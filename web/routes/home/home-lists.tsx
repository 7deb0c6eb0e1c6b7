/** HOME-01: the lists below the first view of the main shop's home page: tours, news, concerts and artists. */
import type { HomeQuery } from '../../../schema/generated/operations.ts'
import { SHELF_MINIMUM } from '../../../schema/limits.ts'
import { ArtistGrid } from '../../catalogue/artist-tile.tsx'
import { EventList } from '../../catalogue/event-list.tsx'
import { NewsCard } from '../../catalogue/news-card.tsx'
import { type ListedTour, listedTour } from '../../catalogue/tour-list.ts'
import { TourTile } from '../../catalogue/tour-tile.tsx'
import { m } from '../../i18n/messages.ts'
import { Scroller } from '../../ui/scroller.tsx'
import { Section } from '../../ui/section.tsx'
import { AllLink } from './all-link.tsx'
import { arrangeHome } from './home-parts.ts'

type Home = HomeQuery['home']

export default function HomeLists({ home }: { home: Home }) {
  const { tours, hot, promos, artists } = arrangeHome(home)
  return (
    <>
      {tours.length > 0 && <Tours tours={tours.map(listedTour)} />}
      {hot.length > 0 && (
        <Section title={m.home_hot()}>
          <ul className="card-grid">
            {hot.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two items may be alike
              <li key={index}>
                <NewsCard item={item} sizes="(min-width: 1024px) 300px, (min-width: 640px) 46vw, 92vw" />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {promos.length > 0 && (
        <Section title={m.home_promos()}>
          <ul className="card-grid">
            {promos.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two items may be alike
              <li key={index}>
                <NewsCard item={item} sizes="(min-width: 1024px) 400px, (min-width: 768px) 46vw, 92vw" />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {home.events.length > 0 && (
        <Section title={m.home_next()} aside={<AllLink to="/events" text={m.home_all_tickets()} />}>
          <EventList events={home.events} />
        </Section>
      )}
      {artists.length > 0 && (
        <Section title={m.home_artists()} aside={<AllLink to="/artists" text={m.home_all_artists()} />}>
          <ArtistGrid artists={artists} />
        </Section>
      )}
    </>
  )
}

/** Three tours or more are a row to scroll. Fewer share the width of the page. */
function Tours({ tours }: { tours: ListedTour[] }) {
  const title = <h2 className="section-title display-2">{m.home_tours()}</h2>
  const aside = <AllLink to="/events" text={m.home_all_tickets()} />
  if (tours.length < SHELF_MINIMUM) {
    return (
      <Section title={m.home_tours()} aside={aside}>
        <ul className="card-grid">
          {tours.map((tour) => (
            <li key={tour.to}>
              <TourTile tour={tour} sizes={tours.length === 1 ? '92vw' : '(min-width: 640px) 46vw, 92vw'} />
            </li>
          ))}
        </ul>
      </Section>
    )
  }
  return (
    <section className="page mt-(--section)" aria-label={m.home_tours()}>
      <Scroller
        columns="auto-cols-[82%] sm:auto-cols-[44%] lg:auto-cols-[calc((100%-2*var(--gap))/3)]"
        title={title}
        aside={aside}
      >
        {tours.map((tour) => (
          <li key={tour.to}>
            <TourTile tour={tour} sizes="(min-width: 1024px) 410px, (min-width: 640px) 44vw, 82vw" />
          </li>
        ))}
      </Scroller>
    </section>
  )
}
