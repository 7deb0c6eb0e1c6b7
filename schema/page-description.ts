/**
 * What search engines and share previews say below a page's title: the start of its subject's own words, else the shop's.
 */
import type {
  ArtistPageQuery,
  CategoryPageQuery,
  EventPageQuery,
  ProductPageQuery,
  TourPageQuery,
} from './generated/operations.ts'
import type { Locale } from './locale.ts'

type Described = Partial<EventPageQuery & ProductPageQuery & TourPageQuery & ArtistPageQuery & CategoryPageQuery>

const LENGTH = 160
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
/** Text of some HTML. */
export const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

/** Of a page's answer, whichever page's it is; null where it has no words of its own. */
export function pageDescription(answer: unknown): string | null {
  const { event, product, tour, artist, categoryProducts } = (answer ?? {}) as Described
  const words =
    event?.description ??
    product?.description ??
    tour?.description ??
    artist?.abstract ??
    categoryProducts?.category?.description
  return words ? excerpt(words) || null : null
}

export function shopDescription(shopName: string, locale: Locale): string {
  return locale === 'de'
    ? `Tickets, Shirts, Platten und mehr – direkt von ${shopName}.`
    : `Tickets, shirts, records and more – straight from ${shopName}.`
}

/** Cut at a word. */
function excerpt(html: string): string {
  const text = plain(html)
  return text.length <= LENGTH ? text : `${text.slice(0, LENGTH - 1).replace(/\s+\S*$/, '')}…`
}
