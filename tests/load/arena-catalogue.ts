/** Writes a catalogue of one event in the demo's arena, which has 20,000 seats and a standing area. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'
import { ROOT } from '../../worker/cli/root.ts'

export const ARENA_PAGE = '/lastprobe/events/arena'

const PRICES = ['59.00', '79.00', '66.00', '49.00', '36.00']
const COLOURS = ['#c2290f', '#e08a00', '#2f7d4a', '#1c4fa0', '#6b4aa0']

type ArenaMap = {
  sections: { pricing_category_id: number; seats: { id: string; pricing_category_id?: number }[] }[]
}

export function readArena(): ArenaMap {
  return JSON.parse(readFileSync(join(ROOT, 'tests/fixtures/demo/seatmaps/arena.json'), 'utf8')) as ArenaMap
}

/** Writes the files and returns their folder. `floor` is the capacity of the standing area. If it is 0, the area is omitted. */
export function writeArenaCatalogue(
  folder: string,
  { seatsPerObject = 5000, cartLimit = 20, floor = 4500 } = {},
): string {
  mkdirSync(join(folder, 'seatmaps'), { recursive: true })
  const map = readArena()
  const sections = floor > 0 ? map.sections : map.sections.filter(({ seats }) => seats.length > 0)
  writeFileSync(join(folder, 'seatmaps/arena.json'), JSON.stringify({ ...map, sections }))
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
        meta: { bank_transfer_after_hours: 0, bank_transfer_in_waiting_room: true },
        cartLimit,
        holdSeconds: 900,
        seatMap: { file: 'seatmaps/arena.json', seatsPerObject },
        pricingCategories: COLOURS.map((color, index) => ({
          number: index + 1,
          name: `Kategorie ${index + 1}`,
          color,
        })),
        variants: PRICES.map((price, index) => ({
          pricingCategory: index + 1,
          kind: 'online',
          description: 'Normalpreis',
          price,
        })),
        allotments: floor > 0 ? [{ section: 'innenraum', name: 'Innenraum', pricingCategory: 1, capacity: floor }] : [],
      },
    ],
  }
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue))
  return folder
}
