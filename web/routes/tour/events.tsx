/** EVL-01, EVL-02: all concerts and tours, or the concerts that match the filter in the URL. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { TicketsPageDocument } from '../../../schema/generated/operations.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { useOperation } from '../../data/query.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { serverTime } from '../../data/server-clock.ts'
import { m } from '../../i18n/messages.ts'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { type EventFilter, filterIsActive, formatDay, readFilter, writeFilter } from './event-filter.ts'
import { EventFilterForm } from './event-filter-form.tsx'
import { FilteredEvents } from './filtered-events.tsx'
import { TicketsOverview } from './tickets-overview.tsx'

/** The filter applies when the form has not changed for this time. */
const DELAY_MS = 500

const toQuery = (filter: EventFilter) => new URLSearchParams(writeFilter(filter)).toString()

export default function Events() {
  const query = useOperation(TicketsPageDocument, {})
  const [search, setSearch] = useSearchParams()
  const [now] = useState(serverTime)
  const applied = useMemo(() => readFilter(search, now), [search, now])
  const [filter, setFilter] = useState(applied)
  const typed = toQuery(filter)
  const shown = toQuery(applied)
  /** The query that the form last wrote or adopted. Any other query in the URL comes from a link or from the back button. */
  const written = useRef(shown)

  useEffect(() => {
    if (shown !== written.current) setFilter(applied)
    written.current = shown
  }, [shown, applied])

  useEffect(() => {
    if (typed === shown) return
    const timer = setTimeout(() => {
      written.current = typed
      setSearch(writeFilter(filter), { replace: true })
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed, shown, filter, setSearch])

  const change = (changes: Partial<EventFilter>) => {
    const next = new URLSearchParams(writeFilter({ ...filter, ...changes }))
    setFilter(readFilter(next, now))
  }
  return (
    <>
      <PageTitle title={m.events_head()} />
      <header className="page pt-8 sm:pt-14">
        <h1 className="display-1">{m.shell_tickets()}</h1>
        <EventFilterForm
          filter={filter}
          today={formatDay(now)}
          isActive={filterIsActive(filter)}
          onChange={change}
          onReset={() => setFilter({ text: '', from: '', to: '' })}
        />
      </header>
      {filterIsActive(applied) ? (
        <FilteredEvents filter={applied} />
      ) : (
        <QueryView
          query={query}
          subject={(data) => data}
          skeleton={
            <div className="page mt-10">
              <RowsSkeleton count={8} />
            </div>
          }
        >
          {(data) => <TicketsOverview data={data} />}
        </QueryView>
      )}
    </>
  )
}
