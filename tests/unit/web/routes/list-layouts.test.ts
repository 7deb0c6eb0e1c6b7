import { describe, expect, it } from 'vitest'
import { callToAction } from '../../../../web/catalogue/news-card.tsx'
import { listTours } from '../../../../web/catalogue/tour-list.ts'
import { arrangeHome, thinBandPictures } from '../../../../web/routes/home/home-parts.ts'
import { arrangeSections, fillRows } from '../../../../web/routes/home/merch-sections.ts'
import { tourShelves } from '../../../../web/routes/tour/tour-shelves.ts'

describe("the main shop's home page", () => {
  const news = (name: string, url = '/artists', key = name) => ({ name, url, image: { key } })
  const names = (items: { name: string }[]) => items.map(({ name }) => name)
  const list = (name: string, count: number) => Array.from({ length: count }, (_, index) => news(`${name}${index}`))

  type News = ReturnType<typeof news>
  type Tour = { slug: string; ticketImage: { key: string } }
  type Content = {
    promo: News[]
    hotNews: News[]
    news: News[]
    tours?: Tour[]
    artists?: { squareImage: { key: string } }[]
  }
  const home = (content: Content) => arrangeHome({ tours: [], artists: [], ...content })

  it('HOME-01 keeps rows of three cards or more apart, after the first promo', () => {
    const parts = home({ promo: list('p', 4), hotNews: list('h', 3), news: list('n', 1) })
    expect(parts.headline?.name).toBe('p0')
    expect(names(parts.promos)).toEqual(['p1', 'p2', 'p3'])
    expect(names(parts.hot)).toEqual(['h0', 'h1', 'h2'])
    expect(names(parts.slides)).toEqual(['n0'])
  })

  it('HOME-01 joins rows with fewer than three cards, and moves the remaining items to the slider', () => {
    const joined = home({ promo: list('p', 3), hotNews: list('h', 3), news: [] })
    expect([names(joined.hot), names(joined.promos), names(joined.slides)]).toEqual([
      ['h0', 'h1', 'h2', 'p1'],
      [],
      ['p2'],
    ])
    const few = home({ promo: list('p', 2), hotNews: list('h', 1), news: list('n', 1) })
    expect([few.hot, few.promos, names(few.slides)]).toEqual([[], [], ['n0', 'h0', 'p1']])
  })

  it('HOME-01 omits promos of tours that the page shows, and the picture of an item that would be the third', () => {
    const tours = [{ slug: 'nachtflug', ticketImage: { key: 'live' } }]
    const promo = [news('p0'), news('tour', '/tours/nachtflug'), ...list('p', 4).slice(1)]
    const hotNews = [news('h0', '/artists', 'live'), news('h1', '/artists', 'live'), news('h2')]
    const parts = home({ promo, hotNews, news: [], tours })
    expect(names(parts.promos)).toEqual(['p1', 'p2', 'p3'])
    expect(parts.hot.map(({ image }) => image?.key)).toEqual(['live', undefined, 'h2'])
  })

  it('HOME-01 recognises the file of a tour and of an artist in the news, and keeps the headline with its picture', () => {
    const live = { key: 'a1b2c3d4-live' }
    const page = home({
      promo: [news('p0', '/artists', 'live'), news('p1', '/artists', 'live')],
      hotNews: [],
      news: [news('n0', '/artists', 'live'), news('n1', '/artists', 'other')],
      tours: [{ slug: 'nachtflug', ticketImage: live }],
      artists: [{ squareImage: { key: 'e5f6a7b8-live' } }, { squareImage: { key: 'e5f6a7b8-other' } }],
    })
    expect(page.headline?.image?.key).toBe('live')
    expect(page.tours.map(({ ticketImage }) => ticketImage)).toEqual([live])
    expect(page.artists.map(({ squareImage }) => squareImage?.key)).toEqual([undefined, 'e5f6a7b8-other'])
    expect(page.slides.map(({ image }) => image?.key)).toEqual([undefined, 'other', undefined])
  })

  it('HOME-01 calls for what the link of an item leads to, but not for tickets of a cancelled concert', () => {
    const call = (url: string, linksToCancelled = false) => callToAction({ url, linksToCancelled })
    const calls = ['/events/a', '/products/b', '/artists', '/categories?x=1', 'https://example.org/events']
    expect(calls.map((url) => call(url))).toEqual([
      'Zu den Tickets',
      'Zum Artikel',
      'Zu den Bands',
      'Zum Merch',
      'Ansehen',
    ])
    expect(call('/events/a', true)).toBe('Mehr dazu')
  })
})

describe("a band's home page", () => {
  const section = (id: string, count: number, from = 0) => ({
    category: { id },
    products: Array.from({ length: count }, (_, index) => ({ slug: `${id}${from + index}` })),
  })
  const shown = (sections: ReturnType<typeof section>[], columns: number | null = null) =>
    arrangeSections(sections, columns).map(({ categories, products, cut }) => ({
      of: categories.map(({ id }) => id),
      count: products.length,
      cut: cut.map(({ id }) => id),
    }))

  it('HOME-03 has no section with fewer than three products while there are more', () => {
    expect(shown([section('a', 4), section('b', 2), section('c', 2)])).toEqual([
      { of: ['a'], count: 4, cut: [] },
      { of: ['b', 'c'], count: 4, cut: [] },
    ])
    expect(shown([section('a', 4), section('b', 4), section('c', 1)])).toEqual([
      { of: ['a'], count: 4, cut: [] },
      { of: ['c', 'b'], count: 4, cut: ['b'] },
    ])
    expect(shown([section('a', 1)])).toEqual([{ of: ['a'], count: 1, cut: [] }])
  })

  it('HOME-03 links to a category only if its section does not show all products, and shows each product once', () => {
    expect(shown([section('a', 8), section('b', 9)]).map(({ cut }) => cut)).toEqual([[], ['b']])
    const same = { category: { id: 'd' }, products: [{ slug: 'c0' }, { slug: 'c1' }] }
    expect(shown([section('c', 2), same, section('e', 1)])).toEqual([{ of: ['c', 'd', 'e'], count: 3, cut: [] }])
  })

  it.each([
    [1, null, 1, 2],
    [3, null, 3, 3],
    [5, null, 4, 4],
    [7, null, 6, 3],
    [12, null, 8, 4],
    [5, 4, 4, 4],
    [12, 2, 4, 2],
    [5, 6, 5, 5],
    [12, 1, 3, 1],
  ])('HOME-03, CAT-04 fills the rows of %i tiles with %s configured columns', (count, columns, tiles, shownColumns) => {
    expect(fillRows(count, columns)).toEqual({ shown: tiles, columns: shownColumns })
  })

  it('HOME-03 shows no picture a third time, and the slides keep theirs first', () => {
    const slide = (name: string, key: string) => ({ name, image: { key } })
    const { teasers, tours } = thinBandPictures({
      promo: [slide('p', 'live')],
      hotNews: [slide('h', 'a1b2c3d4-live')],
      news: [slide('n', 'live')],
      tours: [slide('t', 'a1b2c3d4-live'), slide('u', 'a1b2c3d4-tour')],
    })
    expect(teasers.map(({ image }) => image?.key)).toEqual(['live', 'a1b2c3d4-live', undefined])
    expect(tours.map(({ image }) => image?.key)).toEqual([undefined, 'a1b2c3d4-tour'])
  })

  it('HOME-04, EVL-01 lists tours and TOUR categories with their artists, addresses and dates', () => {
    const tour = {
      id: 't',
      slug: 'flug',
      name: 'Flug',
      subtitle: null,
      artistNames: 'N',
      startAt: 0,
      endAt: null,
      sortOrderTicketTopLeft: null,
      sortOrderTicketTopRight: null,
      sortOrderTicketBottom: null,
      ticketImage: null,
    }
    const category = (name: string, artistName: string | null, startAt: number | null) => ({
      category: { id: name, name, subtitle: null, landscapeImage: null },
      href: `/categories/${name.toLowerCase()}`,
      artistName,
      startAt,
      endAt: startAt,
    })
    const listed = listTours({
      tours: [tour],
      tourCategories: [category('Rast', 'R', 0), category('Geheim', null, null)],
    })
    expect(listed.map(({ to, artistNames, dates }) => [to, artistNames, dates === null])).toEqual([
      ['/tours/flug', 'N', false],
      ['/categories/rast', 'R', false],
      ['/categories/geheim', null, true],
    ])
  })
})

describe('the rows of featured tours', () => {
  type Order = number | null
  const tour = (name: string, left: Order, right: Order, bottom: Order) => ({
    name,
    startAt: 0,
    sortOrderTicketTopLeft: left,
    sortOrderTicketTopRight: right,
    sortOrderTicketBottom: bottom,
  })
  const shelves = (tours: ReturnType<typeof tour>[]) =>
    Object.values(tourShelves(tours)).map((shelf) => shelf.map(({ name }) => name).join(''))

  it('EVL-01 have at least three tours, or are left out', () => {
    const few = [tour('a', 1, null, null), tour('b', null, 1, null), tour('c', null, null, 1)]
    expect(shelves(few)).toEqual(['', '', ''])
    expect(shelves([...few, tour('d', null, 2, null)])).toEqual(['abd', '', ''])
  })

  it('EVL-01 show each tour once, sorted by the order of their row', () => {
    const left = ['a', 'b', 'c'].map((name, index) => tour(name, 3 - index, 1, index))
    const right = ['d', 'e', 'f'].map((name) => tour(name, null, 1, null))
    const bottom = ['g', 'h', 'i'].map((name, index) => tour(name, null, null, index))
    expect(shelves([...left, ...right, ...bottom])).toEqual(['cba', 'def', 'ihg'])
  })
})
