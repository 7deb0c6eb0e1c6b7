/** ART-01: the list of artists: the featured ones in two columns, then all others. */
import { ArtistsDocument, type ArtistsQuery } from '../../../schema/generated/operations.ts'
import { ArtistTile } from '../../catalogue/artist-tile.tsx'
import { PAGE_WIDTH } from '../../catalogue/image-sizes.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { usePage } from '../../data/page.tsx'
import { useOperation } from '../../data/query.ts'
import { m } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TileGridSkeleton } from '../../ui/skeletons.tsx'
import { groupByFeature } from './featured-artists.ts'

const COLUMNS = 4

export default function Artists() {
  const { shop } = usePage()
  const query = useOperation(ArtistsDocument, {})
  return (
    <>
      <PageTitle title={m.shell_artists()} />
      <PageHeader title={m.shell_artists()} text={shop.isBand ? m.artists_text_band() : m.artists_text()} />
      <div className="page">
        <QueryView query={query} subject={({ artists }) => artists} skeleton={<TileGridSkeleton />}>
          {(artists) =>
            artists.length === 0 ? <Notice title={m.artists_none()} /> : <ArtistLists artists={artists} />
          }
        </QueryView>
      </div>
    </>
  )
}

function ArtistLists({ artists }: { artists: ArtistsQuery['artists'] }) {
  const { left, right, others } = groupByFeature(artists)
  const featured = left.length + right.length
  // If one column is empty, the artists of the other one would look misplaced, so the browser places them.
  const columnOf = (column: number) =>
    left.length === 0 || right.length === 0 ? undefined : column === 0 ? 'col-start-1' : 'col-start-2'
  // A short row of small tiles below the large ones would look like a leftover.
  const columns = Math.min(Math.max(others.length, 2), COLUMNS)
  return (
    <>
      {featured > 0 && (
        <ul
          aria-label={m.artists_featured()}
          className={`grid gap-x-(--gap) gap-y-6 sm:gap-y-10 ${featured === 1 ? 'max-w-2xl' : 'grid-cols-2'}`}
        >
          {rowsOf(left, right).flatMap((sides, row) =>
            sides.map(
              (artist, column) =>
                artist && (
                  <li key={artist.href} className={columnOf(column)}>
                    <ArtistTile
                      artist={artist}
                      sizes={featured === 1 ? '(min-width: 768px) 672px, 92vw' : '46vw'}
                      heading="h2"
                      isUrgent={row === 0}
                    />
                  </li>
                ),
            ),
          )}
        </ul>
      )}
      {others.length > 0 && (
        <ul aria-label={m.artists_all()} className="tile-grid mt-10 first:mt-0" data-columns={columns}>
          {others.map((artist, index) => (
            <li key={artist.href}>
              <ArtistTile
                artist={artist}
                sizes={`(min-width: 1024px) ${Math.round(PAGE_WIDTH / columns)}px, 46vw`}
                heading="h2"
                isUrgent={featured === 0 && index < 2}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type Artist = ArtistsQuery['artists'][number]

/** The artists of both columns, row by row, so that the tiles of a row stand at the same height. */
function rowsOf(left: Artist[], right: Artist[]): [left: Artist | undefined, right: Artist | undefined][] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, row) => [left[row], right[row]])
}
