/** The page of an event: description, date, venue, tickets, details and related products. */

import { eventCalendarPath } from '../../../schema/event-path.ts'
import { EventPageDocument } from '../../../schema/generated/operations.ts'
import { SHELF_MINIMUM } from '../../../schema/limits.ts'
import { isDateOpen, isMoved, saleState, showsDate } from '../../../schema/rules/event-sale.ts'
import { eventHeading, eventTitle } from '../../../schema/subject-title.ts'
import { EventList } from '../../catalogue/event-list.tsx'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { Picture } from '../../catalogue/picture.tsx'
import { ProductGrid } from '../../catalogue/product-grid.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { ShareButton } from '../../catalogue/share-button.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { useViewTime } from '../../data/hydration.ts'
import { eventMeta } from '../../data/meta.ts'
import { usePage } from '../../data/page.tsx'
import { useOperation } from '../../data/query.ts'
import { useRouteParams } from '../../data/route-params.ts'
import { formatDate } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { FirstViewEnd } from '../../ui/first-view-end.tsx'
import { FittedTitle } from '../../ui/fitted-title.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { useScrollOffset } from '../../ui/scroll-offset.ts'
import type { PageEvent } from './event.ts'
import { EventDetails } from './event-details.tsx'
import { EventFacts } from './event-facts.tsx'
import { EventPrice } from './event-price.tsx'
import { EventTickets } from './event-tickets.tsx'

const RELATED_MAXIMUM = 4

export default function EventPage() {
  const { slug = '' } = useRouteParams()
  const query = useOperation(EventPageDocument, { slug })
  return (
    <QueryView query={query} subject={({ event }) => event ?? null} skeleton={<Skeleton />}>
      {(event) => <EventView key={event.id} event={event} />}
    </QueryView>
  )
}

function pageTitle(event: PageEvent): string {
  const { status, happeningFromAt } = event
  const day =
    happeningFromAt !== null && showsDate({ status, meta: eventMeta(event) })
      ? formatDate(happeningFromAt, event.venue.timeZone)
      : null
  return eventTitle({ ...event, day })
}

function EventView({ event }: { event: PageEvent }) {
  const meta = eventMeta(event)
  const { shop, layout } = usePage()
  const state = saleState(event, useViewTime())
  const isOver = state === 'cancelled' || state === 'ended'
  // Fans who cannot come to this date look for another one first.
  const isGone = state === 'soldOut' || (state === 'open' && event.isSoldOut)
  const datesComeFirst = isOver || isGone || isMoved(event)
  useScrollOffset(meta.scroll_offset)
  const guests = [...event.artists, ...event.relatedArtists].filter(
    (artist, index, all) => artist.id !== event.artist.id && all.findIndex(({ id }) => id === artist.id) === index,
  )
  // In the index layout, words come before pictures, for the eye as for a screen reader.
  const wordsFirst = layout === 'index'
  const picture = (
    <Picture
      image={event.image}
      name={event.descriptiveName}
      sizes={layout === 'poster' ? '(min-width: 768px) 683px, 100vw' : '(min-width: 768px) 500px, 100vw'}
      isUrgent
      className="-mx-[clamp(1rem,4vw,3rem)] h-auto max-h-[70svh] w-screen max-w-none object-cover md:mx-0 md:max-h-[44rem] md:w-full md:rounded-image"
    />
  )
  return (
    <article className="page pb-16">
      <PageTitle title={pageTitle(event)} />
      <header className="event-head grid gap-x-12 gap-y-5 pb-8 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:gap-y-6 md:pt-8 md:pb-10 lg:gap-x-20">
        {!wordsFirst && picture}
        <div className="event-words min-w-0 self-center">
          <p className="font-semibold">
            <ArtistName artist={event.artist} linkClassName="text-accent hover:underline" />
          </p>
          <EventTitle event={event} />
          <p className="mt-3 flex flex-wrap gap-2 empty:hidden">
            {event.status === 'cancelled' && <span className="tag tag-solid">{m.event_tag_cancelled()}</span>}
            {isGone && (
              // The catalogue sets the text of the notice that replaces the tickets. The tag always says that none are left.
              <span className="tag">{state === 'open' ? m.event_tag_gone() : m.tile_sold_out()}</span>
            )}
            {isMoved(event) && !isOver && (
              <span className="tag text-accent">
                {isDateOpen(event.status, meta.former_date) ? m.event_tag_date_open() : m.event_tag_postponed()}
              </span>
            )}
            {meta.custom_tag && <span className="tag">{meta.custom_tag}</span>}
          </p>
          {guests.length > 0 && (
            <p className="mt-3 text-lg text-muted">
              {m.event_with()}{' '}
              {guests.map((guest, index) => (
                <span key={guest.id}>
                  {index > 0 && ', '}
                  <ArtistName artist={guest} linkClassName="underline hover:text-ink" />
                </span>
              ))}
            </p>
          )}
          {meta.leads && <p className="mt-4 max-w-prose text-lg">{meta.leads}</p>}
          <EventFacts event={event} />
          <div className="mt-4 flex flex-wrap gap-3 md:mt-5">
            {showsDate({ status: event.status, meta }) && !isOver && (
              <a href={eventCalendarPath(shop.slug, event.slug)} className="button-secondary" download>
                {m.event_add_to_calendar()}
              </a>
            )}
            <ShareButton name={pageTitle(event)} path={event.href} />
          </div>
          {(state === 'open' || state === 'presale') && <EventPrice event={event} isOpen={state === 'open'} />}
        </div>
        {wordsFirst && picture}
      </header>
      <FirstViewEnd />
      <section id="tickets" aria-labelledby="tickets-title" className="scroll-mt-24">
        <h2 id="tickets-title" className="display-3 mb-3 md:mb-4">
          {m.event_tickets()}
        </h2>
        {meta.disclaimer_text && <RichText html={meta.disclaimer_text} className="mb-4 max-w-prose" />}
        <EventTickets event={event} />
      </section>
      {datesComeFirst && <OtherDates event={event} sameCityFirst />}
      <div className="mt-16 grid gap-12 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-16">
        <div className="min-w-0 space-y-10">
          {event.description !== '' && (
            <section aria-labelledby="about-title">
              <h2 id="about-title" className="display-3 mb-3">
                {m.event_description()}
              </h2>
              <RichText html={event.description} />
            </section>
          )}
          {event.htmlDetails !== null && event.htmlDetails !== '' && (
            <section aria-labelledby="details-title">
              <h2 id="details-title" className="display-3 mb-3">
                {m.event_details()}
              </h2>
              <RichText html={event.htmlDetails} />
            </section>
          )}
        </div>
        <EventDetails event={event} />
      </div>
      {!datesComeFirst && <OtherDates event={event} />}
      {event.related.length >= SHELF_MINIMUM && (
        <section aria-labelledby="related-title" className="mt-16">
          <h2 id="related-title" className="display-3 mb-4">
            {m.event_related_products()}
          </h2>
          <ProductGrid products={event.related.slice(0, RELATED_MAXIMUM)} fillsRows />
        </section>
      )}
    </article>
  )
}

/** A line may break before the city, and within the city only if that alone is too long for a line. */
function EventTitle({ event }: { event: PageEvent }) {
  const heading = eventHeading(event)
  return (
    <FittedTitle text={heading} size="display-2" className="mt-1">
      {heading === event.name ? (
        heading
      ) : (
        <>
          {event.name}&nbsp;– <span className="inline-block text-balance">{event.venue.city}</span>
        </>
      )}
    </FittedTitle>
  )
}

/** ART-02: an artist with nothing to sell has no page, so the name is no link. */
function ArtistName({ artist, linkClassName }: { artist: PageEvent['artists'][number]; linkClassName: string }) {
  if (!artist.hasPage) return artist.displayName
  return (
    <ShopLink to={artist.href} className={linkClassName}>
      {artist.displayName}
    </ShopLink>
  )
}

/**
 * The dates of one band differ by city; those of a tour of several bands differ by band too. A fan who cannot come to this date
 * most likely wants another one in the same city.
 */
function OtherDates({ event, sameCityFirst = false }: { event: PageEvent; sameCityFirst?: boolean }) {
  const isFar = ({ venue }: PageEvent['otherDates'][number]) => Number(venue.city !== event.venue.city)
  const otherDates = sameCityFirst ? event.otherDates.toSorted((a, b) => isFar(a) - isFar(b)) : event.otherDates
  if (otherDates.length === 0) return null
  const isOneArtist = otherDates.every(({ artist }) => artist.displayName === event.artist.displayName)
  return (
    <section aria-labelledby="dates-title" className="mt-16">
      <h2 id="dates-title" className="display-3 mb-4">
        {m.event_more_dates()}
      </h2>
      <EventList events={otherDates} titledBy={isOneArtist ? 'city' : 'artist'} />
    </section>
  )
}

function Skeleton() {
  return (
    <div className="page grid gap-x-12 gap-y-6 pb-10 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:pt-8 lg:gap-x-20">
      <div className="skeleton aspect-[4/3] md:aspect-[4/5]" />
      <div className="space-y-4 self-center">
        <div className="skeleton h-6 w-40" />
        <div className="skeleton h-14 w-full" />
        <div className="skeleton h-24 w-72" />
      </div>
    </div>
  )
}
