/**
 * Finds real seat plans and a real shop export in ../shared/data, beside the repository. Without that folder, the plans are
 * extracts in tests/fixtures, and there is no export. The expected numbers of a plan match the file that was found.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')
const SHARED = resolve(ROOT, '../shared/data')

type Plan = { path: string; seats: number; repeated: number }

const PLANS = {
  pretix: {
    whole: { name: 'pretix-format-stadium-738seats.json', seats: 738, repeated: 420 },
    extract: { name: 'pretix-stadium.json', seats: 70, repeated: 14 },
  },
  zones: {
    whole: { name: 'seatsio-sampleChartWithZones-8897seats.json', seats: 8897, repeated: 0 },
    extract: { name: 'seatsio-zones.json', seats: 357, repeated: 0 },
  },
} as const

export function realPlan(name: keyof typeof PLANS): Plan {
  const { whole, extract } = PLANS[name]
  const shared = join(SHARED, 'seatmaps', whole.name)
  if (existsSync(shared)) return { path: shared, seats: whole.seats, repeated: whole.repeated }
  return { path: join(ROOT, 'tests/fixtures/import', extract.name), seats: extract.seats, repeated: extract.repeated }
}

export function fixture(name: string): string {
  return join(ROOT, 'tests/fixtures/import', name)
}

export async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'))
}

/**
 * Returns the path of Shopify’s own sample export, or null without ../shared/data. The licence of the export does not
 * permit a copy here.
 */
export function realShopifyExport(): string | null {
  const path = join(SHARED, 'merch/shopify-apparel.csv')
  return existsSync(path) ? path : null
}
