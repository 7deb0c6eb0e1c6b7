import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCurrent } from '../../../worker/import/current.ts'
import { importCatalogue } from '../../../worker/import/index.ts'
import { clubNight, newFolder, openStores, run, shirt, smallCatalogue, writeCatalogue } from './catalogue-builder.ts'

async function faultsOf(folder: string) {
  const stores = await openStores()
  const report = await run(stores, folder)
  expect((await readCurrent(stores.target)).version).toBe(0)
  return report.faults.map(({ location, message }) => `${location}: ${message}`)
}

/** The bundle of the small catalogue has faults too if its product has some. */
async function productFaultsOf(folder: string) {
  return (await faultsOf(folder)).filter((fault) => fault.startsWith('products'))
}

describe('import faults', () => {
  it('are all reported at once with file, line, field and the expected value', async () => {
    const folder = await newFolder()
    await mkdir(join(folder, 'events'))
    await writeFile(
      join(folder, 'catalogue.yaml'),
      'source: demo\nmainShop:\n  slug: stagedoor\n  name: Stagedoor\n  colour: red\n',
    )
    await writeFile(
      join(folder, 'events/one.yaml'),
      `events:
  - slug: Club Night
    artist: nobody
    venue: nowhere
    name: Klubnacht
    happeningFromAt: tomorrow
    pricingCategories:
      - number: 1
        name: Innenraum
        color: blue
    variants:
      - pricingCategory: 2
        kind: paper
        description: Vollpreis
        price: 24.905
`,
    )
    await writeFile(join(folder, 'events/two.yaml'), 'events:\n  - slug: a\n   name: b\n')
    const stores = await openStores()
    const report = await importCatalogue(stores.target, [folder])
    const found = report.faults.map(
      ({ file, line, location, message }) => `${basename(file)}:${line} ${location}: ${message}`,
    )
    expect(found).toEqual([
      'catalogue.yaml:3 mainShop (stagedoor): expected no "colour": there is no such field here',
      expect.stringContaining('one.yaml:2 events[0] (Club Night).slug: expected a slug'),
      expect.stringContaining('one.yaml:6 events[0] (Club Night).happeningFromAt: expected a date such as'),
      expect.stringContaining('one.yaml:10 events[0] (Club Night).pricingCategories[0].color: expected a colour'),
      'one.yaml:13 events[0] (Club Night).variants[0].kind: expected one of "online", "hard"',
      expect.stringContaining(
        'one.yaml:15 events[0] (Club Night).variants[0].price: expected euros with at most two decimals',
      ),
      expect.stringMatching(/^two\.yaml:3 : expected YAML or JSON/),
    ])
    expect(report.ok).toBe(false)
    expect(report.text).toContain('Nothing was imported.')
  })

  it.each([
    { text: 'source: "demo\n', found: /^catalogue\.yaml:\d : expected YAML or JSON/ },
    { text: '- source: demo\n', found: /^catalogue\.yaml:1 : expected an object with lists/ },
    { text: 'source: 7\n', found: /^catalogue\.yaml:1 source: expected / },
  ])(
    'include a fault of catalogue.yaml once, both for an import of its folder and for one of another file in it: $found',
    async ({ text, found }) => {
      const folder = await newFolder()
      await writeFile(join(folder, 'catalogue.yaml'), text)
      await writeFile(join(folder, 'venues.json'), JSON.stringify({ venues: smallCatalogue().venues }))
      const stores = await openStores()
      for (const path of [join(folder, 'venues.json'), folder]) {
        const { faults } = await importCatalogue(stores.target, [path])
        const shown = faults.map(
          ({ file, line, location, message }) => `${basename(file)}:${line} ${location}: ${message}`,
        )
        expect(shown).toEqual([expect.stringMatching(found)])
      }
    },
  )

  it('do not include faults in the entries of catalogue.yaml if only another file is imported', async () => {
    const folder = await newFolder()
    await writeFile(join(folder, 'catalogue.yaml'), 'source: demo\nmainShop: { slug: stagedoor }\n')
    await writeFile(join(folder, 'venues.json'), JSON.stringify({ venues: smallCatalogue().venues }))
    const stores = await openStores()
    expect((await importCatalogue(stores.target, [join(folder, 'venues.json')])).faults).toEqual([])
    expect(await stores.rows('SELECT source FROM catalogue_sources')).toEqual([{ source: 'demo' }])
  })

  it('CAT-05 include doors of the Advent sale without a product or without a time', async () => {
    const meta = { special: 'advent' as const, changesAt: [{ month: 12, day: 1 }] }
    const faults = async (door_slugs: string[]) =>
      faultsOf(
        await writeCatalogue(
          smallCatalogue({ categories: [{ slug: 'shirts', name: 'S', meta: { ...meta, door_slugs } }] }),
        ),
      )
    expect(await faults(['fjord-shirt', 'fjord-bundle'])).toEqual([
      'categories[0] (shirts).meta.door_slugs: expected a time in changesAt for each door',
    ])
    expect(await faults(['cap'])).toEqual([
      expect.stringMatching(/^categories\[0\] \(shirts\)\.meta\.door_slugs\[0\]: .*cap/),
    ])
  })

  it('include short codes, and codes that are imported without CODE_SECRET', async () => {
    const stores = await openStores()
    const codes = smallCatalogue({
      shops: [
        {
          slug: 'nordlicht',
          name: 'Nordlicht',
          artist: 'nordlicht',
          passwords: ['aurora'],
          discountCodes: ['1234 567'],
        },
      ],
      vouchers: [{ code: 'KULTUR7', label: 'Kultur', amount: 20, expiresAt: { inDays: 300 } }],
    })
    const short = await run(stores, await writeCatalogue(codes))
    expect(short.faults.map(({ location, message }) => `${location}: ${message}`)).toEqual([
      'shops[0] (nordlicht).passwords[0]: expected a code of at least 8 characters, not counting spaces',
      'shops[0] (nordlicht).discountCodes[0]: expected a code of at least 8 characters, not counting spaces',
      'vouchers[0].code: expected a code of at least 8 characters, not counting spaces',
    ])
    const unkeyed = await importCatalogue(stores.target, [await writeCatalogue(smallCatalogue())], { imageEffort: 0 })
    expect(unkeyed.faults.map(({ location, message }) => `${location}: ${message}`)).toEqual([
      'vouchers[0].code: expected CODE_SECRET in the environment: codes are stored as HMACs with this key',
    ])
    expect(await stores.rows('SELECT id FROM vouchers')).toEqual([])
  })

  it('include references to unknown entries, and duplicate slugs and SKUs', async () => {
    const folder = await writeCatalogue(
      smallCatalogue({
        tours: [],
        products: [
          shirt,
          { ...shirt, artist: 'nobody', categories: ['hats'], meta: { related_item_slugs: ['cap'] } },
          { ...shirt, slug: 'other-shirt' },
        ],
      }),
    )
    expect(await faultsOf(folder)).toEqual([
      ...['slug', 'variants[0].sku', 'variants[1].sku'].map(
        (field) =>
          `products[1] (fjord-shirt).${field}: expected it only once; the first one is in ${expectFile(folder)} at products[0] (fjord-shirt)`,
      ),
      ...[0, 1].map(
        (index) =>
          `products[2] (other-shirt).variants[${index}].sku: expected a SKU of its own; "fjord-shirt" in ${expectFile(folder)} has it too`,
      ),
      'events[0] (club-night).tours[0]: there is no tour "fjord-tour"; expected one from these files or an earlier import',
      'products[1] (fjord-shirt).meta.related_item_slugs[0]: there is no product, bundle or event "cap"; expected one from these files or an earlier import',
      'products[1] (fjord-shirt).artist: there is no artist "nobody"; expected one from these files or an earlier import',
      'products[1] (fjord-shirt).categories[0]: there is no category "hats"; expected one from these files or an earlier import',
    ])
  })

  it('include a bundle that contains another bundle of these files or of an earlier import', async () => {
    const double = {
      slug: 'double-bundle',
      artist: 'nordlicht',
      productType: 'Bundle',
      name: 'Doppelpaket',
      price: '90.00',
      commonItems: [{ product: 'fjord-bundle' }],
    }
    const fault = (index: number) =>
      `bundles[${index}] (double-bundle).commonItems[0]: expected a product or an event; "fjord-bundle" is a bundle`
    const small = smallCatalogue()
    const together = await writeCatalogue({ ...small, bundles: [...(small.bundles ?? []), double] })
    expect(await faultsOf(together)).toEqual([fault(1)])
    const stores = await openStores()
    expect((await run(stores, await writeCatalogue(small))).faults).toEqual([])
    const later = await run(stores, await writeCatalogue({ bundles: [double] }))
    expect(later.faults.map(({ location, message }) => `${location}: ${message}`)).toEqual([fault(0)])
  })

  it('PROD-13 include a row of a size chart that has more or fewer cells than columns', async () => {
    const table = { caption: 'Maße in cm', columns: ['Größe', 'Breite'], rows: [['S', '48'], ['M'], ['L', '54', '74']] }
    const details = { title: 'Größentabelle', description: 'Miss nach.', table }
    const folder = await writeCatalogue(smallCatalogue({ products: [{ ...shirt, details }] }))
    expect(await productFaultsOf(folder)).toEqual([
      'products[0] (fjord-shirt).details.table.rows[1]: expected 2 cells, one for each column',
      'products[0] (fjord-shirt).details.table.rows[2]: expected 2 cells, one for each column',
    ])
  })

  it('PROD-14 include a snippet that is missing, has another content than its name says, or has no source', async () => {
    const tracks = [
      { title: 'A', file: 'audio/gone.mp3' },
      { title: 'B', file: 'audio/text.ogg' },
      { title: 'C', tune: 'c' },
    ]
    const files = { 'audio/text.ogg': 'no music' }
    const folder = await writeCatalogue(smallCatalogue({ products: [{ ...shirt, meta: { tracks } }] }), files)
    expect(await productFaultsOf(folder)).toEqual([
      "products[0] (fjord-shirt).meta.tracks[0].file: expected a snippet at audio/gone.mp3; there is none in the catalogue's folder",
      'products[0] (fjord-shirt).meta.tracks[1].file: expected an OGG file at audio/text.ogg',
    ])
    const neither = [{ title: 'D' }, { title: 'E', file: 'audio/list.txt' }]
    const wrong = await writeCatalogue(smallCatalogue({ products: [{ ...shirt, meta: { tracks: neither } }] }))
    expect(await productFaultsOf(wrong)).toEqual([
      'products[0] (fjord-shirt).meta.tracks[0]: expected either a file or a tune',
      'products[0] (fjord-shirt).meta.tracks[1].file: expected the path of an MP3, M4A, Ogg or WAV file',
    ])
  })

  it('do not include references to an entry that has its own fault', async () => {
    const artists = [{ slug: 'nordlicht', name: 'Nordlicht', colour: 'red' }]
    const folder = await writeCatalogue(smallCatalogue({ artists }))
    expect(await faultsOf(folder)).toEqual([
      'artists[0] (nordlicht): expected no "colour": there is no such field here',
    ])
  })

  it('include missing or invalid images and missing seat maps', async () => {
    const folder = await writeCatalogue(
      smallCatalogue({
        products: [{ ...shirt, images: ['images/gone.png', 'images/text.png'] }],
        events: [{ ...clubNight, seatMap: { file: 'seatmaps/gone.json' } }],
      }),
      { 'images/text.png': 'no picture' },
    )
    expect(await faultsOf(folder)).toEqual([
      "products[0] (fjord-shirt).images[0]: expected an image at images/gone.png; there is none in the catalogue's folder",
      expect.stringContaining(
        'products[0] (fjord-shirt).images[1]: expected a PNG, JPEG, WebP or SVG at images/text.png',
      ),
      "events[0] (club-night).seatMap.file: expected a seat map at seatmaps/gone.json; there is none in the catalogue's folder",
    ])
  })

  it('include pricing categories and variants of an event that do not match', async () => {
    const { allotments: _, ...bare } = clubNight
    const event = {
      ...bare,
      pricingCategories: [
        { number: 1, name: 'Sitz', color: '#1d4ed8' },
        { number: 2, name: 'Stehplatz', color: '#1d4ed8' },
      ],
      variants: [
        { pricingCategory: 1, kind: 'online' as const, description: 'Voll', price: 10 },
        { pricingCategory: 1, kind: 'online' as const, description: 'Ermäßigt', price: 8 },
        { pricingCategory: 3, kind: 'hard' as const, description: 'Voll', price: 10 },
        { pricingCategory: 1, kind: 'hard' as const, sku: 'PAPER', description: 'Voll', price: 10 },
        { pricingCategory: 3, kind: 'online' as const, sku: 'PAPER', description: 'Voll', price: 10 },
      ],
    }
    expect(await faultsOf(await writeCatalogue(smallCatalogue({ events: [event] })))).toEqual([
      expect.stringContaining(
        'events[0] (club-night).variants[1]: expected a "sku" of its own: the variant\'s pricing category and kind give the SKU "club-night-1-online", which another variant has',
      ),
      expect.stringContaining('events[0] (club-night).variants[4].sku: expected it only once; the first one is in'),
      'events[0] (club-night): expected a seatMap or allotments: the event has nothing to sell',
      'events[0] (club-night).pricingCategories[1]: expected a variant of pricing category 2: it has no price',
      "events[0] (club-night).variants[2].pricingCategory: expected the number of one of the event's pricing categories (1, 2)",
      "events[0] (club-night).variants[4].pricingCategory: expected the number of one of the event's pricing categories (1, 2)",
    ])
  })

  it('EVT-01 include a custom_terms_anchor that is no chapter of the terms', async () => {
    const event = (meta: object) => smallCatalogue({ events: [{ ...clubNight, meta }] })
    const faults = await faultsOf(await writeCatalogue(event({ custom_terms_anchor: 'hard-tickets' })))
    // The tour and the bundle of the event have faults too.
    expect(faults.filter((fault) => fault.startsWith('events'))).toEqual([
      expect.stringMatching(
        /^events\[0\] \(club-night\)\.meta\.custom_terms_anchor: expected one of "geltung", .*"tickets"/,
      ),
    ])
    const stores = await openStores()
    expect((await run(stores, await writeCatalogue(event({ custom_terms_anchor: 'tickets' })))).faults).toEqual([])
  })

  it('include a second main shop, a shop slug that is the path of a page, and a domain that two shops have', async () => {
    const shops = [
      { slug: 'events', name: 'Events', artist: 'nordlicht', domain: 'a.example' },
      { slug: 'nordlicht', name: 'Nordlicht', artist: 'nordlicht', domain: 'a.example', customDomain: true },
    ]
    const folder = await writeCatalogue(smallCatalogue({ shops }), {
      'more.json': JSON.stringify({ mainShop: { slug: 'second', name: 'Second' } }),
    })
    expect(await faultsOf(folder)).toEqual([
      'mainShop (second).slug: expected "stagedoor", the slug of the main shop: there is only one main shop',
      'shops[0] (events).slug: expected another slug: /events is a page of every shop',
      'shops[1] (nordlicht).domain: expected a domain of its own; "events" has a.example too',
    ])
  })

  it('include defects of a seat map, which --repair fixes and reports', async () => {
    const seat = { row: 'A', number: '1', x: 0, y: 0, pricing_category_id: 1 }
    const map = {
      sections: [
        {
          id: 'P',
          name: 'Parkett',
          seats: [
            { ...seat, id: 'A-1' },
            { ...seat, id: 'A-1', number: '2', x: 10 },
          ],
        },
      ],
    }
    const { allotments: _, ...event } = { ...clubNight, seatMap: { file: 'seatmaps/hall.json' } }
    const folder = await writeCatalogue(smallCatalogue({ events: [event] }), {
      'seatmaps/hall.json': JSON.stringify(map),
    })
    expect(await faultsOf(folder)).toEqual([
      'events[0] (club-night).seatMap.file: seatmaps/hall.json has 1 repeated seat ids, such as "A-1"; expected none. --repair rounds sizes, names rows, renumbers seats and changes repeated ids',
    ])
    const stores = await openStores()
    const report = await run(stores, folder, { repair: true })
    expect(report.faults).toEqual([])
    expect(report.notes).toEqual(['seatmaps/hall.json has 1 repeated seat ids, such as "A-1": repaired'])
    const [stored] = await stores.rows('SELECT seat_map_key, seat_plan_key, display_map FROM events')
    expect(stored).toMatchObject({
      seat_map_key: expect.stringMatching(/^seat-maps\/[0-9a-z]{8}-[0-9a-f]{16}\.json$/),
      display_map: 1,
    })
    expect(await stores.target.bucket.has(String(stored?.seat_plan_key))).toBe(true)
  })
})

/** Returns the path of a folder's catalogue.json as faults show it: relative to the working directory. */
function expectFile(folder: string): string {
  return relative(process.cwd(), join(folder, 'catalogue.json'))
}
