/** ART-02: the concerts and the merch of an artist, which the artist's subcategories filter in place. */
import {
  ArtistEventsDocument,
  type ArtistPageQuery,
  ArtistProductsDocument,
} from '../../../schema/generated/operations.ts'
import { BAND_EVENTS_SHOWN, CATEGORY_PAGE_SIZE } from '../../../schema/limits.ts'
import { EventList } from '../../catalogue/event-list.tsx'
import { ProductGrid } from '../../catalogue/product-grid.tsx'
import { useArtistList } from '../../catalogue/use-artist-list.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { m } from '../../i18n/messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'

export type Artist = NonNullable<ArtistPageQuery['artist']>
type Subcategory = Artist['categories'][number]

/** The artist's own concerts, then those of other artists, under their names, where this artist is a supporting act. */
export function ArtistConcerts({ artist }: { artist: Artist }) {
  const tours = useSubcategory(artist, 'TOUR')
  const { items, isStale, more } = useArtistList(ArtistEventsDocument, {
    slug: artist.slug,
    category: tours.chosen,
    first: artist.events,
    shown: BAND_EVENTS_SHOWN,
    itemsOf: (answer) => answer.artist?.events,
  })
  const own = items.filter((event) => event.artist.id === artist.id)
  const supported = items.filter((event) => event.artist.id !== artist.id)
  // A filter with one choice would change nothing, unless some concerts belong to no tour.
  const names = new Set(artist.events.map(({ name }) => name))
  const hasSeveralTours = tours.all.length > 1 || (tours.all.length === 1 && names.size > 1)
  const last = supported.length > 0 ? supported : own
  // It stays after the last load, because it then moves the focus to the first new row.
  const canLoad = artist.events.length > BAND_EVENTS_SHOWN || tours.chosen !== null
  const end = canLoad && <LoadMore more={more} count={last.length} isManual />
  return (
    <>
      {(own.length > 0 || tours.chosen !== null) && (
        <section
          aria-labelledby="artist-tickets"
          aria-busy={isStale}
          className="page mt-(--section) aria-busy:opacity-60"
        >
          <h2 id="artist-tickets" className="section-title display-2 mb-5">
            {m.shell_tickets()}
          </h2>
          {hasSeveralTours && <Chips label={m.artist_tours()} {...tours} />}
          <EventList events={own} titledBy="city" />
          {supported.length === 0 && end}
        </section>
      )}
      {supported.length > 0 && (
        <section aria-labelledby="artist-support" className="page mt-(--section)">
          <h2 id="artist-support" className="section-title display-2 mb-5">
            {m.artist_support()}
          </h2>
          <EventList events={supported} titledBy="artist" />
          {end}
        </section>
      )}
    </>
  )
}

export function ArtistMerch({ artist }: { artist: Artist }) {
  const categories = useSubcategory(artist, 'CATEGORY')
  const { items, isStale, more } = useArtistList(ArtistProductsDocument, {
    slug: artist.slug,
    category: categories.chosen,
    first: artist.products,
    shown: CATEGORY_PAGE_SIZE,
    itemsOf: (answer) => answer.artist?.products,
  })
  return (
    <section aria-labelledby="artist-merch" aria-busy={isStale} className="page mt-(--section) aria-busy:opacity-60">
      <h2 id="artist-merch" className="section-title display-2 mb-5">
        {m.shell_merch()}
      </h2>
      {/* A filter with one choice would change nothing. */}
      {categories.all.length > 1 && <Chips label={m.categories_nav()} {...categories} />}
      <ProductGrid products={items} hidesArtist fillsRows={!more.hasNextPage} />
      <LoadMore more={more} count={items.length} isManual />
    </section>
  )
}

type Filter = { all: Subcategory[]; chosen: string | null; choose: (slug: string | null) => void }

/** The name of each kind of subcategory in the address, which keeps the choice for a visitor who leaves and returns. */
const PARAMETERS = { CATEGORY: 'merch', TOUR: 'tour' } as const

function useSubcategory(artist: Artist, type: keyof typeof PARAMETERS): Filter {
  const [search, setSearch] = useSearchParams()
  const parameter = PARAMETERS[type]
  const all = artist.categories.filter((category) => category.type === type)
  const chosen = all.find(({ slug }) => slug === search.get(parameter))?.slug ?? null
  const choose = (slug: string | null) => {
    const { [parameter]: _former, ...others } = Object.fromEntries(search)
    setSearch(slug === null ? others : { ...others, [parameter]: slug }, { replace: true })
  }
  return { all, chosen, choose }
}

function Chips({ label, all, chosen, choose }: Filter & { label: string }) {
  if (all.length === 0) return null
  const chips = [{ slug: null, name: m.artist_all() }, ...all]
  return (
    <ul aria-label={label} className="chip-row no-scrollbar mb-5">
      {chips.map(({ slug, name }) => (
        <li key={slug ?? ''}>
          <button type="button" className="chip" aria-pressed={slug === chosen} onClick={() => choose(slug)}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
