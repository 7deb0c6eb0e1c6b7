/** ART-02: the page of an artist with merch and concerts. On phones they are two tabs if the artist has both. */
import { useState } from 'react'
import { artistHasPage } from '../../../schema/artist-page.ts'
import {
  ArtistPageDocument,
  type ArtistPageQuery,
  ArtistProductsDocument,
} from '../../../schema/generated/operations.ts'
import { CATEGORY_PAGE_SIZE } from '../../../schema/limits.ts'
import { EventList } from '../../catalogue/event-list.tsx'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { Picture } from '../../catalogue/picture.tsx'
import { ProductTile } from '../../catalogue/product-tile.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { usePage } from '../../data/page.tsx'
import { useOperation } from '../../data/query.ts'
import { useRouteParams } from '../../data/route-params.ts'
import { m } from '../../i18n/messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { SplitSkeleton } from '../../ui/split-skeleton.tsx'
import { PhoneTabs } from '../../ui/tabs.tsx'

type Artist = NonNullable<ArtistPageQuery['artist']>

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
            sizes="(min-width: 768px) 58vw, 100vw"
            isUrgent
            className="subject-picture aspect-video w-full object-cover"
          />
        </div>
        <div>
          <h1 className="display-1">{artist.displayName}</h1>
          {artist.abstract && <p className="mt-4 max-w-prose text-lg">{artist.abstract}</p>}
          {artist.shopHref !== null && (
            <p className="mt-5">
              <a href={artist.shopHref} className="button-secondary">
                {m.artist_own_shop({ artist: artist.displayName })}
              </a>
            </p>
          )}
        </div>
      </header>
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
          { id: 'tickets', content: hasConcerts && <Concerts artist={artist} /> },
          { id: 'merch', content: hasMerch && <Merch artist={artist} /> },
        ]}
        className="mt-6"
      />
      {artist.description && (
        <section aria-labelledby="about-artist" className="page mt-(--section)">
          <h2 id="about-artist" className="section-title display-2 mb-5">
            {m.artist_about({ artist: artist.displayName })}
          </h2>
          <RichText html={artist.description} className="max-w-prose" />
        </section>
      )}
    </>
  )
}

function Concerts({ artist }: { artist: Artist }) {
  return (
    <section aria-labelledby="artist-tickets" className="page mt-(--section)">
      <h2 id="artist-tickets" className="section-title display-2 mb-5">
        {m.shell_tickets()}
      </h2>
      <EventList events={artist.events} titledBy="city" />
    </section>
  )
}

/** The address of a category, in the artist's own shop if there is one. */
function categoryHref({ shopHref }: Artist, slug: string): string {
  const path = `/categories/${slug}`
  if (shopHref === null) return path
  const url = new URL(shopHref)
  url.pathname = url.pathname.replace(/\/$/, '') + path
  return url.href
}

function Merch({ artist }: { artist: Artist }) {
  const categories = artist.categories.filter(({ type }) => type === 'CATEGORY')
  const { shop } = usePage()
  // The categories of a band have pages only in the band's own shop.
  const hasOwnShop = artist.shopHref !== null
  const { products, more } = useArtistProducts(artist)
  return (
    <section aria-labelledby="artist-merch" className="page mt-(--section)">
      <h2 id="artist-merch" className="section-title display-2 mb-5">
        {m.shell_merch()}
      </h2>
      {(shop.isBand || hasOwnShop) && categories.length > 1 && (
        <ul className="chip-row no-scrollbar mb-5">
          {categories.map((category) => (
            <li key={category.id}>
              <ShopLink to={categoryHref(artist, category.slug)} className="chip">
                {category.name}
              </ShopLink>
            </li>
          ))}
        </ul>
      )}
      <ul className="tile-grid">
        {products.map((product) => (
          <li key={product.id}>
            <ProductTile product={product} hidesArtist />
          </li>
        ))}
      </ul>
      <LoadMore more={more} count={products.length} isManual />
    </section>
  )
}

/**
 * Returns the artist's first CATEGORY_PAGE_SIZE products. The page's query requests one more product, to find out whether
 * there are others. If there are, a button replaces the list with all products, at most 200.
 */
function useArtistProducts({ slug, products }: Artist) {
  const all = useOperation(ArtistProductsDocument, { slug }, { enabled: false })
  const loaded = all.data?.artist?.products
  return {
    products: loaded ?? products.slice(0, CATEGORY_PAGE_SIZE),
    more: {
      hasNextPage: loaded === undefined && products.length > CATEGORY_PAGE_SIZE,
      isFetchingNextPage: all.isFetching,
      isFetchNextPageError: all.isError && !all.isFetching,
      error: all.error,
      fetchNextPage: all.refetch,
    },
  }
}
