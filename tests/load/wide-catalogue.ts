/**
 * Writes a catalogue with the given numbers of products and events. There are 80 bands, each with its own shop. The products
 * and events are distributed evenly over the busy bands. The same numbers always give the same catalogue.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'

/** The first `busy` bands have products and events; the other bands have none. */
export type WideCatalogue = { products: number; events: number; busy: number }

export const BANDS = 80
const MAIN_CATEGORIES = 12
const VENUES = 50
const FIRST = [
  'Nacht',
  'Eis',
  'Stern',
  'Regen',
  'Gleis',
  'Motor',
  'Küsten',
  'Wolken',
  'Beton',
  'Funken',
  'Schatten',
  'Honig',
]
const SECOND = [
  'falter',
  'wald',
  'schanze',
  'müller',
  'straße',
  'bogen',
  'läufer',
  'kapelle',
  'garten',
  'brand',
  'flut',
  'wächter',
]
const TYPES = ['T-Shirt', 'Kapuzenpullover', 'Schallplatte', 'Poster', 'Jutebeutel', 'Tasse', 'Mütze', 'CD']
const COLOURS = ['schwarz', 'weiß', 'weinrot', 'türkis', 'senfgelb']
const CITIES = ['Köln', 'Berlin', 'Hamburg', 'Tübingen', 'Münster', 'Leipzig', 'Wien', 'Zürich', 'Nürnberg', 'Görlitz']
/** Only the last `RARE` products have this word in their names. */
export const RARE_WORD = 'Probepressung'
const RARE = 8
const SIZES = ['S', 'M', 'L']

const pick = (list: readonly string[], at: number) => list[at % list.length] ?? ''
/** Returns a compound such as `Nachtfalter`. Neighbouring indexes get different compounds. */
const word = (index: number) =>
  pick(FIRST, index * 7 + Math.floor(index / 12)) + pick(SECOND, index * 5 + Math.floor(index / 144))

const bandName = (band: number) => `${word(band)} ${pick(CITIES, band)}`
const bandSlug = (band: number) => `band-${band}`

/** Writes `catalogue.json` into `folder`, and returns `folder`. */
export function writeWideCatalogue(folder: string, { products, events, busy }: WideCatalogue): string {
  const bandOf = (index: number) => index % busy
  mkdirSync(folder, { recursive: true })
  const bands = Array.from({ length: BANDS }, (_, band) => band)
  const catalogue: CatalogueFileInput = {
    source: 'wide',
    mainShop: { slug: 'stagedoor', name: 'Stagedoor' },
    shops: bands.map((band) => ({ slug: bandSlug(band), name: bandName(band), artist: bandSlug(band) })),
    artists: bands.map((band) => ({ slug: bandSlug(band), name: bandName(band), order: BANDS - band })),
    categories: [
      ...Array.from({ length: MAIN_CATEGORIES }, (_, category) => ({
        slug: `category-${category}`,
        name: `${pick(TYPES, category)} ${category}`,
        order: category,
      })),
      ...bands.map((band) => ({ slug: `merch-${band}`, name: 'Merch', artist: bandSlug(band) })),
    ],
    venues: Array.from({ length: VENUES }, (_, venue) => ({
      slug: `venue-${venue}`,
      name: `${word(venue)}halle`,
      address: `Ufer ${venue + 1}`,
      city: pick(CITIES, venue),
      postCode: '10115',
      countryCode: 'de',
    })),
    tours: bands.map((band) => ({
      slug: `tour-${band}`,
      name: `${word(band + 9)}-Tour`,
      artists: [bandSlug(band)],
      startAt: { inDays: 30 + band },
    })),
    events: Array.from({ length: events }, (_, event) => ({
      slug: `event-${event}`,
      artist: bandSlug(bandOf(event)),
      venue: `venue-${event % VENUES}`,
      name: `${word(event)}-Abend ${event}`,
      happeningFromAt: { inDays: 20 + (event % 300), at: '20:00' },
      presaleAt: { inDays: -1 },
      meta: { bank_transfer_after_hours: 0, bank_transfer_in_waiting_room: true },
      cartLimit: 4,
      tours: [`tour-${bandOf(event)}`],
      pricingCategories: [{ number: 1, name: 'Innenraum', color: '#1d4ed8' }],
      variants: [{ pricingCategory: 1, kind: 'online' as const, description: 'Normalpreis', price: '39.00' }],
      allotments: [{ section: 'floor', name: 'Innenraum', pricingCategory: 1, capacity: 500 }],
    })),
    products: Array.from({ length: products }, (_, product) => ({
      slug: `product-${product}`,
      artist: bandSlug(bandOf(product)),
      productType: pick(TYPES, Math.floor(product / busy)),
      name: `${word(product)} ${product}${product < products - RARE ? '' : ` ${RARE_WORD}`}`,
      color: pick(COLOURS, Math.floor(product / 7)),
      description: `<p>Schwere Baumwolle, vorne bedruckt mit ${word(product + 3)}.</p>`,
      price: '24.90',
      ...(product % 5 === 0 && { originalPrice: '29.90' }),
      weightGrams: 200,
      categories: [`category-${Math.floor(product / busy) % MAIN_CATEGORIES}`, `merch-${bandOf(product)}`],
      variants: SIZES.map((size, order) => ({ sku: `P-${product}-${size}`, description: size, order, stock: 40 })),
    })),
    carriers: [
      {
        slug: 'paket',
        name: 'Paket',
        description: 'Mit Nummer',
        price: '5.90',
        countryCodes: ['de'],
        maxWeightGrams: 31500,
      },
    ],
  }
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue))
  return folder
}
