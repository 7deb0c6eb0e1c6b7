/**
 * Writes a catalogue for load tests, as files for the importer. The caller chooses the numbers of seats and products. The
 * catalogue has no pictures.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'
import type { SeatMap } from '../../schema/seat-map.ts'

export type LoadCatalogue = {
  seats: number
  standing: number
  products: number
  stock: number
  holdSeconds: number
  cartLimit: number
}

const ROW = 50

function seatMap(seats: number): Omit<SeatMap, 'plan'> {
  const rows = Math.ceil(seats / ROW)
  return {
    bounding_box: { x: -10, y: -10, width: ROW * 10 + 20, height: rows * 10 + 20 },
    seat_spacing: 10,
    graphics: [],
    pricing_categories: [{ id: 1, name: 'Parkett', color: '#1d4ed8' }],
    sections: [
      {
        id: 'A',
        name: 'Parkett',
        pricing_category_id: 1,
        hull_points: [
          [-5, -5],
          [ROW * 10, -5],
          [ROW * 10, rows * 10],
          [-5, rows * 10],
        ],
        seats: Array.from({ length: seats }, (_, index) => ({
          id: `A-${Math.floor(index / ROW) + 1}-${(index % ROW) + 1}`,
          row: String(Math.floor(index / ROW) + 1),
          number: String((index % ROW) + 1),
          x: (index % ROW) * 10,
          y: Math.floor(index / ROW) * 10,
          pricing_category_id: 1,
        })),
      },
    ],
  }
}

/** Writes the files and returns their folder. */
export function writeLoadCatalogue(folder: string, size: LoadCatalogue): string {
  mkdirSync(join(folder, 'seatmaps'), { recursive: true })
  const sizes = ['S', 'M', 'L', 'XL']
  const event = {
    artist: 'lastprobe',
    venue: 'halle',
    happeningFromAt: { inDays: 60, at: '20:00' },
    presaleAt: { inDays: -1 },
    cartLimit: size.cartLimit,
    holdSeconds: size.holdSeconds,
    // Most load tests run without a payment provider, so their buyers pay by bank transfer.
    meta: { avoid_single_seats: false, bank_transfer_after_hours: 0, bank_transfer_in_waiting_room: true },
    pricingCategories: [{ number: 1, name: 'Parkett', color: '#1d4ed8' }],
    variants: [{ pricingCategory: 1, kind: 'online' as const, description: 'Normalpreis', price: '39.00' }],
  }
  const catalogue: CatalogueFileInput = {
    source: 'load',
    mainShop: { slug: 'stagedoor', name: 'Stagedoor', orderMergingAllowed: true },
    shops: [{ slug: 'lastprobe', name: 'Lastprobe', artist: 'lastprobe' }],
    artists: [{ slug: 'lastprobe', name: 'Lastprobe', mainCategory: true }],
    categories: [{ type: 'CATEGORY', slug: 'shirts', name: 'Shirts', mainCategory: true }],
    venues: [
      {
        slug: 'halle',
        name: 'Halle',
        address: 'Ufer 1',
        city: 'Berlin',
        postCode: '10115',
        countryCode: 'de',
        timeZone: 'Europe/Berlin',
      },
    ],
    events: [
      { ...event, slug: 'sitzplatz', name: 'Sitzplatz', seatMap: { file: 'seatmaps/parkett.json' } },
      {
        ...event,
        slug: 'stehplatz',
        name: 'Stehplatz',
        allotments: [{ section: 'floor', name: 'Innenraum', pricingCategory: 1, capacity: size.standing }],
      },
    ],
    products: [
      ...Array.from({ length: size.products }, (_, index) => ({
        slug: `shirt-${index}`,
        artist: 'lastprobe',
        productType: 'T-Shirt',
        name: `Shirt ${index}`,
        description: '<p>Schwere Baumwolle, vorne bedruckt.</p>',
        price: '24.90',
        weightGrams: 200,
        categories: ['shirts'],
        variants: sizes.map((name, order) => ({ sku: `SHIRT-${index}-${name}`, description: name, order })),
      })),
      {
        slug: 'knapp',
        artist: 'lastprobe',
        productType: 'Poster',
        name: 'Knapp',
        price: '9.00',
        weightGrams: 100,
        categories: ['shirts'],
        variants: [{ sku: 'KNAPP', description: 'A2', stock: size.stock }],
      },
    ],
    carriers: [
      {
        slug: 'paket',
        name: 'Paket',
        description: 'Mit Sendungsnummer',
        price: '5.90',
        countryCodes: ['de'],
        maxWeightGrams: 31500,
      },
    ],
  }
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue))
  writeFileSync(join(folder, 'seatmaps/parkett.json'), JSON.stringify(seatMap(size.seats)))
  return folder
}
