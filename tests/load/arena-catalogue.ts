/** A catalogue of one event in the demo's arena, 20,000 seats over several objects and a floor, without pictures. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'
import { ROOT } from '../../worker/cli/build.ts'

export const ARENA_PAGE = '/lastprobe/events/arena'

const PRICES = ['59.00', '79.00', '66.00', '49.00', '36.00']
const COLOURS = ['#c2290f', '#e08a00', '#2f7d4a', '#1c4fa0', '#6b4aa0']

/** Writes the files and gives their folder. */
export function writeArenaCatalogue(folder: string): string {
  mkdirSync(join(folder, 'seatmaps'), { recursive: true })
  copyFileSync(join(ROOT, 'tests/fixtures/demo/seatmaps/arena.json'), join(folder, 'seatmaps/arena.json'))
  const catalogue: CatalogueFileInput = {
    source: 'arena',
    mainShop: { slug: 'stagedoor', name: 'Stagedoor' },
    shops: [{ slug: 'lastprobe', name: 'Lastprobe', artist: 'lastprobe' }],
    artists: [{ slug: 'lastprobe', name: 'Lastprobe', mainCategory: true }],
    venues: [
      {
        slug: 'arena',
        name: 'Arena',
        address: 'Ufer 1',
        city: 'Berlin',
        postCode: '10115',
        countryCode: 'de',
        timeZone: 'Europe/Berlin',
      },
    ],
    events: [
      {
        slug: 'arena',
        artist: 'lastprobe',
        venue: 'arena',
        name: 'Arena',
        happeningFromAt: { inDays: 60, at: '20:00' },
        presaleAt: { inDays: -1 },
        cartLimit: 20,
        holdSeconds: 900,
        seatMap: { file: 'seatmaps/arena.json', seatsPerObject: 5000 },
        pricingCategories: COLOURS.map((color, place) => ({
          number: place + 1,
          name: `Kategorie ${place + 1}`,
          color,
        })),
        variants: PRICES.map((price, place) => ({
          pricingCategory: place + 1,
          kind: 'online',
          description: 'Normalpreis',
          price,
        })),
        allotments: [{ section: 'innenraum', name: 'Innenraum', pricingCategory: 1, capacity: 4500 }],
      },
    ],
  }
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue))
  return folder
}
