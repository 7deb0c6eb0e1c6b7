/**
 * Reads Shopify's CSV export of products. All rows of a product have the same handle. The first of them describes the
 * product, and the others add variants and images. The rows become entries of our own format and are validated as such.
 * The report names everything that the import cannot use, such as gift cards and columns for which our format has no
 * field. The import downloads nothing, so images must be beside the file or in the folder `images` beside it.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import Papa from 'papaparse'
import { CatalogueFile, type CatalogueFileInput } from '../../schema/catalogue-file.ts'
import { addEntries, type Catalogue, locationText, type Origin } from './catalogue.ts'
import type { Current } from './current.ts'
import type { Fault } from './report.ts'
import { describeIssue } from './schema-issue.ts'
import { productOfRows, type ShopifyRow, slugify } from './shopify-product.ts'

type Product = NonNullable<CatalogueFileInput['products']>[number]

/** Adds the products of the export to the catalogue, and a category for each of their tags. */
export async function readShopifyExport(
  path: string,
  shopSlug: string | undefined,
  catalogue: Catalogue,
  current: Current,
  faults: Fault[],
  notes: string[],
): Promise<void> {
  const file = relative(process.cwd(), path) || path
  const fault = (location: string, message: string) => faults.push({ file, location, message })
  if (!existsSync(path)) return void fault('', 'expected a file; there is none')
  if (shopSlug === undefined) return void fault('', 'expected --shop SLUG, the shop to which the products belong')
  const artist = artistOfShop(shopSlug, catalogue, current)
  if (artist === undefined)
    return void fault('', `there is no shop "${shopSlug}"; expected one from these files or an earlier import`)

  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  const parsed = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: 'greedy' })
  for (const error of parsed.errors) fault(`row ${(error.row ?? 0) + 2}`, `expected CSV: ${error.message}`)
  for (const column of ['Handle', 'Title', 'Variant Price']) {
    if (!parsed.meta.fields?.includes(column))
      fault('', `expected a column "${column}", as in Shopify's product export`)
  }
  if (parsed.errors.length > 0 || faults.some((known) => known.file === file)) return

  const rows = parsed.data.map((cells, index): ShopifyRow => ({ number: index + 2, cells }))
  const nameless = rows.filter(({ cells }) => !cells.Handle?.trim())
  if (nameless.length > 0) fault(`row ${nameless.map(({ number }) => number).join(', ')}`, 'expected a Handle')
  const source = `shopify-${shopSlug}`
  catalogue.wholeSources.add(source)
  const folder = dirname(resolve(path))
  const products = Map.groupBy(
    rows.filter(({ cells }) => cells.Handle?.trim()),
    ({ cells }) => String(cells.Handle).trim(),
  )
  const categories = new Map<string, string>()
  const absent: string[] = []
  const findImage = (name: string): string | null => {
    const local = [name, join('images', name)].find((candidate) => existsSync(join(folder, candidate)))
    if (!local) absent.push(name)
    return local ?? null
  }
  const taken = new Set<string>()
  for (const [handle, group] of products) {
    const read = productOfRows(handle, group, { artist, findImage, taken, tags: tagCategories(shopSlug, categories) })
    for (const note of read.notes) notes.push(`${file}: ${note}`)
    for (const { row, message } of read.faults) fault(`row ${row} (${handle})`, message)
    if (!read.product || read.faults.length > 0) continue
    const origin: Origin = {
      file,
      location: `row ${group[0]?.number} (${handle})`,
      root: folder,
      folder,
      source,
      lineOf: () => undefined,
    }
    addParsed(catalogue, { products: [read.product] }, origin, faults)
  }
  for (const [slug, name] of categories) {
    const origin: Origin = { file, location: `tag "${name}"`, root: folder, folder, source, lineOf: () => undefined }
    addParsed(catalogue, { categories: [{ slug, name, ...(artist === null ? {} : { artist }) }] }, origin, faults)
  }
  if (absent.length > 0) notes.push(`${file}: ${absent.length} images are not beside the file: ${absent.join(', ')}`)
  const unused = unusedColumns(rows)
  if (unused.length > 0) notes.push(`${file}: columns that the catalogue has no field for: ${unused.join(', ')}`)
}

function addParsed(catalogue: Catalogue, input: CatalogueFileInput, origin: Origin, faults: Fault[]): void {
  const parsed = CatalogueFile.safeParse(input)
  if (parsed.success) addEntries(catalogue, parsed.data, origin)
  for (const issue of parsed.error?.issues ?? []) {
    const { path, message } = describeIssue(issue)
    faults.push({ file: origin.file, location: locationText(origin.location, path.slice(2)), message })
  }
}

/** Returns the slug of the shop's artist; null for the main shop, undefined if there is no such shop. */
function artistOfShop(slug: string, catalogue: Catalogue, current: Current): string | null | undefined {
  const written = catalogue.lists.shops.find(({ value }) => value.slug === slug)
  if (written) return written.value.artist ?? null
  const stored = [...current.shops.values()].find((shop) => shop.slug === slug)
  if (!stored) return undefined
  return stored.artistId === null ? null : (current.categories.get(stored.artistId)?.slug ?? null)
}

/** Returns a function that turns tags into categories of the shop, so that its category pages list the products. */
function tagCategories(shopSlug: string, categories: Map<string, string>) {
  return (tags: string[]): NonNullable<Product['categories']> =>
    tags.map((tag) => {
      const slug = slugify(`${shopSlug}-${tag}`)
      if (!categories.has(slug)) categories.set(slug, tag)
      return `CATEGORY:${slug}`
    })
}

/** The columns that the import reads. The report names all others that have a value. */
const READ_COLUMNS = new Set([
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Product Category', 'Tags', 'Published', 'Status'],
  ...['Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value', 'Option3 Name', 'Option3 Value'],
  ...['Variant SKU', 'Variant Grams', 'Variant Inventory Tracker', 'Variant Inventory Qty', 'Variant Inventory Policy'],
  ...['Variant Price', 'Variant Compare At Price', 'Variant Requires Shipping', 'Variant Taxable', 'Variant Barcode'],
  ...['Image Src', 'Image Position', 'Image Alt Text', 'Gift Card', 'Variant Image'],
])

function unusedColumns(rows: ShopifyRow[]): string[] {
  const counts = new Map<string, number>()
  for (const { cells } of rows) {
    for (const [column, value] of Object.entries(cells)) {
      if (!READ_COLUMNS.has(column) && value.trim() !== '') counts.set(column, (counts.get(column) ?? 0) + 1)
    }
  }
  return [...counts].map(([column, count]) => `${column} (${count})`)
}
