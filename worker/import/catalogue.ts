/**
 * The catalogue as read: each entry with its location, so that a later fault can name file and line. It also holds the slugs
 * of entries that failed to parse, so that one misspelt field does not turn a hundred references into faults.
 */
import type { CatalogueFile } from '../../schema/catalogue-file.ts'
import type { Fault } from './report.ts'

/** The location of an entry. `root` and `folder` are absolute; images are searched in both. */
export type Origin = {
  file: string
  place: string
  root: string
  folder: string
  source: string
  lineOf(path: readonly PropertyKey[]): number | undefined
}

export type Entry<Value> = { value: Value; origin: Origin }

type BandShop = NonNullable<CatalogueFile['shops']>[number]
export type ShopValue = Omit<BandShop, 'artist'> & { artist?: string | undefined }
type Values = { [List in Exclude<ListName, 'shops'>]: NonNullable<CatalogueFile[List]>[number] } & { shops: ShopValue }
type ListName = Exclude<keyof CatalogueFile, 'source' | 'mainShop'>
type EntryLists = { [List in ListName]: Entry<Values[List]>[] }

export type ArtistValue = Values['artists']
export type CategoryValue = Values['categories']
export type EventValue = Values['events']
export type ProductValue = Values['products']
export type BundleValue = Values['bundles']

export type Catalogue = {
  lists: EntryLists
  /** `list` and slug of entries that could not be read. */
  broken: { list: string; slug: string }[]
  /** Sources that were read completely, so that absent rows may be pruned. */
  wholeSources: Set<string>
}

export function emptyCatalogue(): Catalogue {
  const lists: EntryLists = {
    shops: [],
    artists: [],
    categories: [],
    venues: [],
    tours: [],
    events: [],
    products: [],
    bundles: [],
    news: [],
    redirects: [],
    carriers: [],
    vouchers: [],
  }
  return { lists, broken: [], wholeSources: new Set() }
}

/** Adds all entries of `file`, which is at `origin`. */
export function addEntries(
  catalogue: Catalogue,
  file: Omit<CatalogueFile, 'source' | 'mainShop'>,
  origin: Origin,
): void {
  const { lists } = catalogue
  const add = <Value>(list: Entry<Value>[], values: Value[] = []) => {
    for (const value of values) list.push({ value, origin })
  }
  add(lists.shops, file.shops)
  add(lists.artists, file.artists)
  add(lists.categories, file.categories)
  add(lists.venues, file.venues)
  add(lists.tours, file.tours)
  add(lists.events, file.events)
  add(lists.products, file.products)
  add(lists.bundles, file.bundles)
  add(lists.news, file.news)
  add(lists.redirects, file.redirects)
  add(lists.carriers, file.carriers)
  add(lists.vouchers, file.vouchers)
}

/** A fault at `path` below an entry. */
export function faultAt(origin: Origin, path: readonly PropertyKey[], message: string): Fault {
  return { file: origin.file, place: placeOf(origin.place, path), line: origin.lineOf(path), message }
}

/** `events[3] (club-night)` and `['variants', 0, 'price']` → `events[3] (club-night).variants[0].price`. */
export function placeOf(start: string, path: readonly PropertyKey[]): string {
  let place = start
  for (const key of path) place += typeof key === 'number' ? `[${key}]` : place === '' ? String(key) : `.${String(key)}`
  return place
}
