import { expect, it } from 'vitest'
import {
  ArtistPageDocument,
  type ArtistPageQuery,
  EventPageDocument,
  type EventPageQuery,
  HomeDocument,
  type HomeQuery,
  SearchDocument,
  type SearchQuery,
} from '../../../../schema/generated/operations.ts'
import type { PageData } from '../../../../schema/page-data.ts'
import ArtistPage from '../../../../web/routes/artist/artist.tsx'
import EventPage from '../../../../web/routes/event/event-page.tsx'
import BandHome from '../../../../web/routes/home/band-home.tsx'
import SearchPage from '../../../../web/routes/search/search.tsx'
import { pageEvent } from '../../../support/page-event.ts'
import { tileProduct } from '../../../support/product-tile.ts'
import { shopMarkup } from '../shop-markup.tsx'

const products = Array.from({ length: 6 }, (_, index) => tileProduct({ slug: `becher-${index}` }))
const event = pageEvent({ related: products })

const artist: ArtistPageQuery = {
  artist: {
    ...event.artist,
    ...{
      slug: 'n',
      squareImage: null,
      abstract: null,
      description: null,
      landscapeImage: null,
      categories: [],
      shopHref: null,
      events: [],
      products,
    },
  },
}
const search: SearchQuery = {
  search: {
    ...{ artists: [], products, events: [], corrected: false, alternatives: [] },
    ...{ productsMoreAfter: null, eventsMoreAfter: null },
  },
}
const home: HomeQuery = {
  home: {
    ...{ promo: [], hotNews: [], news: [], tours: [], tourCategories: [], products: [], events: [], eventCities: [] },
    sections: [{ category: { id: 'cat_2', type: 'CATEGORY', slug: 'becher', name: 'Becher' }, products }],
    artists: [],
  },
}
const related: EventPageQuery = { event }

const answer = (hash: string, variables: object, data: object): PageData['answers'][number] => ({
  ...{ hash, variables: { ...variables }, data },
})

const PAGES = [
  {
    ...{ name: 'an artist', path: '/artists/n', page: <ArtistPage /> },
    answers: [answer(ArtistPageDocument.hash, { slug: 'n' }, artist)],
  },
  {
    ...{ name: 'a search', path: '/search/nacht', page: <SearchPage /> },
    answers: [answer(SearchDocument.hash, { terms: 'nacht' }, search)],
  },
  {
    ...{ name: 'an event', path: event.href, page: <EventPage /> },
    answers: [answer(EventPageDocument.hash, { slug: event.slug }, related)],
  },
  { name: 'a band', path: '/', page: <BandHome />, answers: [answer(HomeDocument.hash, {}, home)] },
]

it.each(PAGES)(
  'CAT-04 item_grid_columns sets the columns of the products on the page of $name',
  ({ page, path, answers }) => {
    const columns = (meta: { item_grid_columns?: number }) => {
      const lists = [
        ...shopMarkup(page, { path, answers, meta }).matchAll(/<ul[^>]*>(?=<li[^>]*><article class="product-tile)/g),
      ]
      return lists.map(([list]) => /data-columns="(\d)"/.exec(list)?.[1])
    }
    expect(columns({ item_grid_columns: 3 })).toEqual(['3'])
    expect(columns({ item_grid_columns: 2 })).toEqual(['2'])
  },
)
