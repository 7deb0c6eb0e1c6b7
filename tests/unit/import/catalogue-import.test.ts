import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { isId } from '../../../schema/ids.ts'
import { ownerMark } from '../../../schema/owner-mark.ts'
import { codeHash, formerCodeHash } from '../../../worker/domain/tickets/presale-voucher-hash.ts'
import { entityId } from '../../../worker/import/ids.ts'
import { synthesise } from '../../../worker/import/tune.ts'
import {
  CODE_SECRET,
  changes,
  clubNight,
  NOW,
  newFolder,
  openStores,
  rewriteCatalogue,
  run,
  runWithoutFaults,
  shirt,
  smallCatalogue,
  type TestStores,
  writeCatalogue,
} from './catalogue-builder.ts'

const SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="150" height="90"/></svg>'
const ALL_TABLES = ['shops', 'categories', 'events', 'products', 'variants', 'catalogue_state', 'catalogue_sources']

let stores: TestStores
beforeEach(async () => {
  stores = await openStores()
})

const one = async (sql: string) => (await stores.rows(sql))[0] ?? {}
const version = async () => (await one('SELECT version FROM catalogue_state')).version

/** Inserts the rows of an unpaid order for one shirt in size S and one ticket, and takes the shirt from stock. */
async function placeOrder(): Promise<void> {
  const [small] = await stores.rows("SELECT id, product_id FROM variants WHERE sku = 'FJORD-S'")
  const [ticket] = await stores.rows('SELECT id, event_id FROM variants WHERE event_id IS NOT NULL')
  const [shop] = await stores.rows("SELECT id FROM shops WHERE slug = 'nordlicht'")
  const line = (position: number, variant: unknown, product: unknown, event: unknown) =>
    `INSERT INTO order_items (id, order_id, position, type, variant_id, product_id, event_id, descriptive_name, variant_name,
      amount, unit_cents, total_cents, vat_basis_points, physical)
     VALUES ('oit_${position}', 'ord_1', ${position}, 'merch', '${variant}', ${product ? `'${product}'` : 'NULL'},
      ${event ? `'${event}'` : 'NULL'}, 'x', 'x', 1, 2500, 2500, 1900, 1)`
  const sql = [
    `INSERT INTO orders (id, reference, shop_id, cart_id, status, locale, country_code, email, shipping_address, billing_address,
      shipping_method, shipping_name, payment_method, subtotal_cents, shipping_cents, total_cents, vat_cents, terms_accepted_at,
      placed_at, due_at)
     VALUES ('ord_1', 'SD-1', '${shop?.id}', 'crt_1', 'payment_pending', 'de', 'de', 'a@example.org', '{}', '{}', 'parcel', 'Paket',
      'bank_transfer', 5000, 0, 5000, 798, 1, 1, 1)`,
    line(0, small?.id, small?.product_id, null),
    line(1, ticket?.id, null, ticket?.event_id),
    `UPDATE variant_stock SET available = available - 1 WHERE variant_id = '${small?.id}'`,
  ]
  await stores.target.d1.batch(sql.map((text) => ({ sql: text, params: [] })))
}

describe('first import', () => {
  it('SHOP-03 SHOP-12 creates all rows, including the shop’s settings, a redirect, prices and stock', async () => {
    const report = await runWithoutFaults(stores, await writeCatalogue(smallCatalogue()))
    expect(changes(report)).toEqual({ created: 18, updated: 0, pruned: 0 })
    expect(await version()).toBe(1)
    const shop = await one("SELECT * FROM shops WHERE slug = 'nordlicht'")
    expect(shop).toMatchObject({ is_band: 1, default_locale: 'de', order_merging_allowed: 0, payment_blacklist: '[]' })
    expect(isId('shop', shop.id)).toBe(true)
    expect(JSON.parse(String(shop.meta))).toMatchObject({
      snow: true,
      password: [expect.stringMatching(/^[\w-]{22}\$[\w-]{43}$/)],
    })
    expect(await one('SELECT from_path, to_path, shop_id FROM redirects')).toEqual({
      from_path: '/tour/7',
      to_path: '',
      shop_id: null,
    })
    expect(await one('SELECT count(*) AS n FROM price_history')).toEqual({ n: 4 })
    expect(await stores.rows('SELECT initial, available FROM variant_stock')).toEqual([{ initial: 10, available: 10 }])
  })

  it('L10N-04 reads the date 0000-00-00 as no end, and resolves relative dates in the venue’s time zone', async () => {
    await runWithoutFaults(stores, await writeCatalogue(smallCatalogue()))
    const start = Date.parse('2027-04-12T20:00:00+02:00')
    expect(await one('SELECT start_at, end_at FROM tours')).toEqual({ start_at: start, end_at: null })
    expect(await one('SELECT happening_from_at, door_at, sales_end_at FROM events')).toEqual({
      happening_from_at: start,
      door_at: start - 3_600_000,
      sales_end_at: start,
    })
  })

  it('prices a bundle at the cheapest variants of its parts plus the additional price, and stores the ids of the parts', async () => {
    await runWithoutFaults(stores, await writeCatalogue(smallCatalogue()))
    const bundle = await one("SELECT price_cents, bundle, meta FROM products WHERE type = 'bundle'")
    expect(bundle.price_cents).toBe(2490 + 2500 + 150)
    const [medium] = await stores.rows("SELECT id, product_id FROM variants WHERE sku = 'FJORD-M'")
    expect(JSON.parse(String(bundle.bundle))).toMatchObject({
      combinations: [{ additional_price: 150, parts: [{ productId: medium?.product_id, variantIds: [medium?.id] }] }],
    })
    expect(JSON.parse(String(bundle.meta))).toEqual({ root: true })
  })

  it('BND-05 leaves an optional part out of a bundle’s lowest price, also if an earlier import brought the part', async () => {
    const pin = {
      ...shirt,
      slug: 'pin',
      name: 'Pin',
      price: 3,
      variants: [{ sku: 'PIN' }],
      meta: { bind_leave_empty: true },
    }
    const small = smallCatalogue()
    const products = [...(small.products ?? []), pin]
    const bundles = (small.bundles ?? []).map((each) => ({ ...each, additionalProducts: [{ product: 'pin' }] }))
    await runWithoutFaults(stores, await writeCatalogue({ ...small, products, bundles }))
    const later = bundles.map((each) => ({ ...each, cartLimit: 3 }))
    const priceOf = async () => (await one("SELECT price_cents FROM products WHERE type = 'bundle'")).price_cents
    expect(await priceOf()).toBe(2490 + 2500 + 150)
    await runWithoutFaults(stores, await writeCatalogue({ source: 'test', bundles: later }))
    expect(await priceOf()).toBe(2490 + 2500 + 150)
  })

  it('PROD-14 stores the snippets of a record under the mark of its artist, and synthesises a tune in the same way each time', async () => {
    const tracks = [{ title: 'Nordlicht', tune: 'nordlicht' }]
    await runWithoutFaults(stores, await writeCatalogue(smallCatalogue({ products: [{ ...shirt, meta: { tracks } }] })))
    const { meta } = await one("SELECT meta FROM products WHERE slug = 'fjord-shirt'")
    const [track] = (JSON.parse(String(meta)) as { tracks: { title: unknown; src: string }[] }).tracks
    const artist = entityId('category', 'ARTIST', 'nordlicht')
    expect(track?.src).toMatch(new RegExp(`^/audio/${ownerMark(artist)}-[0-9a-f]{16}\\.wav$`))
    const bytes = await stores.target.bucket.read(track?.src.slice(1) ?? '')
    expect(
      Buffer.from(bytes ?? [])
        .subarray(0, 12)
        .toString('latin1'),
    ).toMatch(/^RIFF.{4}WAVE$/s)
    // One channel with 11,025 bytes a second.
    expect(bytes?.length).toBe(44 + 20 * 11_025)
    expect(Buffer.compare(synthesise('nordlicht'), bytes ?? new Uint8Array())).toBe(0)
    expect(Buffer.compare(synthesise('suedlicht'), bytes ?? new Uint8Array())).not.toBe(0)
  })

  it('scales an image to smaller widths as AVIF and JPEG and adds a thumbhash', async () => {
    await runWithoutFaults(stores, await writeCatalogue(smallCatalogue()))
    const [image] = JSON.parse(String((await one("SELECT images FROM products WHERE type = 'product'")).images))
    expect(image).toMatchObject({ width: 400, height: 300, widths: [100, 180, 360], order: 0, tags: ['preview'] })
    expect(image.thumbhash).toMatch(/^[\w+/=]{20,40}$/)
    for (const width of image.widths) {
      for (const extension of ['avif', 'jpg']) {
        expect(await stores.target.bucket.has(`images/${image.key}/${width}.${extension}`)).toBe(true)
      }
    }
    expect(await stores.target.bucket.has(`images/${image.key}/500.jpg`)).toBe(false)
  })

  it('reads scaled images from the cache, and scales images with the same content only once', async () => {
    const files = Object.fromEntries(['a', 'b', 'c'].map((name) => [`images/${name}.svg`, SQUARE]))
    const images = Object.keys(files)
    const folder = await writeCatalogue(smallCatalogue({ products: [{ ...shirt, images }] }), files)
    const cacheDir = await newFolder()
    const report = await runWithoutFaults(stores, folder, { cacheDir })
    expect(report.images).toEqual({ used: 1, scaled: 1 })
    const [key] = await readdir(cacheDir)
    const cached = join(cacheDir, String(key), '180.avif')
    await writeFile(cached, 'from the cache')
    const written = new Map<string, string>()
    const bucket = {
      has: async () => false,
      read: stores.target.bucket.read,
      put: async (name: string, bytes: Uint8Array) => void written.set(name, Buffer.from(bytes).toString()),
    }
    const second = await runWithoutFaults({ ...stores, target: { ...stores.target, bucket } }, folder, { cacheDir })
    expect(second.images).toEqual({ used: 1, scaled: 0 })
    const [image] = JSON.parse(String((await one("SELECT images FROM products WHERE type = 'product'")).images))
    expect(written.get(`images/${image.key}/180.avif`)).toBe('from the cache')
    // SHOP-07: the key in the bucket is the artist’s mark followed by the content hash.
    expect(image.key).toMatch(new RegExp(`^[0-9a-z]{8}-${key}$`))
  })

  it('PROD-08 hides a product by its field `hidden`, or by `hide` in its meta if the field is missing', async () => {
    const hide = (meta: object, hidden?: boolean) => ({ ...shirt, meta, ...(hidden !== undefined && { hidden }) })
    const folder = await writeCatalogue(smallCatalogue())
    for (const [product, hidden] of [
      [hide({ hide: true }), 1],
      [hide({ hide: false }), 0],
      [hide({}, true), 1],
      [hide({ hide: true }, false), 0],
    ] as const) {
      await rewriteCatalogue(folder, smallCatalogue({ products: [product] }))
      await runWithoutFaults(stores, folder)
      expect(await one("SELECT hidden FROM products WHERE slug = 'fjord-shirt'")).toEqual({ hidden })
    }
  })

  it('SUP-01 stores the last instant for returned tickets, in the venue’s time zone', async () => {
    const mass_refund = { state: 'open', until: '2027-05-01T18:00', kept_fee: 2.5, needs_release: true } as const
    await runWithoutFaults(
      stores,
      await writeCatalogue(smallCatalogue({ events: [{ ...clubNight, meta: { mass_refund } }] })),
    )
    expect(JSON.parse(String((await one("SELECT meta FROM events WHERE slug = 'club-night'")).meta))).toEqual({
      mass_refund: { state: 'open', until: Date.parse('2027-05-01T16:00:00Z'), kept_fee: 250, needs_release: true },
    })
  })

  it('EVT-02 stores the heading above pricing categories in both languages', async () => {
    const [category] = clubNight.pricingCategories ?? []
    if (!category) throw new Error('the event lacks a pricing category')
    const sections = async (section?: string | { de: string; en?: string }) => {
      const night = { ...clubNight, pricingCategories: [{ ...category, ...(section !== undefined && { section }) }] }
      await runWithoutFaults(stores, await writeCatalogue(smallCatalogue({ events: [night] })))
      return one('SELECT section, section_en FROM pricing_categories')
    }
    expect(await sections({ de: 'Oben', en: 'Upstairs' })).toEqual({ section: 'Oben', section_en: 'Upstairs' })
    expect(await sections('Premium')).toEqual({ section: 'Premium', section_en: 'Premium' })
    expect(await sections()).toEqual({ section: null, section_en: null })
  })

  it('EVT-14 stores the former start of a moved event, in the venue’s time zone', async () => {
    const meta = { former_date: '2027-04-01T18:00' }
    await runWithoutFaults(stores, await writeCatalogue(smallCatalogue({ events: [{ ...clubNight, meta }] })))
    expect(JSON.parse(String((await one("SELECT meta FROM events WHERE slug = 'club-night'")).meta))).toEqual({
      former_date: Date.parse('2027-04-01T16:00:00Z'),
    })
  })

  it('SEAT-02 stores the proportions of a seat map with its stage, and none for an event without a map', async () => {
    const { allotments: _, ...event } = clubNight
    const seats = [0, 10, 20].map((x, index) => ({ id: `A-${index}`, row: 'A', number: String(index), x, y: 0 }))
    const map = {
      graphics: [{ type: 'circle', center: [10, -50], radius: 20, fill: '#888888', label: 'Bühne' }],
      sections: [{ id: 'stalls', name: 'Parkett', pricing_category_id: 1, seats }],
    }
    const seated = { ...event, slug: 'seated-night', seatMap: { file: 'seatmaps/hall.json' } }
    const folder = await writeCatalogue(smallCatalogue({ events: [clubNight, seated] }), {
      'seatmaps/hall.json': JSON.stringify(map),
    })
    await runWithoutFaults(stores, folder)
    // The seats and their outline reach from -6 to 26 and from -6 to 6, the stage from -10 to 30 and from -70 to -30. The
    // map adds a seat's distance on each side.
    const ratio = (40 + 20) / (76 + 20)
    expect(await stores.rows('SELECT slug, seat_map_ratio FROM events ORDER BY slug')).toEqual([
      { slug: clubNight.slug, seat_map_ratio: null },
      { slug: 'seated-night', seat_map_ratio: ratio },
    ])
  })

  it('PIC-01 stores the focus point of an image', async () => {
    const image = { file: 'images/shirt.png', focus: [50, 20] as [number, number] }
    await runWithoutFaults(stores, await writeCatalogue(smallCatalogue({ products: [{ ...shirt, images: [image] }] })))
    const [stored] = JSON.parse(String((await one("SELECT images FROM products WHERE slug = 'fjord-shirt'")).images))
    expect(stored).toMatchObject({ focus: [50, 20] })
  })

  it('stores the code of a voucher as an HMAC', async () => {
    await runWithoutFaults(stores, await writeCatalogue(smallCatalogue()))
    const voucher = await one('SELECT code_hash, used_cents FROM vouchers')
    expect(voucher).toEqual({ code_hash: codeHash(CODE_SECRET, 'kultur-2027'), used_cents: 0 })
  })

  it('does not derive the id of a voucher from an unkeyed hash of its code', async () => {
    await runWithoutFaults(stores, await writeCatalogue(smallCatalogue()))
    expect((await one('SELECT id FROM vouchers')).id).not.toBe(entityId('voucher', formerCodeHash('kultur-2027')))
  })

  it('replaces the unkeyed hash of an older import by an HMAC, and keeps the voucher’s id and spent amount', async () => {
    const folder = await writeCatalogue(smallCatalogue())
    await runWithoutFaults(stores, folder)
    const hash = formerCodeHash('kultur-2027')
    const id = entityId('voucher', hash)
    await stores.target.d1.batch([
      { sql: 'UPDATE vouchers SET id = ?1, code_hash = ?2, used_cents = 500', params: [id, hash] },
      { sql: "UPDATE catalogue_sources SET entity_id = ?1, hash = 'x' WHERE kind = 'voucher'", params: [id] },
    ])
    expect(changes(await runWithoutFaults(stores, folder))).toEqual({ created: 0, updated: 1, pruned: 0 })
    const rows = await stores.rows('SELECT id, code_hash, used_cents FROM vouchers')
    expect(rows).toEqual([{ id, code_hash: codeHash(CODE_SECRET, 'kultur-2027'), used_cents: 500 }])
  })
})

describe('later import', () => {
  it('changes nothing for the same files on the same day', async () => {
    const folder = await writeCatalogue(smallCatalogue())
    await runWithoutFaults(stores, folder)
    const before = await stores.rows('SELECT * FROM shops ORDER BY id')
    let batches = 0
    const watched = { ...stores.target.d1, batch: async () => void batches++ }
    const report = await runWithoutFaults({ ...stores, target: { ...stores.target, d1: watched } }, folder, {
      now: NOW + 3_600_000,
    })
    expect(changes(report)).toEqual({ created: 0, updated: 0, pruned: 0 })
    expect(batches).toBe(0)
    expect(report.images.scaled).toBe(0)
    expect(report.version).toEqual({ before: 1, after: 1 })
    expect(await stores.rows('SELECT * FROM shops ORDER BY id')).toEqual(before)
  })

  it('updates only a changed row and raises the version by one', async () => {
    const folder = await writeCatalogue(smallCatalogue())
    await runWithoutFaults(stores, folder)
    const created = (await one("SELECT created_at FROM products WHERE slug = 'fjord-shirt'")).created_at
    await rewriteCatalogue(folder, smallCatalogue({ products: [{ ...shirt, name: 'Fjord II' }] }))
    const report = await runWithoutFaults(stores, folder, { now: NOW + 1000 })
    expect(changes(report)).toEqual({ created: 0, updated: 1, pruned: 0 })
    expect(report.counts.product.updated).toBe(1)
    expect(await version()).toBe(2)
    const row = await one("SELECT name, created_at FROM products WHERE slug = 'fjord-shirt'")
    expect(row).toEqual({ name: '{"de":"Fjord II","en":"Fjord II"}', created_at: created })
    expect(await one('SELECT count(*) AS n FROM product_categories')).toEqual({ n: 1 })
  })

  it('adds to the price history only if a price changed', async () => {
    const folder = await writeCatalogue(smallCatalogue())
    await runWithoutFaults(stores, folder)
    await rewriteCatalogue(folder, smallCatalogue({ products: [{ ...shirt, price: '19.90' }] }))
    await runWithoutFaults(stores, folder, { now: NOW + 1000 })
    const history = `SELECT h.price_cents FROM price_history h JOIN variants v ON v.id = h.variant_id
      WHERE v.sku = 'FJORD-S' ORDER BY since_at`
    expect(await stores.rows(history)).toEqual([{ price_cents: 2500 }, { price_cents: 1990 }])
    expect(await one('SELECT count(*) AS n FROM price_history')).toEqual({ n: 6 })
  })

  it('PROD-03 adds the additional price of a variant to its price and its price history, and of a ticket to its price', async () => {
    const [small, ...others] = shirt.variants
    if (!small) throw new Error('the shirt lacks a variant')
    const dearer = { ...shirt, variants: [{ ...small, additionalPrice: '2.50' as const }, ...others] }
    const priceHistory = [{ price: 29, since: '2026-06-01' }]
    const night = { ...clubNight, variants: clubNight.variants?.map((each) => ({ ...each, additionalPrice: 3 })) }
    const folder = await writeCatalogue(smallCatalogue({ products: [{ ...dearer, priceHistory }], events: [night] }))
    await runWithoutFaults(stores, folder)
    const priceOf = 'SELECT sku, price_cents, additional_price_cents FROM variants'
    expect(await stores.rows(`${priceOf} WHERE sku GLOB 'FJORD-*' ORDER BY sku`)).toEqual([
      { sku: 'FJORD-M', price_cents: 2500, additional_price_cents: 0 },
      { sku: 'FJORD-S', price_cents: 2750, additional_price_cents: 250 },
    ])
    expect(await one(`${priceOf} WHERE event_id IS NOT NULL`)).toMatchObject({
      price_cents: 2490 + 300,
      additional_price_cents: 300,
    })
    const history = `SELECT h.price_cents FROM price_history h JOIN variants v ON v.id = h.variant_id
      WHERE v.sku = 'FJORD-S' ORDER BY h.since_at`
    expect(await stores.rows(history)).toEqual([{ price_cents: 3150 }, { price_cents: 2750 }])
  })

  it('PROD-02 reads earlier prices from the file only at the first import', async () => {
    const priceHistory = [
      { price: 29, since: '2026-06-01' },
      { price: 27, since: { inDays: -10 } },
    ]
    const folder = await writeCatalogue(smallCatalogue({ products: [{ ...shirt, priceHistory }] }))
    await runWithoutFaults(stores, folder)
    const history = `SELECT h.price_cents, h.since_at FROM price_history h JOIN variants v ON v.id = h.variant_id
      WHERE v.sku = 'FJORD-S' ORDER BY h.since_at`
    const first = [
      { price_cents: 2900, since_at: Date.parse('2026-06-01T00:00:00+02:00') },
      { price_cents: 2700, since_at: Date.parse('2027-02-19T00:00:00+01:00') },
      { price_cents: 2500, since_at: NOW },
    ]
    expect(await stores.rows(history)).toEqual(first)
    const later = [{ price: 99, since: '2026-07-01' }]
    await rewriteCatalogue(folder, smallCatalogue({ products: [{ ...shirt, name: 'Neu', priceHistory: later }] }))
    await runWithoutFaults(stores, folder)
    expect(await stores.rows(history)).toEqual(first)
    for (const wrong of [priceHistory.toReversed(), [{ price: 29, since: { inDays: 1 } }]]) {
      await rewriteCatalogue(folder, smallCatalogue({ products: [{ ...shirt, priceHistory: wrong }] }))
      const { faults } = await run(stores, folder)
      expect(faults.map(({ message }) => message)).toEqual([
        'expected a date in the past, later than the previous one in the list',
      ])
    }
  })

  it('subtracts the ordered pieces from a new stock, rejects a stock below the ordered amount, and accepts an unlimited one', async () => {
    const folder = await writeCatalogue(smallCatalogue())
    await runWithoutFaults(stores, folder)
    await placeOrder()
    const [first, ...rest] = shirt.variants
    const withStock = (stock: number | null) =>
      smallCatalogue({ products: [{ ...shirt, variants: [{ ...first, sku: 'FJORD-S', stock }, ...rest] }] })
    await rewriteCatalogue(folder, withStock(15))
    await runWithoutFaults(stores, folder)
    expect(await stores.rows('SELECT initial, available FROM variant_stock')).toEqual([{ initial: 15, available: 14 }])
    await rewriteCatalogue(folder, withStock(0))
    const report = await run(stores, folder)
    expect(report.faults.map(({ message }) => message)).toEqual([
      'expected at least 1, because orders took 1 of FJORD-S',
    ])
    await rewriteCatalogue(folder, withStock(null))
    await runWithoutFaults(stores, folder)
    expect(await stores.rows('SELECT * FROM variant_stock')).toEqual([])
  })

  it('keeps rows that the files no longer contain, unless --prune removes them', async () => {
    const folder = await writeCatalogue(smallCatalogue())
    await runWithoutFaults(stores, folder)
    await rewriteCatalogue(folder, smallCatalogue({ products: [], bundles: [], news: [] }))
    expect(changes(await runWithoutFaults(stores, folder))).toEqual({ created: 0, updated: 0, pruned: 0 })
    expect(await one('SELECT count(*) AS n FROM products')).toEqual({ n: 2 })
    const report = await runWithoutFaults(stores, folder, { prune: true })
    expect(changes(report)).toEqual({ created: 0, updated: 0, pruned: 6 })
    expect(await one('SELECT count(*) AS n FROM products')).toEqual({ n: 0 })
    expect(await one('SELECT count(*) AS n FROM variant_stock')).toEqual({ n: 0 })
    expect(changes(await runWithoutFaults(stores, folder, { prune: true }))).toEqual({
      created: 0,
      updated: 0,
      pruned: 0,
    })
  })

  it('with --prune, keeps an absent event and product that a bundle of another source contains, and hides the product', async () => {
    const folder = await writeCatalogue(smallCatalogue())
    await runWithoutFaults(stores, folder)
    await rewriteCatalogue(folder, smallCatalogue({ tours: [], events: [], products: [], bundles: [] }))
    const other = await writeCatalogue({
      source: 'other',
      bundles: [
        {
          slug: 'second-bundle',
          artist: 'nordlicht',
          productType: 'Bundle',
          name: 'Paket',
          commonItems: [{ event: 'club-night' }, { product: 'fjord-shirt', variants: ['FJORD-M'] }],
        },
      ],
    })
    await runWithoutFaults(stores, other)
    const report = await runWithoutFaults(stores, folder, { prune: true })
    expect(report.notes).toContain('product fjord-shirt is kept and off the lists: bundle second-bundle contains it')
    expect(report.notes).toContain('event club-night is kept: bundle second-bundle contains it')
    expect(await stores.rows('SELECT slug, active, hidden FROM products ORDER BY slug')).toEqual([
      { slug: 'fjord-shirt', active: 1, hidden: 1 },
      { slug: 'second-bundle', active: 1, hidden: 0 },
    ])
    expect(await stores.rows('SELECT sku, active FROM variants ORDER BY sku')).toEqual([
      { sku: 'FJORD-M', active: 1 },
      { sku: 'club-night-1-online', active: 1 },
      { sku: 'second-bundle', active: 1 },
    ])
    expect(await one('SELECT sales_end_at > happening_from_at - 1 AS open FROM events')).toEqual({ open: 1 })
    await rewriteCatalogue(folder, smallCatalogue())
    await runWithoutFaults(stores, folder)
    expect(await one("SELECT hidden FROM products WHERE slug = 'fjord-shirt'")).toEqual({ hidden: 0 })
  })

  it('with --prune, keeps absent rows with orders but ends their sale, and restores a product that reappears', async () => {
    const folder = await writeCatalogue(smallCatalogue())
    await runWithoutFaults(stores, folder)
    await placeOrder()
    await rewriteCatalogue(
      folder,
      smallCatalogue({
        shops: [],
        artists: [],
        tours: [],
        events: [],
        products: [],
        bundles: [],
        news: [],
        venues: [],
      }),
    )
    const report = await runWithoutFaults(stores, folder, { prune: true })
    expect(report.notes).toContain('variant FJORD-S is kept and off sale: orders refer to it')
    expect(await one("SELECT active, hidden FROM products WHERE slug = 'fjord-shirt'")).toEqual({
      active: 0,
      hidden: 1,
    })
    expect(await stores.rows('SELECT sku, active FROM variants ORDER BY sku')).toEqual([
      { sku: 'FJORD-S', active: 0 },
      { sku: 'club-night-1-online', active: 0 },
    ])
    expect(await one('SELECT sales_end_at FROM events')).toEqual({ sales_end_at: NOW })
    const violations = await stores.rows('PRAGMA foreign_key_check')
    expect(violations).toEqual([])
    expect(changes(await runWithoutFaults(stores, folder, { prune: true }))).toEqual({
      created: 0,
      updated: 0,
      pruned: 0,
    })
    await rewriteCatalogue(folder, smallCatalogue())
    await runWithoutFaults(stores, folder)
    expect(await one("SELECT active, hidden FROM products WHERE slug = 'fjord-shirt'")).toEqual({
      active: 1,
      hidden: 0,
    })
  })

  it('moves a domain from one shop to another', async () => {
    const band = (slug: string, domain?: string) => ({
      slug,
      name: slug,
      artist: 'nordlicht',
      ...(domain ? { domain, customDomain: true } : {}),
    })
    const folder = await writeCatalogue(
      smallCatalogue({ news: [], shops: [band('alpha', 'band.example'), band('beta')] }),
    )
    await runWithoutFaults(stores, folder)
    await rewriteCatalogue(folder, smallCatalogue({ news: [], shops: [band('beta', 'band.example'), band('alpha')] }))
    await runWithoutFaults(stores, folder)
    expect(await stores.rows('SELECT slug, domain FROM shops WHERE is_band = 1 ORDER BY slug')).toEqual([
      { slug: 'alpha', domain: null },
      { slug: 'beta', domain: 'band.example' },
    ])
  })

  it('rejects a slug that belongs to another source', async () => {
    await runWithoutFaults(stores, await writeCatalogue(smallCatalogue()))
    const report = await run(stores, await writeCatalogue({ source: 'other', venues: smallCatalogue().venues }))
    expect(report.faults.map(({ message }) => message)).toEqual([
      'expected a slug that is free: venue kantine belongs to the source "test"',
    ])
  })

  it('accepts a part of a source’s files, which may refer to rows of earlier imports, but not with --prune', async () => {
    await runWithoutFaults(stores, await writeCatalogue(smallCatalogue()))
    const folder = await writeCatalogue({ source: 'test', events: [{ ...clubNight, slug: 'second-night' }] })
    expect(changes(await runWithoutFaults(stores, folder))).toEqual({ created: 3, updated: 0, pruned: 0 })
    const report = await run(stores, `${folder}/catalogue.json`, { prune: true })
    expect(report.faults.map(({ message }) => message)).toEqual([
      "--prune needs all files of a source: give the catalogue's folder",
    ])
  })
})

describe('transaction of an import', () => {
  const contents = async () =>
    Promise.all(ALL_TABLES.map((table) => stores.rows(`SELECT * FROM ${table} ORDER BY 1, 2`)))

  it('writes nothing if the last statement fails', async () => {
    const folder = await writeCatalogue(smallCatalogue())
    const failing: TestStores = {
      ...stores,
      target: {
        ...stores.target,
        d1: {
          ...stores.target.d1,
          batch: (statements) =>
            stores.target.d1.batch([
              ...statements,
              { sql: 'INSERT INTO catalogue_state (id, version, imported_at) VALUES (2, 2, 2)', params: [] },
            ]),
        },
      },
    }
    await expect(run(failing, folder)).rejects.toThrow(/CHECK constraint failed/)
    expect((await contents()).flat()).toEqual([])
    expect(changes(await runWithoutFaults(stores, folder)).created).toBe(18)
  })

  it('succeeds for only one of two simultaneous imports', async () => {
    const first = await writeCatalogue(smallCatalogue())
    await runWithoutFaults(stores, first)
    const [a, b] = [
      await writeCatalogue(smallCatalogue({ products: [{ ...shirt, name: 'A' }] })),
      await writeCatalogue(smallCatalogue({ products: [{ ...shirt, name: 'B' }] })),
    ]
    const results = await Promise.allSettled([run(stores, a), run(stores, b)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await version()).toBe(2)
  })

  it('writes nothing in a dry run, but reports the changes', async () => {
    const report = await runWithoutFaults(stores, await writeCatalogue(smallCatalogue()), { dryRun: true })
    expect(changes(report).created).toBe(18)
    expect((await contents()).flat()).toEqual([])
  })
})
