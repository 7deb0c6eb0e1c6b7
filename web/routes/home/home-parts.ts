/**
 * HOME-01: arranges the main shop's home page. The first promo is the page's headline. No other item repeats a tour
 * that the page shows anyway, no row of cards has fewer than three, and no picture appears a third time.
 */

import { SHELF_MINIMUM } from '../../../schema/limits.ts'
import { contentOfKey } from '../../../schema/owner-mark.ts'

const CARDS_MAXIMUM = 4
const ARTISTS_MAXIMUM = 8
const PICTURE_MAXIMUM = 2

type Image = { key: string } | null
type News = { url: string; image: Image }
type Tour = { slug: string; ticketImage: Image }
type Artist = { squareImage: Image }

type HomeContent<Item, EachTour, EachArtist> = {
  promo: Item[]
  hotNews: Item[]
  news: Item[]
  tours: EachTour[]
  artists: EachArtist[]
}
type HomeParts<Item, EachTour, EachArtist> = {
  headline: Item | null
  slides: Item[]
  hot: Item[]
  promos: Item[]
  tours: EachTour[]
  artists: EachArtist[]
}

export function arrangeHome<Item extends News, EachTour extends Tour, EachArtist extends Artist>({
  promo,
  hotNews,
  news,
  tours,
  artists,
}: HomeContent<Item, EachTour, EachArtist>): HomeParts<Item, EachTour, EachArtist> {
  const [headline = null, ...others] = promo
  const shownTours = new Set(tours.map(({ slug }) => `/tours/${slug}`))
  const promos = others.filter(({ url }) => !shownTours.has(url))
  const shelves = shelvesOf(hotNews, promos)
  const thin = pictureThinner()
  // The first ones keep their pictures. Tours and artists come before the news, because a card of news needs no picture.
  return {
    headline: headline && thin(headline, 'image'),
    tours: tours.map((tour) => thin(tour, 'ticketImage')),
    artists: artists.slice(0, ARTISTS_MAXIMUM).map((artist) => thin(artist, 'squareImage')),
    slides: [...news, ...shelves.rest].map((item) => thin(item, 'image')),
    hot: shelves.hot.map((item) => thin(item, 'image')),
    promos: shelves.promos.map((item) => thin(item, 'image')),
  }
}

type BandContent<Item, EachTour> = { promo: Item[]; hotNews: Item[]; news: Item[]; tours: EachTour[] }

/** HOME-03: the slides and the tours of a band's home page. */
export function thinBandPictures<Item extends { image: Image }, EachTour extends { image: Image }>({
  promo,
  hotNews,
  news,
  tours,
}: BandContent<Item, EachTour>): { teasers: Item[]; tours: EachTour[] } {
  const thin = pictureThinner()
  return {
    teasers: [...promo, ...hotNews, ...news].map((item) => thin(item, 'image')),
    tours: tours.map((tour) => thin(tour, 'image')),
  }
}

/** If one of the two rows would be too short, both become one. What does not fit into it is left for the slider. */
function shelvesOf<Item>(hot: Item[], promos: Item[]): { hot: Item[]; promos: Item[]; rest: Item[] } {
  const isFull = (shelf: Item[]) => shelf.length === 0 || shelf.length >= SHELF_MINIMUM
  if (isFull(hot) && isFull(promos)) return { hot, promos, rest: [] }
  const all = [...hot, ...promos]
  if (all.length < SHELF_MINIMUM) return { hot: [], promos: [], rest: all }
  return { hot: all.slice(0, CARDS_MAXIMUM), promos: [], rest: all.slice(CARDS_MAXIMUM) }
}

/**
 * Returns a function that removes the picture of an item if the page has shown the picture often enough. The same file of two
 * owners is one picture.
 */
function pictureThinner() {
  const uses = new Map<string, number>()
  return <Field extends string, Item extends { [Each in Field]: Image }>(item: Item, field: Field): Item => {
    const image = item[field]
    if (!image) return item
    const picture = contentOfKey(image.key)
    const count = (uses.get(picture) ?? 0) + 1
    uses.set(picture, count)
    return count > PICTURE_MAXIMUM ? { ...item, [field]: null } : item
  }
}
