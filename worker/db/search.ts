/**
 * Searches `search_entries`, which triggers maintain. A hit has one of three grades: whole words match, beginnings of words
 * match, or words contain the text. For each kind and grade, the search finds as many hits as a list can show: the newest
 * products and artists, and the next events. Entries of other shops, past events and events on other days are excluded
 * before this limit applies, so they do not displace hits. The results contain only content in main categories (SRCH-03).
 * Each product, event or artist has one entry, and only the best grade of an entry counts, so nothing is found twice.
 */
import { and, asc, desc, eq, exists, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import { LIST_MAXIMUM } from '../../schema/limits.ts'
import { productCategories, products } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { eventCategories, events } from '../../schema/tables/event.ts'
import {
  nearestWord,
  prefixMatch,
  type SearchTerm,
  typosAllowed,
  wholeMatch,
  withinMatch,
} from '../domain/catalogue/search-terms.ts'
import { artistIsListed } from './category.ts'
import type { Database } from './database.ts'
import { type EventDays, eventsWithin, listedAt, selectEvents } from './event.ts'
import { isNoneOf } from './id-list.ts'
import { selectListed } from './product.ts'
import { eventsOf, productsOf, type Range } from './range.ts'
import type { Reads } from './reads.ts'
import type { Statement } from './statement.ts'

type Page = { limit: number; offset: number }

/** The entries of each kind have ids from this number on. */
const NUMBERS = { product: 1_000_000_000, event: 2_000_000_000, artist: 3_000_000_000 } as const
const MAX_NUMBERS = 1_000_000_000
/**
 * A search with more unknown words than this is not corrected, because each correction reads many words of the vocabulary
 * and compares them.
 */
const MAX_CORRECTIONS = 3
/**
 * The maximum number of known words that are read per first letter. A misspelled word is compared with words that begin with
 * its first or second letter, so with at most 1,000 words.
 */
const MAX_WORDS = 500

type Found = { table: 'search' | 'search_within'; grade: number; match: string; isScoped: boolean }

function gradesOf({ artistId }: Range, terms: readonly SearchTerm[]): Found[] {
  const inScope = artistId === null ? '' : ` AND scope : "${artistId.toLowerCase()}"`
  const inWords = (grade: number, match: string): Found => ({
    table: 'search',
    grade,
    match: `(words : (${match}))${inScope}`,
    isScoped: artistId !== null,
  })
  const within = withinMatch(terms)
  return [
    inWords(1, wholeMatch(terms)),
    inWords(2, prefixMatch(terms)),
    ...(within === null ? [] : [{ table: 'search_within' as const, grade: 3, match: within, isScoped: false }]),
  ]
}

/**
 * A subselect `hits (entity_id, grade, entry_id)`. Each part consists of one select of `id` and `grade` per grade, limited to
 * what a list shows. D1 allows only five selects in a union, so each part is a union of its own.
 */
function hitsOf(...parts: SQL[][]): SQL {
  const union = (selects: SQL[]) =>
    sql.join(
      selects.map((select) => sql`select * from (${select} limit ${LIST_MAXIMUM})`),
      sql` union all `,
    )
  const found = sql.join(
    parts.map((selects) => sql`select * from (${union(selects)})`),
    sql` union all `,
  )
  return sql`(select e.entity_id, found.grade, found.id as entry_id from (select id, min(grade) as grade from (${found}) group by id) as found join search_entries e on e.id = found.id) as hits`
}

/** The entries of a kind that match a grade's text. */
function isFound(kind: keyof typeof NUMBERS, { table, match }: Found): SQL {
  const first = NUMBERS[kind]
  // D1 would bind these numbers as floating point, with which SQLite cannot seek in this index. They are therefore literals.
  const numbers = sql.raw(`${first} and ${first + MAX_NUMBERS - 1}`)
  return sql`${sql.raw(table)} match ${match} and ${sql.raw(table)}.rowid between ${numbers}`
}

/** Products and artists, starting with the newest entry of the index. The scope of an entry is the artist's id. */
function newestHits(kind: 'product' | 'artist', range: Range, terms: readonly SearchTerm[]): SQL {
  const { artistId, hiddenArtistIds } = range
  const selects = gradesOf(range, terms).map((found) => {
    const table = sql.raw(found.table)
    const isOwn =
      artistId !== null
        ? !found.isScoped && sql`e.scope = ${artistId}`
        : hiddenArtistIds.length > 0 && isNoneOf(sql`e.scope`, hiddenArtistIds)
    const shown = isOwn ? sql` and (select ${isOwn} from search_entries e where e.id = ${table}.rowid)` : sql``
    return sql`select ${table}.rowid as id, ${gradeOf(found)} as grade from ${table} where ${isFound(kind, found)}${shown} order by ${table}.rowid desc`
  })
  return hitsOf(selects)
}

/**
 * Events, earliest first: those whose own text matches, and those of a supporting act whose name matches. The entry of an event
 * omits its supporting acts, because the shop of one may be locked (SHOP-07). Cross joins make SQLite look up the words
 * before it reads events.
 */
function nextHits(db: Database, range: Range, terms: readonly SearchTerm[], filter: EventDays): SQL {
  const shown = and(eventsWithin(db, filter), eventsOf(db, range), isInMainCategory(db))
  const ofText = gradesOf(range, terms).map((found) => {
    const table = sql.raw(found.table)
    return sql`select e.id, ${gradeOf(found)} as grade from ${table} cross join search_entries e on e.id = ${table}.rowid cross join ${events} on ${events.id} = e.entity_id where ${isFound('event', found)} and ${shown} order by ${listedAt}, ${events.id}`
  })
  const { hiddenArtistIds } = range
  const isOpen = hiddenArtistIds.length > 0 ? sql` and ${isNoneOf(sql`act.entity_id`, hiddenArtistIds)}` : sql``
  const ofSupport = gradesOf({ ...range, artistId: null }, terms).map((found) => {
    const table = sql.raw(found.table)
    return sql`select e.id, ${gradeOf(found)} as grade from ${table} cross join search_entries act on act.id = ${table}.rowid${isOpen} cross join event_artists played on played.artist_id = act.entity_id and played.role = 'featured' cross join search_entries e on e.kind = 'event' and e.entity_id = played.event_id cross join ${events} on ${events.id} = played.event_id where ${isFound('artist', found)} and ${shown} order by ${listedAt}, ${events.id}`
  })
  return hitsOf(ofText, ofSupport)
}

function gradeOf({ grade }: Found): SQL {
  return sql.raw(String(grade))
}

const hit = { grade: sql<number>`hits.grade`.as('grade'), entryId: sql<number>`hits.entry_id`.as('entry_id') }

export function foundArtists(db: Database, range: Range, terms: readonly SearchTerm[], limit: number, now: number) {
  return db
    .select(getTableColumns(categories))
    .from(categories)
    .innerJoin(newestHits('artist', range, terms), sql`hits.entity_id = ${categories.id}`)
    .where(artistIsListed(db, range, now))
    .orderBy(sql`hits.grade`, sql`hits.entry_id desc`)
    .limit(limit)
}

/** Picks the ids in a cheap subquery, then reads the full rows. */
export function foundProducts(db: Database, range: Range, terms: readonly SearchTerm[], page: Page) {
  const inMainCategory = db
    .select({ one: sql`1` })
    .from(productCategories)
    .innerJoin(categories, eq(categories.id, productCategories.categoryId))
    .where(and(eq(productCategories.productId, products.id), eq(categories.mainCategory, true)))
  const shown = db
    .select({ id: sql<string>`${products.id}`.as('shown_id'), ...hit })
    .from(products)
    .innerJoin(newestHits('product', range, terms), sql`hits.entity_id = ${products.id}`)
    .where(
      and(
        eq(products.active, true),
        eq(products.hidden, false),
        or(exists(inMainCategory), ofMainArtist(products.artistId)),
        productsOf(range),
      ),
    )
    .orderBy(sql`hits.grade`, sql`hits.entry_id desc`)
    .limit(page.limit)
    .offset(page.offset)
    .as('shown')
  return selectListed(db).innerJoin(shown, eq(shown.id, products.id)).orderBy(asc(shown.grade), desc(shown.entryId))
}

/** Upcoming events by grade, then earliest first. Fans who look for tickets cannot use past events. */
export function foundEvents(db: Database, range: Range, terms: readonly SearchTerm[], page: Page, now: number) {
  const shown = db
    .select({ id: sql<string>`${events.id}`.as('shown_id'), ...hit })
    .from(events)
    .innerJoin(nextHits(db, range, terms, { from: now, to: null, cities: null }), sql`hits.entity_id = ${events.id}`)
    .orderBy(sql`hits.grade`, asc(listedAt), asc(events.id))
    .limit(page.limit)
    .offset(page.offset)
    .as('shown')
  return selectEvents(db)
    .innerJoin(shown, eq(shown.id, events.id))
    .orderBy(asc(shown.grade), asc(listedAt), asc(events.id))
}

/** The condition that a search finds the event, for a list of events with the same `filter`. */
export function isFoundEvent(db: Database, range: Range, terms: readonly SearchTerm[], filter: EventDays): SQL {
  return sql`${events.id} in (select entity_id from ${nextHits(db, range, terms, filter)})`
}

/** The condition that the artist is a main category. An artist's category contains the artist's products and events. */
function ofMainArtist(artistId: typeof products.artistId | typeof events.artistId): SQL {
  return sql`exists (select 1 from categories own where own.id = ${artistId} and own.main_category = 1)`
}

function isInMainCategory(db: Database): SQL | undefined {
  const listed = db
    .select({ one: sql`1` })
    .from(eventCategories)
    .innerJoin(categories, eq(categories.id, eventCategories.categoryId))
    .where(and(eq(eventCategories.eventId, events.id), eq(categories.mainCategory, true)))
  return or(exists(listed), ofMainArtist(events.artistId))
}

/**
 * Replaces misspelled words with the most similar known words. Considers only words that begin with the first or second
 * typed letter, the most frequent first. Returns null if there is nothing to correct, if an unknown word has no similar one,
 * or if more than MAX_CORRECTIONS words are unknown.
 */
export async function correctedTerms(reads: Reads, terms: readonly SearchTerm[]): Promise<SearchTerm[] | null> {
  const single = terms.flatMap(([word, ...rest]) => (rest.length > 0 || typosAllowed(word.length) === 0 ? [] : [word]))
  if (single.length === 0) return null
  const known = new Set(await reads.ask(wordsAmong(single)))
  const unknown = single.filter((word) => !known.has(word))
  if (unknown.length === 0 || unknown.length > MAX_CORRECTIONS) return null
  const meant = new Map<string, string>()
  await Promise.all(
    unknown.map(async (word) => {
      const starts = [...new Set(word.slice(0, 2))]
      const near = await Promise.all(starts.map((start) => reads.ask(wordsFrom(start, word.length))))
      const nearest = nearestWord(word, near.flat())
      if (nearest !== null) meant.set(word, nearest)
    }),
  )
  if (meant.size < unknown.length || unknown.every((word) => meant.get(word) === word)) return null
  return terms.map((term): SearchTerm => (term.length > 1 ? term : [meant.get(term[0]) ?? term[0]]))
}

function wordsAmong(words: string[]): Statement<string> {
  return {
    text: words.map(() => 'select term from search_vocabulary where term = ?').join(' union all '),
    values: words,
    read: ([term]) => String(term),
  }
}

function wordsFrom(start: string, length: number): Statement<string> {
  return {
    text: 'select term from search_vocabulary where term >= ? and term < ? and length(term) >= ? order by doc desc limit ?',
    values: [start, `${start}\u{10FFFF}`, length - typosAllowed(length), MAX_WORDS],
    read: ([term]) => String(term),
  }
}
