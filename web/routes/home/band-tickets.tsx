/** HOME-04: the concerts of a band. With `show_event_filter`, visitors can filter them by city and hide sold-out ones. */
import { useState } from 'react'
import { ArtistEventsDocument, type HomeQuery } from '../../../schema/generated/operations.ts'
import { BAND_EVENTS_SHOWN } from '../../../schema/limits.ts'
import { saleClosure } from '../../../schema/rules/event-sale.ts'
import { EventList } from '../../catalogue/event-list.tsx'
import type { ListedTour } from '../../catalogue/tour-list.ts'
import { TourRows } from '../../catalogue/tour-rows.tsx'
import { useArtistList } from '../../catalogue/use-artist-list.ts'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RichText } from '../../ui/rich-text.tsx'

export function BandTickets({ home, tours }: { home: HomeQuery['home']; tours: ListedTour[] }) {
  const { meta, shop } = usePage()
  const [city, setCity] = useState('')
  const [hidesSoldOut, setHidesSoldOut] = useState(false)
  const { items, more } = useArtistList(ArtistEventsDocument, {
    slug: shop.artist?.slug ?? '',
    first: home.events,
    shown: BAND_EVENTS_SHOWN,
    // A city may have only concerts that the page has not loaded yet.
    isWhole: city !== '' || hidesSoldOut,
    itemsOf: ({ artist }) => artist?.events,
  })
  const shown = items.filter(
    (event) =>
      (city === '' || event.venue.city === city) &&
      !(hidesSoldOut && (event.isSoldOut || saleClosure({ ...event, meta: event.tileMeta }) === 'soldOut')),
  )
  return (
    <section aria-labelledby="band-tickets" className="shelf page mt-(--section)">
      <div className="shelf-head mb-5 flex flex-wrap items-end gap-x-8 gap-y-4">
        <h2 id="band-tickets" className="section-title display-2 grow">
          {m.shell_tickets()}
        </h2>
        {meta.show_event_filter && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <label className="flex items-center gap-3">
              <span className="label">{m.home_city()}</span>
              <select className="field w-44" value={city} onChange={(change) => setCity(change.target.value)}>
                <option value="">{m.home_all_cities()}</option>
                {home.eventCities.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
            <label className="flex min-h-11 items-center gap-2.5">
              <input
                type="checkbox"
                className="size-5 accent-accent"
                checked={hidesSoldOut}
                onChange={(change) => setHidesSoldOut(change.target.checked)}
              />
              {m.home_hide_sold_out()}
            </label>
          </div>
        )}
      </div>
      <p role="status" className="sr-only">
        {m.events_count({ count: shown.length })}
      </p>
      {shown.length > 0 ? (
        <EventList events={shown} />
      ) : (
        !more.hasNextPage && <Notice title={m.events_none_title()} text={m.home_none_left()} />
      )}
      {/* It stays after the last load, because it then moves the focus to the first new row. */}
      {home.events.length > BAND_EVENTS_SHOWN && <LoadMore more={more} count={shown.length} isManual />}
      {tours.length > 0 && (
        <>
          <h3 className="section-title display display-3 mt-10 mb-4">{m.events_tours({ count: tours.length })}</h3>
          <TourRows rows={tours} />
        </>
      )}
      {meta.tour_disclaimer && <RichText html={meta.tour_disclaimer} className="mt-6 max-w-prose text-sm text-muted" />}
    </section>
  )
}
