/** ART-02: the page of an artist with merch and concerts. On phones they are two tabs if the artist has both. */

import { useState } from 'react'
import { artistHasPage } from '../../../schema/artist-page.ts'
import { ArtistPageDocument } from '../../../schema/generated/operations.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { Picture } from '../../catalogue/picture.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { useOperation } from '../../data/query.ts'
import { useRouteParams } from '../../data/route-params.ts'
import { m } from '../../i18n/messages.ts'
import { quotedName } from '../../i18n/quoted-name.ts'
import { FirstViewEnd } from '../../ui/first-view-end.tsx'
import { FittedTitle } from '../../ui/fitted-title.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { SplitSkeleton } from '../../ui/split-skeleton.tsx'
import { PhoneTabs } from '../../ui/tabs.tsx'
import { type Artist, ArtistConcerts, ArtistMerch } from './artist-lists.tsx'

export default function ArtistPage() {
  const { slug = '' } = useRouteParams()
  const query = useOperation(ArtistPageDocument, { slug })
  return (
    <QueryView
      query={query}
      subject={({ artist }) => (artist && artistHasPage(artist) ? artist : null)}
      skeleton={<SplitSkeleton />}
    >
      {(artist) => <ArtistView artist={artist} />}
    </QueryView>
  )
}

function ArtistView({ artist }: { artist: Artist }) {
  const [shown, setShown] = useState<'merch' | 'tickets'>('merch')
  const hasMerch = artist.products.length > 0
  const hasConcerts = artist.events.length > 0
  return (
    <>
      <PageTitle title={artist.displayName} />
      <header className="page grid items-end gap-6 pt-0 pb-2 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-12 md:pt-10">
        <div className="hero-picture">
          <Picture
            image={artist.landscapeImage ?? artist.squareImage}
            name={artist.displayName}
            sizes="(min-width: 768px) 58vw, 100vw"
            isUrgent
            className="subject-picture aspect-video w-full object-cover"
          />
        </div>
        <div>
          <FittedTitle text={artist.displayName} size="display-1" />
          {artist.abstract && <p className="mt-4 max-w-prose text-lg">{artist.abstract}</p>}
          {artist.shopHref !== null && (
            <p className="mt-5">
              <a href={artist.shopHref} className="button-secondary">
                {m.artist_own_shop({ artist: quotedName(artist.displayName) })}
              </a>
            </p>
          )}
        </div>
      </header>
      <FirstViewEnd />
      <PhoneTabs
        label={m.home_tabs()}
        hasTabs={hasMerch && hasConcerts}
        tabs={[
          { id: 'merch', label: m.shell_merch() },
          { id: 'tickets', label: m.shell_tickets() },
        ]}
        selected={shown}
        onSelect={setShown}
        panels={[
          { id: 'tickets', content: hasConcerts && <ArtistConcerts artist={artist} /> },
          { id: 'merch', content: hasMerch && <ArtistMerch artist={artist} /> },
        ]}
        className="mt-6"
      />
      {artist.description && (
        <section aria-labelledby="about-artist" className="page mt-(--section)">
          <h2 id="about-artist" className="section-title display-2 mb-5">
            {m.artist_about({ artist: quotedName(artist.displayName) })}
          </h2>
          <RichText html={artist.description} className="max-w-prose" />
        </section>
      )}
    </>
  )
}
