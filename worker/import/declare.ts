/**
 * Before any row is built, collects the ids that references may name: those of the entries in the imported files, and those
 * of rows from earlier imports. Omits rows that `--prune` finds absent from the files. Entries that failed to parse count too, so that one misspelt field does not turn
 * every reference to its entry into a fault. This step also reports entries that are declared twice.
 */
import { CATEGORY_TYPES } from '../../schema/catalogue-values.ts'
import { normaliseCode } from '../domain/tickets/presale-voucher-hash.ts'
import { type Build, reportFault, ticketSku } from './build.ts'
import type { Origin } from './catalogue.ts'
import { type EntityKind, entityId } from './ids.ts'

const KINDS = {
  shops: 'shop',
  venues: 'venue',
  tours: 'tour',
  carriers: 'carrier',
  events: 'event',
  products: 'product',
  bundles: 'product',
} as const

type Declare = (kind: EntityKind, path: string[], origin: Origin, at: PropertyKey[], expected?: string) => void

/** Fills `build.known`. With `prune`, references cannot name rows that the import is about to remove. */
export function declareEntries(build: Build, prune: boolean): void {
  const { lists, wholeSources } = build.catalogue
  for (const [id, { source, hash }] of build.current.sources) {
    const goes = prune && wholeSources.has(source)
    if (hash !== '' && !goes) build.known.add(id)
  }
  const first = new Map<string, Origin>()
  const declare: Declare = (kind, path, origin, at, expected = 'expected it only once') => {
    const id = entityId(kind, ...path)
    const before = first.get(id)
    build.known.add(id)
    if (before) reportFault(build, origin, at, `${expected}; the first one is in ${before.file} at ${before.location}`)
    else first.set(id, origin)
  }
  for (const list of ['shops', 'venues', 'tours', 'carriers', 'events', 'products', 'bundles'] as const) {
    for (const { value, origin } of lists[list]) declare(KINDS[list], [value.slug], origin, ['slug'])
  }
  for (const { value, origin } of lists.artists) declare('category', ['ARTIST', value.slug], origin, ['slug'])
  for (const { value, origin } of lists.categories) {
    declare('category', [value.type ?? 'CATEGORY', value.slug], origin, ['slug'])
  }
  for (const { value, origin } of lists.news) declare('news', [value.shop, value.slug], origin, ['slug'])
  for (const { value, origin } of lists.redirects) declare('redirect', [value.shop ?? '', value.from], origin, ['from'])
  for (const { value, origin } of lists.vouchers) declare('voucher', [normaliseCode(value.code)], origin, ['code'])
  declareVariants(build, declare)
  declareBroken(build)
}

function declareVariants(build: Build, declare: Declare): void {
  const skus = new Map<string, { slug: string; origin: Origin }>()
  for (const { value, origin } of build.catalogue.lists.products) {
    for (const [index, { sku }] of value.variants.entries()) {
      const at = ['variants', index, 'sku']
      declare('variant', ['product', value.slug, sku], origin, at)
      const other = skus.get(sku)
      if (other && other.slug !== value.slug) {
        reportFault(build, origin, at, `expected a SKU of its own; "${other.slug}" in ${other.origin.file} has it too`)
      }
      skus.set(sku, { slug: value.slug, origin })
    }
  }
  for (const { value, origin } of build.catalogue.lists.events) {
    for (const [index, { number }] of (value.pricingCategories ?? []).entries()) {
      declare('pricingCategory', [value.slug, String(number)], origin, ['pricingCategories', index, 'number'])
    }
    for (const [index, variant] of (value.variants ?? []).entries()) {
      const sku = ticketSku(value.slug, variant)
      const path = ['event', value.slug, sku]
      if (variant.sku !== undefined) declare('variant', path, origin, ['variants', index, 'sku'])
      else {
        const expected = `expected a "sku" of its own: the variant's pricing category and kind give the SKU "${sku}", which another variant has`
        declare('variant', path, origin, ['variants', index], expected)
      }
    }
  }
}

function declareBroken({ catalogue, known }: Build): void {
  for (const { list, slug } of catalogue.broken) {
    if (list === 'artists') known.add(entityId('category', 'ARTIST', slug))
    else if (list === 'categories') for (const type of CATEGORY_TYPES) known.add(entityId('category', type, slug))
    else if (isKind(list)) known.add(entityId(KINDS[list], slug))
  }
}

function isKind(list: string): list is keyof typeof KINDS {
  return list in KINDS
}
