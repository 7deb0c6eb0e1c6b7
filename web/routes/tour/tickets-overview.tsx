/**
 * EVL-01: all concerts, two rows of featured tours, all tours with the TOUR categories by start or name, and the tours featured
 * at the bottom.
 */
import { useState } from 'react'
import type { TicketsPageQuery } from '../../../schema/generated/operations.ts'
import { SHELF_MINIMUM } from '../../../schema/limits.ts'
import { EventList } from '../../catalogue/event-list.tsx'
import { type ListedTour, listedTour, listTours } from '../../catalogue/tour-list.ts'
import { TourRows } from '../../catalogue/tour-rows.tsx'
import { TourTile } from '../../catalogue/tour-tile.tsx'
import { m } from '../../i18n/messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Scroller } from '../../ui/scroller.tsx'
import { Section } from '../../ui/section.tsx'
import { sortTours, type TourSorting } from './tour-order.ts'
import { tourShelves } from './tour-shelves.ts'
import { useAllEvents } from './use-event-pages.ts'

export function TicketsOverview({ data }: { data: TicketsPageQuery }) {
  const query = useAllEvents()
  const events = query.data?.pages.flatMap((page) => page.events.nodes) ?? data.events.nodes
  const { left, right, bottom } = tourShelves(data.tours)
  const tours = listTours(data)
  return (
    <>
      <Section title={m.events_all()}>
        {events.length === 0 ? (
          <Notice title={m.events_empty_title()} text={m.events_empty_text()} />
        ) : (
          <EventList events={events} />
        )}
        <LoadMore more={query} count={events.length} isManual />
      </Section>
      {left.length > 0 && (
        <div className={`page mt-(--section) grid gap-x-(--gap) gap-y-10 ${right.length > 0 ? 'lg:grid-cols-2' : ''}`}>
          <FeatureRow title={m.events_featured()} tours={left} isWide={right.length === 0} />
          <FeatureRow title={m.events_featured_more()} tours={right} />
        </div>
      )}
      {tours.length > 0 && <TourList tours={tours} />}
      {bottom.length > 0 && (
        <div className="page mt-(--section)">
          <FeatureRow title={m.events_bottom()} tours={bottom} isWide />
        </div>
      )}
    </>
  )
}

function FeatureRow({
  title,
  tours,
  isWide = false,
}: {
  title: string
  tours: TicketsPageQuery['tours']
  isWide?: boolean
}) {
  if (tours.length === 0) return null
  return (
    <section aria-label={title} className="min-w-0">
      <Scroller
        isInset={!isWide}
        columns={
          isWide
            ? 'auto-cols-[72%] sm:auto-cols-[38%] lg:auto-cols-[calc((100%-3*var(--gap))/4)]'
            : 'auto-cols-[72%] sm:auto-cols-[46%]'
        }
        title={<h2 className="section-title display-3">{title}</h2>}
      >
        {tours.map((tour) => (
          <li key={tour.slug}>
            <TourTile tour={listedTour(tour)} sizes="(min-width: 1024px) 300px, (min-width: 640px) 44vw, 72vw" />
          </li>
        ))}
      </Scroller>
    </section>
  )
}

function TourList({ tours }: { tours: ListedTour[] }) {
  const [sorting, setSorting] = useState<TourSorting>('startDate')
  if (tours.length < SHELF_MINIMUM) {
    return (
      <Section title={m.events_tours({ count: tours.length })}>
        <TourRows rows={sortTours(tours, 'startDate')} />
      </Section>
    )
  }
  return (
    <Section
      title={m.events_tours({ count: tours.length })}
      aside={
        <label className="flex items-center gap-3 max-sm:mt-2">
          <span className="label">{m.events_sort()}</span>
          <select
            className="field w-44"
            value={sorting}
            onChange={(event) => setSorting(event.target.value === 'name' ? 'name' : 'startDate')}
          >
            <option value="startDate">{m.events_sort_date()}</option>
            <option value="name">{m.events_sort_name()}</option>
          </select>
        </label>
      }
    >
      <ul className="tile-grid" data-columns={tours.length === 3 ? 3 : 4}>
        {sortTours(tours, sorting).map((tour) => (
          <li key={tour.to}>
            <TourTile tour={tour} sizes={`(min-width: 1024px) ${tours.length === 3 ? 410 : 300}px, 46vw`} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
