/** EVL-02: the concerts that match the filter, or a message that none does. */
import { EventList } from '../../catalogue/event-list.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { m } from '../../i18n/messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { type EventFilter, filterVariables } from './event-filter.ts'
import { useEventPages } from './use-event-pages.ts'

export function FilteredEvents({ filter }: { filter: EventFilter }) {
  const query = useEventPages(filterVariables(filter))
  return (
    <section aria-label={m.events_results()} className="page mt-10">
      <QueryView query={query} subject={({ pages }) => pages} skeleton={<RowsSkeleton count={6} />}>
        {(pages) => {
          const events = pages.flatMap((page) => page.events.nodes)
          return (
            <>
              <p role="status" className="mb-3 text-muted">
                {events.length === 0 ? '' : m.events_count({ count: events.length })}
              </p>
              {events.length === 0 ? (
                <Notice title={m.events_none_title()} text={m.events_none_text()} />
              ) : (
                <EventList events={events} heading="h2" />
              )}
              <LoadMore more={query} count={events.length} />
            </>
          )
        }}
      </QueryView>
    </section>
  )
}
