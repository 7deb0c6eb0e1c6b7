/**
 * What search engines and share previews say below a page's title: the start of its subject's own words, else a sentence
 * about pages of its kind, else the shop's own.
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

type Subject = { kind: SubjectKind; title: string; words: string | null }

function subjectOf(answer: unknown): Subject | null {
  const { event, product, tour, artist, categoryProducts } = (answer ?? {}) as Described
  if (event) return { kind: 'event', title: `${event.descriptiveName}, ${event.venue.city}`, words: event.description }
  if (product) return { kind: 'product', title: productTitle(product), words: product.description }
  if (tour) return { kind: 'tour', title: tourTitle(tour), words: tour.description }
  if (artist) return { kind: 'artist', title: artist.displayName, words: artist.abstract }
  const category = categoryProducts?.category
  return category ? { kind: 'category', title: category.name, words: category.description } : null
}

/** `description` stands on the shop's pages; `override_description` is meant for search engines alone. */
type Shop = { name: string; meta: Pick<Translated<ShopMeta>, 'override_description' | 'description'> }

/** `answer`: the page's own, whichever page it is; null where it shows nothing of its subject. */
export function pageDescription(page: RouteName, answer: unknown, shop: Shop, locale: Locale): string {
  const subject = subjectOf(answer)
  if (subject) {
    return excerpt(subject.words ?? '') || SUBJECT_SENTENCES[locale][subject.kind](subject.title, shop.name)
  }
  const ofPage = PAGE_SENTENCES[locale][page]?.(shop.name)
  return ofPage ?? shop.meta.override_description ?? shop.meta.description ?? SHOP_SENTENCE[locale](shop.name)
}

/** Cut at a word. */
function excerpt(html: string): string {
  const text = plain(html)
  return text.length <= LENGTH ? text : `${text.slice(0, LENGTH - 1).replace(/\s+\S*$/, '')}…`
}
