/**
 * Builds a small catalogue in a temporary folder, and opens local stores into which a test imports it. Each test changes
 * only the parts of the catalogue that it needs.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach } from 'vitest'
import type { CatalogueFileInput } from '../../../schema/catalogue-file.ts'
import { openLocalStores } from '../../../worker/cli/local-stores.ts'
import type { ImportOptions } from '../../../worker/import/index.ts'
import { importCatalogue } from '../../../worker/import/index.ts'
import type { ImportReport } from '../../../worker/import/report.ts'
import type { ImportTarget, Row } from '../../../worker/import/target.ts'

/** 12:00 in Berlin. */
export const NOW = Date.parse('2027-03-01T11:00:00Z')

/** The secret that hashes the catalogue’s codes unless a test sets another one. */
export const CODE_SECRET = 'only-for-tests-9876543210-9876543210'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-import-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

type Events = NonNullable<CatalogueFileInput['events']>
type Products = NonNullable<CatalogueFileInput['products']>

export const clubNight: Events[number] = {
  slug: 'club-night',
  artist: 'nordlicht',
  venue: 'kantine',
  name: { de: 'Klubnacht', en: 'Club night' },
  happeningFromAt: { inDays: 42, at: '20:00' },
  doorAt: '19:00',
  pricingCategories: [{ number: 1, name: 'Innenraum', color: '#1d4ed8' }],
  variants: [{ pricingCategory: 1, kind: 'online', description: 'Vollpreis', price: '24.90' }],
  allotments: [{ section: 'floor', name: 'Innenraum', pricingCategory: 1, capacity: 400 }],
  tours: ['fjord-tour'],
}

export const shirt: Products[number] = {
  slug: 'fjord-shirt',
  artist: 'nordlicht',
  productType: 'T-Shirt',
  name: 'Fjord',
  price: 25,
  images: ['images/shirt.png'],
  categories: ['shirts'],
  variants: [
    { sku: 'FJORD-S', options: { Size: 'S' }, stock: 10 },
    { sku: 'FJORD-M', options: { Size: 'M' }, stock: null },
  ],
}

export function smallCatalogue(change: Partial<CatalogueFileInput> = {}): CatalogueFileInput {
  return {
    source: 'test',
    mainShop: { slug: 'stagedoor', name: 'Stagedoor' },
    shops: [
      {
        slug: 'nordlicht',
        name: 'Nordlicht',
        artist: 'nordlicht',
        passwords: ['aurora borealis'],
        meta: { snow: true },
      },
    ],
    artists: [{ slug: 'nordlicht', name: 'Nordlicht' }],
    categories: [{ slug: 'shirts', name: 'Shirts' }],
    venues: [
      { slug: 'kantine', name: 'Kantine', address: 'Am Hof 1', city: 'Berlin', postCode: '10435', countryCode: 'de' },
    ],
    tours: [{ slug: 'fjord-tour', name: 'Fjord-Tour', artists: ['nordlicht'], endAt: '0000-00-00' }],
    events: [clubNight],
    products: [shirt],
    bundles: [
      {
        slug: 'fjord-bundle',
        artist: 'nordlicht',
        productType: 'Bundle',
        name: 'Fjord-Paket',
        commonItems: [{ event: 'club-night' }],
        combinations: [
          {
            optionName: 'Mit Shirt',
            additionalPrice: '1.50',
            parts: [{ product: 'fjord-shirt', variants: ['FJORD-M'] }],
          },
        ],
      },
    ],
    news: [{ slug: 'hello', shop: 'nordlicht', category: 'hot', url: '/events', title: 'Hallo', text: 'Welt' }],
    redirects: [{ from: '/tour/7', to: '' }],
    carriers: [
      { slug: 'parcel', name: 'Paket', description: 'DHL', price: '5.90', countryCodes: ['de'], maxWeightGrams: 31500 },
    ],
    vouchers: [{ code: 'kultur-2027', label: 'Kultur', amount: 20, expiresAt: { inDays: 300 } }],
    ...change,
  }
}

/** Writes `catalogue.json`, the given files and a picture. Returns the folder. */
export async function writeCatalogue(
  catalogue: CatalogueFileInput,
  files: Record<string, string> = {},
): Promise<string> {
  const folder = await newFolder()
  await mkdir(join(folder, 'images'))
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#1d4ed8' } })
  await picture.png().toFile(join(folder, 'images/shirt.png'))
  for (const [name, text] of Object.entries({ 'catalogue.json': JSON.stringify(catalogue), ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

export async function rewriteCatalogue(folder: string, catalogue: CatalogueFileInput): Promise<void> {
  await writeFile(join(folder, 'catalogue.json'), JSON.stringify(catalogue))
}

export type TestStores = { target: ImportTarget; rows(sql: string): Promise<Row[]>; stateDir: string }

/**
 * A state folder with all migrations applied. It is made once per test file, because opening a copy is three times faster
 * than applying the migrations.
 */
let migratedState: Promise<string> | null = null

afterAll(async () => {
  if (migratedState) await rm(await migratedState, { recursive: true, force: true })
})

async function newMigratedState(): Promise<string> {
  const stateDir = await mkdtemp(join(tmpdir(), 'stagedoor-state-'))
  const stores = await openLocalStores(stateDir)
  await stores.dispose()
  return stateDir
}

export async function openStores(): Promise<TestStores> {
  migratedState ??= newMigratedState()
  const stateDir = await newFolder()
  await cp(await migratedState, stateDir, { recursive: true })
  const stores = await openLocalStores(stateDir)
  cleanups.push(() => stores.dispose())
  return { target: stores.target, rows: (sql) => stores.target.d1.query(sql), stateDir }
}

export function run(stores: TestStores, folder: string, options: ImportOptions = {}): Promise<ImportReport> {
  return importCatalogue(stores.target, [folder], {
    now: NOW,
    imageEffort: 0,
    codeSecrets: { CODE_SECRET },
    ...options,
  })
}

/** Throws an error with the report’s text if the import has a fault. */
export async function runWithoutFaults(
  stores: TestStores,
  folder: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const report = await run(stores, folder, options)
  if (!report.ok) throw new Error(report.text)
  return report
}

/** Returns the counts of changed rows, summed over all kinds of rows. */
export function changes(report: ImportReport) {
  const counts = Object.values(report.counts)
  const sum = (key: 'created' | 'updated' | 'unchanged' | 'pruned') =>
    counts.reduce((total, count) => total + count[key], 0)
  return { created: sum('created'), updated: sum('updated'), pruned: sum('pruned') }
}
