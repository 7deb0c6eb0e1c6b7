/**
 * The description of a page for search engines and share previews. For a page about an event, a product, a tour, an
 * artist or a category, it is the beginning of the text in the catalogue or, without such a text, a standard sentence.
 * For every other page, it is the sentence of the route, or else the description of the shop.
 */
import type { ShopMeta } from './catalogue-values.ts'
import type {
  ArtistPageQuery,
  CategoryPageQuery,
  EventPageQuery,
  ProductPageQuery,
  TourPageQuery,
} from './generated/operations.ts'
import type { Locale, Translated } from './locale.ts'
import type { RouteName } from './routes.ts'
import { productTitle, tourTitle } from './subject-title.ts'
import { PAGE_SENTENCES, SHOP_SENTENCE, SUBJECT_SENTENCES, type SubjectKind } from './texts/page-sentences.ts'

type PageAnswer = Partial<EventPageQuery & ProductPageQuery & TourPageQuery & ArtistPageQuery & CategoryPageQuery>

/** Search engines cut descriptions at about this many characters. */
const MAX_LENGTH = 160
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
/** Returns the text content of sanitised HTML, on one line. */
export const plainText = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

type Subject = { kind: SubjectKind; title: string; description: string | null }

function subjectOf(answer: unknown): Subject | null {
  const { event, product, tour, artist, categoryProducts } = (answer ?? {}) as PageAnswer
  if (event) {
    return { kind: 'event', title: `${event.descriptiveName}, ${event.venue.city}`, description: event.description }
  }
  if (product) return { kind: 'product', title: productTitle(product), description: product.description }
  if (tour) return { kind: 'tour', title: tourTitle(tour), description: tour.description }
  if (artist) return { kind: 'artist', title: artist.displayName, description: artist.abstract }
  const category = categoryProducts?.category
  if (!category) return null
  const { type, name, description } = category
  return { kind: type === 'TOUR' ? 'tour' : 'category', title: name, description }
}

/** `description` appears on the shop's pages. `override_description` is only for search engines and share previews. */
type Shop = { name: string; meta: Pick<Translated<ShopMeta>, 'override_description' | 'description'> }

/** `answer` is the answer to the page's query. It is null if the page has no query or does not exist. */
export function pageDescription(page: RouteName, answer: unknown, shop: Shop, locale: Locale): string {
  const subject = subjectOf(answer)
  if (subject) {
    return excerpt(subject.description ?? '') || SUBJECT_SENTENCES[locale][subject.kind](subject.title, shop.name)
  }
  const ofPage = PAGE_SENTENCES[locale][page]?.(shop.name)
  return ofPage ?? shop.meta.override_description ?? shop.meta.description ?? SHOP_SENTENCE[locale](shop.name)
}

/** Returns the text content. A text longer than `MAX_LENGTH` is cut after a word. */
function excerpt(html: string): string {
  const text = plainText(html)
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1).replace(/\s+\S*$/, '')}…`
}
