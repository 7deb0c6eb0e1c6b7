/** ART-01: the house's artists; the featured ones large in two columns, then everybody. */
import { ArtistsDocument, type ArtistsQuery } from '../../../schema/generated/operations.ts'
import { useOperation } from '../../data/query.ts'
import { m } from '../../i18n/messages.ts'
import { ArtistTile } from '../../ui/artist-tile.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { TileGridSkeleton } from '../../ui/skeletons.tsx'

export default function Artists() {
  const query = useOperation(ArtistsDocument, {})
  return (
    <>
      <PageTitle title={m.shell_artists()} />
      <PageHead title={m.shell_artists()} text={m.artists_text()} />
      <div className="page">
        <QueryView query={query} subject={({ artists }) => artists} skeleton={<TileGridSkeleton count={8} />}>
          {(artists) => (artists.length === 0 ? <Notice title={m.artists_none()} /> : <Roster artists={artists} />)}
        </QueryView>
      </div>
    </>
  )
}

function Roster({ artists }: { artists: ArtistsQuery['artists'] }) {
  const featured = artists.filter(({ featured }) => featured.length > 0)
  const others = artists.filter(({ featured }) => featured.length === 0)
  return (
    <>
      {featured.length > 0 && (
        <ul className="grid gap-x-(--gap) gap-y-10 sm:grid-cols-2">
          {featured.map((artist) => (
            <li key={artist.id}>
              <ArtistTile artist={artist} sizes="(min-width: 640px) 46vw, 92vw" heading="h2" />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="tile-grid mt-10">
          {others.map((artist) => (
            <li key={artist.id}>
              <ArtistTile artist={artist} sizes="(min-width: 1024px) 300px, 46vw" heading="h2" />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
