import { expect, it } from 'vitest'
import { ArtistPageDocument, type ArtistPageQuery } from '../../../../schema/generated/operations.ts'
import { ArtistGrid } from '../../../../web/catalogue/artist-tile.tsx'
import ArtistPage from '../../../../web/routes/artist/artist.tsx'
import { pageEvent } from '../../../support/page-event.ts'
import { tileProduct } from '../../../support/product-tile.ts'
import { shopMarkup } from '../shop-markup.tsx'

type Artist = NonNullable<ArtistPageQuery['artist']>

const own = pageEvent()
const supported = pageEvent({
  id: 'evt_2',
  slug: 'haupt',
  href: '/events/haupt',
  artist: { ...own.artist, id: 'cat_2', displayName: 'Hauptband' },
})

function artistMarkup(events: Artist['events'], more: Partial<Artist> = {}): string {
  const artist: Artist = {
    ...own.artist,
    slug: 'n',
    squareImage: null,
    abstract: null,
    description: null,
    landscapeImage: null,
    categories: [],
    shopHref: null,
    products: [],
    events,
    ...more,
  }
  const { hash } = ArtistPageDocument
  return shopMarkup(<ArtistPage />, {
    path: '/artists/n',
    answers: [{ hash, variables: { slug: 'n' }, data: { artist } }],
  })
}

it('ART-02 an artist’s page lists concerts as a supporting act apart, under the name of the main act', () => {
  const markup = artistMarkup([own, supported])
  const [before = '', after = ''] = markup.split('Als Support dabei')
  expect(before).toContain('href="/events/nachtwerk-berlin"')
  expect(before).not.toContain('Hauptband')
  expect(after).toContain('href="/events/haupt"')
  expect(after).toContain('>Hauptband</a>')
})

it('ART-02 the page of an act that only supports has no empty list of own concerts', () => {
  const markup = artistMarkup([supported])
  expect(markup).toContain('Als Support dabei')
  expect(markup).not.toContain('id="artist-tickets"')
})

it('ART-02 an artist’s page has tabs only if there are both merch and concerts', () => {
  const products = [tileProduct()]
  expect(artistMarkup([own], { products })).toContain('role="tablist"')
  expect(artistMarkup([own])).not.toContain('role="tab')
  expect(artistMarkup([], { products })).not.toContain('role="tab')
})

it('ART-02 subcategories filter merch and concerts where there is a choice, in the order of the answer', () => {
  const category = (type: string, slug: string) => ({ id: slug, type, slug, name: `Liste ${slug}` })
  const chips = (markup: string) =>
    [...markup.matchAll(/aria-pressed="(\w+)">([^<]+)</g)].map(([, on, name]) => [on, name])
  const products = [tileProduct()]
  const merch = [category('CATEGORY', 'b'), category('CATEGORY', 'a')]
  expect(chips(artistMarkup([], { products, categories: merch }))).toEqual([
    ['true', 'Alles'],
    ['false', 'Liste b'],
    ['false', 'Liste a'],
  ])
  expect(chips(artistMarkup([], { products, categories: merch.slice(0, 1) }))).toEqual([])
  const tour = [category('TOUR', 't')]
  expect(chips(artistMarkup([own], { categories: tour }))).toEqual([])
  const another = { ...own, id: 'evt_3', name: 'Zugabe' }
  expect(chips(artistMarkup([own, another], { categories: tour }))).toEqual([
    ['true', 'Alles'],
    ['false', 'Liste t'],
  ])
})

it('ART-02 an artist’s tile is a link only if the artist has a page', () => {
  const { artist } = own
  const tile = (hasPage: boolean) => shopMarkup(<ArtistGrid artists={[{ ...artist, hasPage }]} />)
  expect(tile(true)).toContain('href="/artists/n"')
  expect(tile(false)).toContain('Nachtwerk')
  expect(tile(false)).not.toContain('<a ')
})
