/**
 * Writes the catalogue of a small shop for browser tests. It has a theatre with a seat plan, a club night with online and
 * hard tickets, an event in each `SaleState` except `ended`, and a shirt in two sizes. The import takes only seconds.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'
import { SEAT_FLAGS } from '../../schema/seat-map.ts'

/** A subdomain of localhost, so it resolves to this machine. Tests send it in the Host header. */
export const CUSTOM_DOMAIN = 'merch.hafenlicht.localhost'
export const ACCESS_CODE = 'lichterloh'
/** Unlocks the product `nachtwerk-probe`. */
export const DISCOUNT_CODE = 'nebelpreis'
/** Unlocks the event `soon` before its presale. */
const EARLY_CODE = 'FANKLUB24'

export type JourneyShopMeta = NonNullable<NonNullable<CatalogueFileInput['mainShop']>['meta']>
type Event = NonNullable<CatalogueFileInput['events']>[number]

const ROWS = 12
const SEATS = 24
const SPACING = 10

/**
 * The balcony's last row begins with a wheelchair space and a companion seat, and ends with a standing place. In the
 * balcony's first row, the last seat has a restricted view.
 */
const FLAGS: Record<string, number> = {
  'balcony-5-1': SEAT_FLAGS.accessible,
  'balcony-5-2': SEAT_FLAGS.companion,
  'balcony-1-24': SEAT_FLAGS.restrictedView,
  'balcony-5-24': SEAT_FLAGS.standing,
}

/** Builds a plan with stalls in category 1, a balcony in category 2, and a standing area in category 3. */
function theatrePlan() {
  const block = (id: string, name: string, category: string, top: number, rows: number) => ({
    id,
    name,
    pricing_category_id: category,
    seats: Array.from({ length: rows * SEATS }, (_, index) => {
      const [row, seat] = [Math.floor(index / SEATS), index % SEATS]
      const aisle = seat >= SEATS / 2 ? SPACING * 1.5 : 0
      return {
        id: `${id}-${row + 1}-${seat + 1}`,
        row: String(row + 1),
        number: String(seat + 1),
        x: seat * SPACING + aisle,
        y: top + row * SPACING * 1.1 - Math.abs(seat - SEATS / 2) * 0.6,
        ...(FLAGS[`${id}-${row + 1}-${seat + 1}`] !== undefined && { flags: FLAGS[`${id}-${row + 1}-${seat + 1}`] }),
      }
    }),
  })
  return {
    seat_spacing: SPACING,
    graphics: [
      {
        type: 'polygon',
        points: [
          [40, -70],
          [205, -70],
          [190, -35],
          [55, -35],
        ],
        fill: '#8a8178',
        label: 'Bühne',
      },
    ],
    pricing_categories: [
      { id: '1', name: 'Parkett' },
      { id: '2', name: 'Rang' },
      { id: '3', name: 'Innenraum' },
    ],
    sections: [
      {
        id: 'floor',
        name: 'Innenraum',
        pricing_category_id: '3',
        capacity: 200,
        hull_points: [
          [30, -25],
          [215, -25],
          [215, 5],
          [30, 5],
        ],
      },
      block('stalls', 'Parkett', '1', 30, ROWS),
      block('balcony', 'Rang', '2', 30 + ROWS * SPACING * 1.1 + 40, 5),
    ],
  }
}

/** Builds a plan that is 1.3 times as wide as it is high, with the margins of the import: two blocks beside each other. */
function widePlan() {
  const block = (id: string, name: string, left: number) => ({
    id,
    name,
    pricing_category_id: '1',
    hull_points: [
      [left, 0],
      [left + 118, 0],
      [left + 118, 178],
      [left, 178],
    ],
    seats: Array.from({ length: 60 }, (_, index) => ({
      id: `${id}-${index + 1}`,
      row: String(Math.floor(index / 10) + 1),
      number: String((index % 10) + 1),
      x: left + 14 + (index % 10) * 10,
      y: 20 + Math.floor(index / 10) * 10,
    })),
  })
  return {
    seat_spacing: 10,
    pricing_categories: [{ id: '1', name: 'Saal' }],
    sections: [block('west', 'Westflügel', 0), block('east', 'Ostflügel', 120)],
  }
}

const categories: Event['pricingCategories'] = [
  { number: 1, name: { de: 'Parkett', en: 'Stalls' }, color: '#c8553d' },
  { number: 2, name: { de: 'Rang', en: 'Balcony' }, color: '#2a6f97' },
  { number: 3, name: { de: 'Innenraum', en: 'Floor' }, color: '#e9c46a' },
]

function show(slug: string, inDays: number, change: Partial<Event> = {}): Event {
  return {
    slug,
    artist: 'nachtwerk',
    relatedArtists: ['hafenlicht'],
    venue: 'kantine',
    name: { de: 'Klubnacht', en: 'Club night' },
    description: {
      de: '<p>Eine Nacht, drei Synthesizer, kein Schlaf.</p>',
      en: '<p>One night, three synths, no sleep.</p>',
    },
    image: 'images/poster.png',
    happeningFromAt: { inDays, at: '20:00' },
    doorAt: '19:00',
    localOrganizer: 'Konzertbüro Kiez GmbH',
    owningCompanyAddress: {
      company: 'Nachtwerk Touring GmbH',
      address: 'Oranienstraße 190',
      city: 'Berlin',
      postCode: '10999',
      countryCode: 'de',
    },
    cartLimit: 6,
    pricingCategories: [{ number: 1, name: 'Default', color: '#c8553d' }],
    variants: [
      { pricingCategory: 1, kind: 'online', description: { de: 'Stehplatz', en: 'Standing' }, price: '24.90' },
    ],
    allotments: [{ section: 'floor', name: 'Innenraum', pricingCategory: 1, capacity: 400 }],
    ...change,
  }
}

/** Builds a show with the seat plan. `meta` contains the event's rules for choosing seats. */
function theatre(slug: string, inDays: number, meta: NonNullable<Event['meta']>, seatsPerObject?: number): Event {
  return show(slug, inDays, {
    venue: 'admiralspalast',
    name: { de: 'Theatertour', en: 'Theatre tour' },
    seatMap: {
      file: 'seatmaps/theatre.json',
      categories: { Parkett: 1, Rang: 2, Innenraum: 3 },
      ...(seatsPerObject !== undefined && { seatsPerObject }),
    },
    meta,
    pricingCategories: categories,
    variants: [
      { pricingCategory: 1, kind: 'online', description: { de: 'Vollpreis', en: 'Full price' }, price: '59.00' },
      { pricingCategory: 2, kind: 'online', description: { de: 'Vollpreis', en: 'Full price' }, price: '44.00' },
      {
        pricingCategory: 2,
        kind: 'online',
        sku: 'rang-reduced',
        description: { de: 'Ermäßigt', en: 'Reduced' },
        price: '40.00',
      },
      { pricingCategory: 3, kind: 'online', description: { de: 'Stehplatz', en: 'Standing' }, price: '39.00' },
    ],
    allotments: [{ section: 'floor', name: 'Innenraum', pricingCategory: 3, capacity: 200 }],
  })
}

const journeyCatalogue = (presaleAt: Event['presaleAt']): CatalogueFileInput => ({
  source: 'journey',
  mainShop: {
    slug: 'stagedoor',
    name: 'Stagedoor',
    meta: {
      newsletter_popup: true,
      newsletter_url: 'https://rundbrief.example/haus',
      newsletter_tickets_url: 'https://rundbrief.example/vorverkauf',
      kulturpass: true,
    },
  },
  shops: [
    {
      slug: 'nachtwerk',
      orderMergingAllowed: true,
      name: 'Nachtwerk',
      artist: 'nachtwerk',
      discountCodes: [DISCOUNT_CODE],
      meta: {
        related_item_slugs: ['nachtwerk-cap'],
        header_links: [{ label: { de: 'Nachtpost', en: 'Night mail' }, href: '/faq' }],
        special_terms: { de: 'Nebel gehört zur Show.', en: 'Fog is part of the show.' },
        bundle_notice: { de: 'Das Shirt kommt vor der Show.', en: 'The shirt arrives before the show.' },
        faq_variant: 'kiox',
        kulturpass: true,
      },
    },
    {
      ...{ slug: 'hafenlicht', name: 'Hafenlicht', artist: 'hafenlicht', domain: CUSTOM_DOMAIN, customDomain: true },
      meta: { kulturpass: true, hide_kulturpass: true },
    },
    { slug: 'kellerkind', name: 'Kellerkind', artist: 'kellerkind', passwords: [ACCESS_CODE] },
  ],
  artists: [
    { slug: 'nachtwerk', name: 'Nachtwerk', squareImage: 'images/poster.png', mainCategory: true },
    { slug: 'hafenlicht', name: 'Hafenlicht', mainCategory: true },
    { slug: 'kellerkind', name: 'Kellerkind', mainCategory: true },
  ],
  categories: [
    { slug: 'shirts', name: 'Shirts', artist: 'nachtwerk', mainCategory: true },
    { slug: 'leer', name: { de: 'Poster', en: 'Posters' }, artist: 'nachtwerk', mainCategory: true },
  ],
  venues: [
    {
      slug: 'admiralspalast',
      name: 'Admiralspalast',
      address: 'Friedrichstraße 101',
      city: 'Berlin',
      postCode: '10117',
      countryCode: 'de',
      accessInfo: { de: 'Stufenlos bis in den Rang.', en: 'Step-free up to the balcony.' },
    },
    { slug: 'kantine', name: 'Kantine', address: 'Am Hof 1', city: 'Köln', postCode: '50667', countryCode: 'de' },
  ],
  events: [
    theatre('theatre', 60, {}),
    theatre('theatre-apart', 61, { distancing: { amount: 1 } }),
    theatre('theatre-pairs', 62, { force_amount: 2 }),
    theatre('theatre-balcony', 63, { force_section: 'balcony' }),
    // The sections of this event are split between two seat objects.
    theatre('theatre-large', 64, {}, 200),
    show('club', 30),
    show('club-both', 31, {
      kulturpassUrl: 'https://kultur.example/club',
      personalizationRequirement: 'check_in_required',
      meta: {
        disclaimer_text: { de: '<p>Einlass nur mit Ausweis.</p>', en: '<p>Admission with ID only.</p>' },
        scroll_offset: 180,
      },
      variants: [
        { pricingCategory: 1, kind: 'online', description: { de: 'Stehplatz', en: 'Standing' }, price: '24.90' },
        { pricingCategory: 1, kind: 'hard', description: { de: 'Stehplatz', en: 'Standing' }, price: '27.90' },
      ],
    }),
    show('soon', 90, {
      presaleAt: { inDays: 20, at: '10:00' },
      presaleCodes: [{ code: EARLY_CODE, uses: 5, validFromAt: { inDays: -1 } }],
    }),
    { ...theatre('theatre-soon', 92, {}), presaleAt: { inDays: 20, at: '10:00' } },
    show('opening', 91, { presaleAt }),
    show('full', 40, { soldOutMessage: { de: 'Alles weg. Danke, Köln!', en: 'All gone. Thank you, Cologne!' } }),
    show('off', 41, { status: 'cancelled' }),
    show('moved', 32, {
      checkInStartAt: { inDays: -1 },
      name: { de: 'Nachholtermin', en: 'Rescheduled night' },
      meta: {
        checkin: {
          items: [
            {
              type: 'form',
              name: 'name',
              label: { de: 'Name wie im Ausweis', en: 'Name as in your ID' },
              form_type: 'text',
              tags: ['required'],
              order: 1,
            },
          ],
        },
        mass_refund: { state: 'open', needs_release: true },
      },
    }),
    show('elsewhere', 42, { meta: { external_link: 'https://tickets.example/1' } }),
  ],
  products: [
    {
      slug: 'nachtwerk-shirt',
      artist: 'nachtwerk',
      productType: 'T-Shirt',
      name: 'Neonlicht',
      // Tables are often written without a tbody, like this one.
      description: '<table><tr><th colspan="2">Maße</th></tr><tr><td>S</td><td>48 cm</td></tr></table>',
      price: '25.00',
      weightGrams: 200,
      images: ['images/shirt.png'],
      categories: ['shirts'],
      variants: [
        { sku: 'NW-S', options: { Size: 'S' }, stock: 20 },
        { sku: 'NW-M', options: { Size: 'M' }, stock: 20 },
      ],
    },
    {
      slug: 'nachtwerk-cap',
      artist: 'nachtwerk',
      productType: { de: 'Mütze', en: 'Cap' },
      name: 'Nachtschicht',
      price: '19.00',
      weightGrams: 100,
      images: ['images/shirt.png'],
      categories: ['shirts'],
      variants: [{ sku: 'NW-CAP', description: { de: 'Einheitsgröße', en: 'One size' }, stock: 20 }],
    },
    {
      slug: 'nachtwerk-probe',
      artist: 'nachtwerk',
      productType: { de: 'Beutel', en: 'Tote bag' },
      name: 'Probenraum',
      price: '9.00',
      weightGrams: 100,
      images: ['images/shirt.png'],
      meta: { code_required: true },
      variants: [{ sku: 'NW-PROBE', description: { de: 'Einheitsgröße', en: 'One size' }, stock: 20 }],
    },
  ],
  bundles: [
    {
      slug: 'nachtwerk-abend',
      artist: 'nachtwerk',
      productType: 'Bundle',
      name: { de: 'Der ganze Abend', en: 'The whole night' },
      images: ['images/shirt.png'],
      commonItems: [{ event: 'club' }],
      combinations: [
        { optionName: { de: 'Größe S', en: 'Size S' }, parts: [{ product: 'nachtwerk-shirt', variants: ['NW-S'] }] },
        { optionName: { de: 'Größe M', en: 'Size M' }, parts: [{ product: 'nachtwerk-shirt', variants: ['NW-M'] }] },
      ],
      cartLimit: 2,
    },
  ],
  carriers: [
    {
      slug: 'parcel',
      name: { de: 'Paket', en: 'Parcel' },
      description: { de: 'In 2 bis 3 Werktagen bei dir', en: 'With you in 2 to 3 working days' },
      price: '5.90',
      countryCodes: ['de'],
      maxWeightGrams: 31_500,
    },
    {
      slug: 'express',
      name: 'Express',
      description: { de: 'Morgen da', en: 'There tomorrow' },
      price: '14.90',
      countryCodes: ['de'],
      maxWeightGrams: 31_500,
    },
    {
      slug: 'parcel-abroad',
      name: { de: 'Paket international', en: 'Parcel abroad' },
      description: { de: 'In 4 bis 7 Werktagen bei dir', en: 'With you in 4 to 7 working days' },
      price: '12.90',
      countryCodes: ['at', 'ch'],
      // Two shirts weigh less than this limit, and three shirts weigh more.
      maxWeightGrams: 500,
    },
  ],
})

/** Writes the catalogue with its pictures and its plan into an empty folder. */
export async function writeJourneyCatalogue(folder: string): Promise<void> {
  for (const name of ['images', 'seatmaps']) await mkdir(join(folder, name), { recursive: true })
  const poster = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000"><rect width="800" height="1000" fill="#1b1f3b"/><circle cx="400" cy="420" r="240" fill="#c8553d"/><text x="400" y="840" font-family="sans-serif" font-size="110" font-weight="700" fill="#f4f1de" text-anchor="middle">NACHTWERK</text></svg>`
  const shirt = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="800" height="800" fill="#e8e4da"/><path d="M250 180 L550 180 L700 300 L610 390 L560 340 L560 660 L240 660 L240 340 L190 390 L100 300 Z" fill="#1b1f3b"/></svg>`
  await sharp(Buffer.from(poster)).png().toFile(join(folder, 'images/poster.png'))
  await sharp(Buffer.from(shirt)).png().toFile(join(folder, 'images/shirt.png'))
  await writeFile(join(folder, 'seatmaps/theatre.json'), JSON.stringify(theatrePlan()))
  // No event of this catalogue has it. Tests add one.
  await writeFile(join(folder, 'seatmaps/wide.json'), JSON.stringify(widePlan()))
  await schedulePresale(folder, { inDays: 20, at: '10:00' })
}

/** Rewrites the catalogue with the event `slug` cancelled. */
export async function cancelEvent(folder: string, slug: string): Promise<void> {
  const path = join(folder, 'catalogue.json')
  const catalogue = JSON.parse(await readFile(path, 'utf8')) as CatalogueFileInput
  const events = catalogue.events?.map((event) =>
    event.slug === slug ? { ...event, status: 'cancelled' as const } : event,
  )
  await writeFile(path, JSON.stringify({ ...catalogue, events }))
}

/** Rewrites the catalogue so that all shops of bands have these values in `meta`. */
export async function setShopMeta(folder: string, meta: JourneyShopMeta): Promise<void> {
  const path = join(folder, 'catalogue.json')
  const catalogue = JSON.parse(await readFile(path, 'utf8')) as CatalogueFileInput
  for (const shop of catalogue.shops ?? []) shop.meta = { ...shop.meta, ...meta }
  await writeFile(path, JSON.stringify(catalogue))
}

/** Writes the original catalogue with this presale start for the event `opening`. This undoes `cancelEvent`. */
export async function schedulePresale(folder: string, presaleAt: Event['presaleAt']): Promise<void> {
  await writeFile(join(folder, 'catalogue.json'), JSON.stringify(journeyCatalogue(presaleAt)))
}
