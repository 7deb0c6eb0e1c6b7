/** HOME-04: the concerts of a band. With `show_event_filter`, visitors can filter them by city and hide sold-out ones. */
import { useState } from 'react'
import type { HomeQuery } from '../../../schema/generated/operations.ts'
import { saleState } from '../../../schema/rules/event-sale.ts'
import { EventList } from '../../catalogue/event-list.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { useViewTime } from '../../data/hydration.ts'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { RichText } from '../../ui/rich-text.tsx'

type Home = HomeQuery['home']

export default function BandTickets({ events, tours }: { events: Home['events']; tours: Home['tours'] }) {
  const { meta } = usePage()
  const [city, setCity] = useState('')
  const [hidesSoldOut, setHidesSoldOut] = useState(false)
  const cities = [...new Set(events.map(({ venue }) => venue.city))].toSorted((a, b) => a.localeCompare(b))
  const now = useViewTime()
  const shown = events.filter(
    (event) => (city === '' || event.venue.city === city) && !(hidesSoldOut && saleState(event, now) === 'soldOut'),
  )
  return (
    <section aria-labelledby="band-tickets" className="page mt-(--section)">
      <div className="mb-5 flex flex-wrap items-end gap-x-8 gap-y-4">
        <h2 id="band-tickets" className="section-title display-2 grow">
          {m.shell_tickets()}
        </h2>
        {meta.show_event_filter && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <label className="flex items-center gap-3">
              <span className="label">{m.home_city()}</span>
              <select className="field w-44" value={city} onChange={(change) => setCity(change.target.value)}>
                <option value="">{m.home_all_cities()}</option>
                {cities.map((each) => (
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
        <Notice title={m.events_none_title()} text={m.home_none_left()} />
      )}
      {tours.length > 0 && (
        <ul className="mt-6 flex flex-wrap gap-3">
          {tours.map((tour) => (
            <li key={tour.id}>
              <ShopLink to={`/tours/${tour.slug}`} className="button-secondary">
                {tour.name}
              </ShopLink>
            </li>
          ))}
        </ul>
      )}
      {meta.tour_disclaimer && <RichText html={meta.tour_disclaimer} className="mt-6 max-w-prose text-sm text-muted" />}
    </section>
  )
}
