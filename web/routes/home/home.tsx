/** HOME-01: the main shop's home page: promo teaser, news, tours, hot news, further promos, concerts and artists. */
import { HomeDocument, type HomeQuery } from '../../../schema/generated/operations.ts'
import { ArtistGrid } from '../../catalogue/artist-tile.tsx'
import { EventList } from '../../catalogue/event-list.tsx'
import { NewsCard, NewsHero } from '../../catalogue/news-card.tsx'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { TourTile } from '../../catalogue/tour-tile.tsx'
import { usePage } from '../../data/page.tsx'
import { useOperation } from '../../data/query.ts'
import { m } from '../../i18n/messages.ts'
import { Scroller } from '../../ui/scroller.tsx'
import { Section } from '../../ui/section.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { NewsSlider } from './news-slider.tsx'

export default function Home() {
  const query = useOperation(HomeDocument, {})
  return (
    <>
      <PageTitle title={null} />
      <QueryView query={query} subject={({ home }) => home} skeleton={<PageSkeleton />}>
        {(home) => <MainHome home={home} />}
      </QueryView>
    </>
  )
}

function MainHome({ home }: { home: HomeQuery['home'] }) {
  const { shop } = usePage()
  const [teaser, ...promos] = home.promo
  return (
    <>
      {teaser ? <NewsHero item={teaser} heading="h1" isUrgent /> : <h1 className="sr-only">{shop.name}</h1>}
      {home.news.length > 0 && (
        <div className="news-band">
          <div>
            <NewsSlider items={home.news} />
          </div>
        </div>
      )}
      {home.tours.length > 0 && (
        <section className="page mt-(--section)" aria-label={m.home_tours()}>
          <Scroller
            columns="auto-cols-[82%] sm:auto-cols-[44%] lg:auto-cols-[calc((100%-2*var(--gap))/3)]"
            title={<h2 className="section-title display-2">{m.home_tours()}</h2>}
            aside={<AllLink to="/events" text={m.home_all_tickets()} />}
          >
            {home.tours.map((tour) => (
              <li key={tour.id}>
                <TourTile tour={tour} sizes="(min-width: 1024px) 410px, (min-width: 640px) 44vw, 82vw" />
              </li>
            ))}
          </Scroller>
        </section>
      )}
      {home.hotNews.length > 0 && (
        <Section title={m.home_hot()}>
          <ul className="card-grid">
            {home.hotNews.map((item) => (
              <li key={item.id}>
                <NewsCard item={item} sizes="(min-width: 1024px) 300px, (min-width: 640px) 46vw, 92vw" />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {promos.length > 0 && (
        <Section title={m.home_promos()}>
          <ul className="card-grid">
            {promos.map((item) => (
              <li key={item.id}>
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
      {home.artists.length > 0 && (
        <Section title={m.home_artists()} aside={<AllLink to="/artists" text={m.home_all_artists()} />}>
          <ArtistGrid artists={home.artists.slice(0, 8)} />
        </Section>
      )}
    </>
  )
}

function AllLink({ to, text }: { to: string; text: string }) {
  return (
    <ShopLink to={to} className="text-link inline-flex min-h-11 items-center font-semibold">
      {text}
    </ShopLink>
  )
}
