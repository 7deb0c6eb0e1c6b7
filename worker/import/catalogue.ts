/**
 * The entries of the catalogue files. Each entry has a location, so that a later fault can name the file and the line.
 * The catalogue also lists the slugs of entries that failed to parse. Otherwise one misspelt field would turn every
 * reference to its entry into a fault.
 */
import type { CatalogueFile } from '../../schema/catalogue-file.ts'
import type { Fault } from './report.ts'

/**
 * The location of an entry. `root` and `folder` are absolute paths. The import searches for images and seat maps in
 * both.
 */
export type Origin = {
  file: string
  location: string
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
  /** The list and slug of each entry that failed to parse. */
  broken: { list: string; slug: string }[]
  /** The sources whose files were all read, so that `--prune` may remove their absent rows. */
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

/** Adds all entries of `file` to the catalogue, with the location `origin`. */
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

/** Returns a fault at the field `path` of the entry at `origin`. */
export function faultAt(origin: Origin, path: readonly PropertyKey[], message: string): Fault {
  return { file: origin.file, location: locationText(origin.location, path), line: origin.lineOf(path), message }
}

/** Returns `events[3] (club-night).variants[0].price` for `events[3] (club-night)` and `['variants', 0, 'price']`. */
export function locationText(start: string, path: readonly PropertyKey[]): string {
  let location = start
  for (const key of path)
    location += typeof key === 'number' ? `[${key}]` : location === '' ? String(key) : `.${String(key)}`
  return location
}
