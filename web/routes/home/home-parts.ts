/**
 * HOME-01: arranges the news of the main shop's home page. The first promo is the page's headline. No other item repeats a tour
 * that the page shows anyway, no row of cards has fewer than three, and no picture appears a third time.
 */

/** A row with fewer cards looks like a leftover. */
export const SHELF_MINIMUM = 3
const CARDS_MAXIMUM = 4
const PICTURE_MAXIMUM = 2

type Pictured = { image: { key: string } | null }
type News = Pictured & { url: string }
type Tour = { slug: string; ticketImage: { key: string } | null }

type HomeNews<Item> = { promo: Item[]; hotNews: Item[]; news: Item[] }
type HomeParts<Item> = { headline: Item | null; slides: Item[]; hot: Item[]; promos: Item[] }

export function arrangeNews<Item extends News>(
  { promo, hotNews, news }: HomeNews<Item>,
  tours: readonly Tour[],
): HomeParts<Item> {
  const [headline = null, ...others] = promo
  const shownTours = new Set(tours.map(({ slug }) => `/tours/${slug}`))
  const promos = others.filter(({ url }) => !shownTours.has(url))
  const shelves = shelvesOf(hotNews, promos)
  const thin = pictureThinner(tours)
  // In the order of the page, because the first ones keep their pictures.
  return {
    headline: headline && thin(headline),
    slides: [...news, ...shelves.rest].map(thin),
    hot: shelves.hot.map(thin),
    promos: shelves.promos.map(thin),
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

/** Returns a function that removes the picture of an item if the page has shown the picture often enough. */
function pictureThinner(tours: readonly Tour[]) {
  const uses = new Map<string, number>()
  const count = (key: string) => uses.set(key, (uses.get(key) ?? 0) + 1).get(key) ?? 0
  for (const { ticketImage } of tours) if (ticketImage) count(ticketImage.key)
  return <Item extends Pictured>(item: Item): Item =>
    item.image && count(item.image.key) > PICTURE_MAXIMUM ? { ...item, image: null } : item
}
