/** SRCH-02: the results of a search: artists, merch and concerts. A search without words redirects to the home page. */

import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import { SearchDocument, type SearchQuery } from '../../../schema/generated/operations.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { usePage } from '../../data/page.tsx'
import { useOperation } from '../../data/query.ts'
import { useRouteParams } from '../../data/route-params.ts'
import { m } from '../../i18n/messages.ts'
import SearchForm from '../../search/search-form.tsx'
import { FittedTitle } from '../../ui/fitted-title.tsx'
import { TileGridSkeleton } from '../../ui/skeletons.tsx'
import { PhoneTabs } from '../../ui/tabs.tsx'
import { NothingFound } from './nothing-found.tsx'
import { FoundArtists, FoundEvents, FoundProducts } from './search-results.tsx'

export default function SearchPage() {
  const { query: terms = '' } = useRouteParams()
  if (terms.trim() === '') return <Navigate to="/" replace />
  return <Results terms={terms} />
}

type Panel = { id: 'merch' | 'tickets'; content: ReactNode }

/** Merch comes before concerts. A list without any result comes last. */
function panelsOf(terms: string, found: SearchQuery['search']): Panel[] {
  const merch: Panel = { id: 'merch', content: <FoundProducts terms={terms} first={found} /> }
  const tickets: Panel = { id: 'tickets', content: <FoundEvents terms={terms} first={found} /> }
  return found.products.length === 0 && found.events.length > 0 ? [tickets, merch] : [merch, tickets]
}

function Results({ terms }: { terms: string }) {
  const { shop } = usePage()
  const query = useOperation(SearchDocument, { terms })
  const [shown, setShown] = useState<'merch' | 'tickets'>('merch')
  return (
    <>
      <PageTitle title={`${m.shell_search()}: ${terms}`} />
      <header className="page pt-8 pb-4 sm:pt-14">
        <p className="label text-muted">{m.search_for()}</p>
        <FittedTitle text={terms} size="display-1" className="mt-2" />
        {/* Wide windows have the field of the header. */}
        <SearchForm className="mt-6 max-w-md lg:hidden" initial={terms} />
      </header>
      <QueryView
        query={query}
        subject={({ search }) => search}
        skeleton={
          <div className="page mt-10">
            <TileGridSkeleton />
          </div>
        }
      >
        {(found) =>
          found.artists.length + found.products.length + found.events.length === 0 ? (
            <NothingFound terms={terms} alternatives={found.alternatives} />
          ) : (
            <>
              {found.corrected && <p className="page mt-6">{m.search_corrected({ terms })}</p>}
              {found.artists.length > 0 && <FoundArtists artists={found.artists} />}
              <PhoneTabs
                label={m.search_tabs()}
                hasTabs={found.products.length > 0 && found.events.length > 0}
                tabs={[
                  { id: 'merch', label: m.shell_merch() },
                  { id: 'tickets', label: m.shell_tickets() },
                ]}
                selected={shown}
                onSelect={setShown}
                panels={panelsOf(terms, found)}
                className="mt-8"
              />
              {found.artists.length === 0 && !shop.isBand && <FoundArtists artists={[]} />}
            </>
          )
        }
      </QueryView>
    </>
  )
}
