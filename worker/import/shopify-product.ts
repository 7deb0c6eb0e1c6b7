/** Converts the rows of one product in a Shopify export to an entry of our own format. */
import { basename } from 'node:path'
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'

export type ShopifyRow = { number: number; cells: Record<string, string> }
type Product = NonNullable<CatalogueFileInput['products']>[number]
type Variant = Product['variants'][number]
type Context = {
  artist: string | null
  /** Returns the path of an image relative to the export's folder; null if there is no such file. */
  findImage(name: string): string | null
  /** The SKUs of all products read so far. */
  taken: Set<string>
  tags(tags: string[]): NonNullable<Product['categories']>
}
type ReadProduct = { product: Product | null; notes: string[]; faults: { row: number; message: string }[] }

const OPTIONS = [1, 2, 3]
const PRICE = /^\d+(?:\.\d{1,2})?$/

export function productOfRows(handle: string, rows: ShopifyRow[], context: Context): ReadProduct {
  const read: ReadProduct = { product: null, notes: [], faults: [] }
  const first = rows[0]
  if (!first) return read
  const note = (message: string) => read.notes.push(`${handle}: ${message}`)
  const head = (column: string) => first.cells[column]?.trim() ?? ''
  if (isTrue(head('Gift Card'))) {
    note('a gift card is not merch and was left out')
    return read
  }
  if (head('Title') === '')
    read.faults.push({ row: first.number, message: 'expected a Title in the first row of a handle' })
  const variantRows = rows.filter(isVariantRow)
  for (const row of rows.filter((candidate) => !isVariantRow(candidate) && !cell(candidate, 'Image Src'))) {
    note(`row ${row.number} has neither a variant nor an image`)
  }
  const slug = slugify(handle)
  if (slug !== handle) note(`its slug became ${slug}`)
  const names = OPTIONS.map((n) => head(`Option${n} Name`))
  const variants = variantRows.map((row, index) => variantOfRow(row, index, slug, names, context, read, note))
  const prices = variants.map(({ price }) => Number(price))
  const cheapest = prices.indexOf(Math.min(...prices))
  const [status, published] = [head('Status').toLowerCase(), head('Published')]
  const isActive = status === '' || status === 'active'
  const compareAt = compareAtPrice(variantRows, prices, cheapest, note)
  const grams = variantRows.map((row) => Number(cell(row, 'Variant Grams') || 0))
  if (new Set(grams).size > 1)
    note(`its variants weigh ${Math.min(...grams)} to ${Math.max(...grams)} g; the heaviest counts`)
  const untaxed = variantRows.filter((row) => cell(row, 'Variant Taxable').toLowerCase() === 'false')
  if (untaxed.length > 0 && untaxed.length < variantRows.length)
    note('some variants are not taxable; all bear the standard VAT')
  if (variants.length === 0)
    read.faults.push({ row: first.number, message: 'expected at least one variant with a price' })
  const title = head('Title')
  read.product = {
    slug,
    ...(context.artist === null ? {} : { artist: context.artist }),
    productType: head('Type') || head('Product Category').split('>').at(-1)?.trim() || 'Merch',
    name: title,
    ...(head('Body (HTML)') === '' ? {} : { description: head('Body (HTML)') }),
    ...(head('Vendor') === '' ? {} : { brand: head('Vendor') }),
    price: String(variants[cheapest]?.price ?? ''),
    ...(compareAt === null ? {} : { originalPrice: compareAt }),
    ...(untaxed.length > 0 && untaxed.length === variantRows.length ? { vatBasisPoints: 0 } : {}),
    weightGrams: Math.round(Math.max(0, ...grams)),
    active: isActive,
    hidden: !isActive || (published !== '' && !isTrue(published)),
    images: imagesOf(rows, title, context),
    categories: context.tags(
      head('Tags')
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
    variants,
  }
  return read
}

/** Returns whether a row is a variant, that is, has a price, an option or a SKU. Other rows only add an image. */
function isVariantRow(row: ShopifyRow): boolean {
  return ['Variant Price', 'Option1 Value', 'Variant SKU'].some((column) => cell(row, column) !== '')
}

function variantOfRow(
  row: ShopifyRow,
  index: number,
  slug: string,
  names: string[],
  context: Context,
  read: ReadProduct,
  note: (message: string) => void,
): Variant {
  const options = Object.fromEntries(
    OPTIONS.flatMap((n, index) => {
      const value = cell(row, `Option${n} Value`)
      const name = names[index] || `Option ${n}`
      return value === '' || (name === 'Title' && value === 'Default Title') ? [] : [[name, value]]
    }),
  )
  const price = cell(row, 'Variant Price')
  if (!PRICE.test(price))
    read.faults.push({ row: row.number, message: `Variant Price: expected euros such as 24.90, not "${price}"` })
  const gtin = cell(row, 'Variant Barcode').replace(/^'/, '')
  const isGtin = /^(?:\d{8}|\d{12,14})$/.test(gtin)
  if (gtin !== '' && !isGtin) note(`row ${row.number}: barcode "${gtin}" is no GTIN and was left out`)
  return {
    sku: skuOf(row, index, slug, Object.values(options), context.taken, note),
    options,
    price,
    stock: stockOf(row, note),
    ...(isGtin ? { gtin } : {}),
    physical: cell(row, 'Variant Requires Shipping').toLowerCase() !== 'false',
  }
}

function skuOf(
  row: ShopifyRow,
  index: number,
  slug: string,
  values: string[],
  taken: Set<string>,
  note: (message: string) => void,
): string {
  const given = cell(row, 'Variant SKU').replace(/^'/, '')
  const clean = given.replace(/[^\w./ -]+/g, '-').slice(0, 80)
  if (clean !== given) note(`row ${row.number}: SKU "${given}" became "${clean}"`)
  const base = clean || slugify([slug, ...values].join('-')).slice(0, 70)
  let sku = base
  for (let n = index + 1; taken.has(sku); n++) sku = `${base}-${n}`
  if (clean !== '' && sku !== clean) note(`row ${row.number}: SKU "${clean}" occurs twice; this one became "${sku}"`)
  taken.add(sku)
  return sku
}

/** Returns the stock; null if Shopify does not track it or allows overselling. */
function stockOf(row: ShopifyRow, note: (message: string) => void): number | null {
  if (cell(row, 'Variant Inventory Tracker') === '') return null
  if (cell(row, 'Variant Inventory Policy').toLowerCase() === 'continue') return null
  const count = Number(cell(row, 'Variant Inventory Qty') || 0)
  if (!Number.isInteger(count) || count < 0)
    note(`row ${row.number}: quantity ${cell(row, 'Variant Inventory Qty')} was taken as 0`)
  return Number.isInteger(count) ? Math.max(0, count) : 0
}

/**
 * Returns the product's original price, which is the compare-at price of its cheapest variant. Returns null if the variant
 * has no compare-at price, or none above its price. Reports other compare-at prices, because they cannot be imported.
 */
function compareAtPrice(
  rows: ShopifyRow[],
  prices: number[],
  cheapest: number,
  note: (message: string) => void,
): string | null {
  const written = rows.map((row) => cell(row, 'Variant Compare At Price'))
  const chosen = written[cheapest] ?? ''
  const others = new Set(written.filter((price) => price !== '' && price !== chosen))
  if (others.size > 0)
    note(`compare-at prices ${[...others].join(', ')} cannot be imported; only the one of the cheapest variant is used`)
  if (chosen === '') return null
  if (PRICE.test(chosen) && Number(chosen) > (prices[cheapest] ?? 0)) return chosen
  if (Number(chosen) !== prices[cheapest])
    note(`compare-at price ${chosen} is not a price above the variant's price and was left out`)
  return null
}

function imagesOf(rows: ShopifyRow[], title: string, { findImage }: Context): NonNullable<Product['images']> {
  const addresses = new Map<string, { position: number; alt: string }>()
  for (const [index, row] of rows.entries()) {
    const address = cell(row, 'Image Src')
    if (address !== '' && !addresses.has(address)) {
      addresses.set(address, {
        position: Number(cell(row, 'Image Position')) || index + 1,
        alt: cell(row, 'Image Alt Text') || title,
      })
    }
  }
  for (const [index, row] of rows.entries()) {
    const address = cell(row, 'Variant Image')
    if (address !== '' && !addresses.has(address)) addresses.set(address, { position: rows.length + index, alt: title })
  }
  return [...addresses]
    .sort(([, a], [, b]) => a.position - b.position)
    .flatMap(([address, { alt }]) => {
      const file = findImage(imageName(address))
      return file ? [{ file, alt }] : []
    })
}

/** Returns the file name in an image's URL. */
function imageName(address: string): string {
  const name = basename(address.split(/[?#]/)[0] ?? address)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function cell(row: ShopifyRow, column: string): string {
  return row.cells[column]?.trim() ?? ''
}

function isTrue(value: string): boolean {
  return value.toLowerCase() === 'true'
}

/** Returns a slug for any text. It contains lower-case letters, digits and single hyphens. */
export function slugify(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/ß/g, 'ss')
      .replace(/[\u0300-\u036f'’]/g, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'item'
  )
}
