/**
 * Search (SRCH-02): separate lists of artists, merchandise and concerts. Merchandise and concerts each have a cursor for
 * more results. If nothing is found, the most similar known words are searched for instead. If they lead to results, the
 * answer says that the text was corrected.
 */
import { LIST_PAGE_SIZE } from '../../schema/limits.ts'
import type { ShopContext } from '../context.ts'
import { correctedTerms, foundArtists, foundEvents, foundProducts } from '../db/search.ts'
import { readSearchTerms, type SearchTerm } from '../domain/catalogue/search-terms.ts'
import type { QueryResolvers } from '../generated/resolver-types.ts'
import { clampFirst, readCursor, writeCursor } from './cursor.ts'
import { buyableShelf } from './shelf.ts'

/** No word occurs in the names of so many artists. The page shows the first six, and the others on request. */
const ARTISTS = 48

/** The phrases that any shop of the catalogue defines. */
export function searchPhrases({ shops }: ShopContext): string[] {
  return shops.flatMap(({ meta }) => meta.search_phrases ?? [])
}

async function find(
  context: ShopContext,
  terms: SearchTerm[],
  page: { first: number; productsAfter: number; eventsAfter: number },
) {
  const { db, reads, range, now } = context
  // Reads one row more than requested, which shows whether there is a next page.
  const limit = page.first + 1
  const [artists, products, events] = await Promise.all([
    reads.ask(foundArtists(db, range, terms, ARTISTS, now)),
    reads.ask(foundProducts(db, range, terms, { limit, offset: page.productsAfter })),
    reads.ask(foundEvents(db, range, terms, { limit, offset: page.eventsAfter }, now)),
  ])
  const more = (rows: unknown[], offset: number) =>
    rows.length > page.first ? writeCursor([offset + page.first, '']) : null
  return {
    artists,
    products: products.slice(0, page.first),
    productsMoreAfter: more(products, page.productsAfter),
    events: events.slice(0, page.first),
    eventsMoreAfter: more(events, page.eventsAfter),
    isEmpty: artists.length + products.length + events.length === 0,
  }
}

const NO_RESULTS = { artists: [], products: [], productsMoreAfter: null, events: [], eventsMoreAfter: null }
const NO_ALTERNATIVES = { corrected: false, alternatives: [] }
/** The number of products that are shown where a search found nothing. Only a search without any result reads them. */
const ALTERNATIVES = 8

const Query: Pick<QueryResolvers, 'search'> = {
  search: async (_root, args, context) => {
    const page = {
      first: clampFirst(args.first, LIST_PAGE_SIZE),
      productsAfter: readCursor(args.productsAfter)?.[0] ?? 0,
      eventsAfter: readCursor(args.eventsAfter)?.[0] ?? 0,
    }
    const terms = readSearchTerms(args.terms, searchPhrases(context))
    const isFirstPage = page.productsAfter + page.eventsAfter === 0
    const offerOthers = async () => (isFirstPage ? buyableShelf(context, ALTERNATIVES) : [])
    if (terms.length === 0) return { ...NO_RESULTS, corrected: false, alternatives: await offerOthers() }
    const { isEmpty, ...found } = await find(context, terms, page)
    if (!isEmpty) return { ...found, ...NO_ALTERNATIVES }
    const meant = await correctedTerms(context.reads, terms)
    const nearest = meant && (await find(context, meant, page))
    if (!nearest || nearest.isEmpty) return { ...NO_RESULTS, corrected: false, alternatives: await offerOthers() }
    const { isEmpty: _isEmpty, ...results } = nearest
    return { ...results, corrected: true, alternatives: [] }
  },
}

export const searchResolvers = { Query }
