import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { importCatalogue } from '../../../worker/import/index.ts'
import {
  changes,
  NOW,
  newFolder,
  openStores,
  runWithoutFaults,
  smallCatalogue,
  type TestStores,
  writeCatalogue,
} from './catalogue-builder.ts'
import { realShopifyExport } from './shared-data.ts'

const HEADER = [
  ...[
    'Handle',
    'Title',
    'Body (HTML)',
    'Vendor',
    'Type',
    'Tags',
    'Published',
    'Option1 Name',
    'Option1 Value',
    'Option2 Name',
  ],
  ...['Option2 Value', 'Variant SKU', 'Variant Grams', 'Variant Inventory Tracker', 'Variant Inventory Qty'],
  ...[
    'Variant Inventory Policy',
    'Variant Price',
    'Variant Compare At Price',
    'Variant Requires Shipping',
    'Variant Barcode',
  ],
  ...['Image Src', 'Image Position', 'Image Alt Text', 'Gift Card', 'Status', 'SEO Title'],
]

function csv(rows: Partial<Record<string, string>>[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  return `\uFEFF${[HEADER, ...rows.map((row) => HEADER.map((column) => row[column] ?? ''))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\r\n')}\r\n`
}

async function shopStores(): Promise<TestStores> {
  const stores = await openStores()
  await runWithoutFaults(stores, await writeCatalogue(smallCatalogue()))
  return stores
}

async function importCsv(stores: TestStores, rows: Partial<Record<string, string>>[]) {
  const folder = await newFolder()
  await writeFile(join(folder, 'export.csv'), csv(rows))
  await sharp({ create: { width: 200, height: 200, channels: 3, background: '#888888' } })
    .jpeg()
    .toFile(join(folder, 'front.jpg'))
  return importCatalogue(stores.target, [join(folder, 'export.csv')], { shop: 'nordlicht', now: NOW, imageEffort: 0 })
}

describe('import of a Shopify export', () => {
  it('creates products with variants, prices, stock, images and safe descriptions', async () => {
    const stores = await shopStores()
    const report = await importCsv(stores, [
      {
        Handle: 'Polar Hoodie',
        Title: 'Polar Hoodie',
        'Body (HTML)': '<p onclick="x()">Warm<script>alert(1)</script> <a href="javascript:x">mehr</a></p>',
        Vendor: 'Nordlicht GbR',
        Type: 'Hoodie',
        Tags: 'winter, Männer',
        Published: 'true',
        'Option1 Name': 'Size',
        'Option1 Value': 'M',
        'Option2 Name': 'Colour',
        'Option2 Value': 'black',
        'Variant SKU': "'PH-M",
        'Variant Grams': '450',
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': '7',
        'Variant Inventory Policy': 'deny',
        'Variant Price': '49.90',
        'Variant Compare At Price': '59.90',
        'Variant Barcode': '4006381333931',
        'Image Src': 'https://cdn.example/products/front.jpg?v=1',
        'Image Alt Text': 'Vorne',
      },
      {
        Handle: 'Polar Hoodie',
        'Option1 Value': 'L',
        'Option2 Value': 'black',
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': '3',
        'Variant Inventory Policy': 'continue',
        'Variant Price': '54.90',
        'Image Src': 'https://cdn.example/products/back.jpg',
      },
      {
        Handle: 'draft',
        Title: 'Entwurf',
        'Option1 Name': 'Title',
        'Option1 Value': 'Default Title',
        'Variant Price': '5',
        Status: 'draft',
      },
    ])
    expect(report.faults).toEqual([])
    const [hoodie] = await stores.rows(
      `SELECT slug, price_cents, original_price_cents, weight_grams, brand, hidden, active, description, images,
        (SELECT slug FROM categories c WHERE c.id = p.artist_id) AS artist FROM products p WHERE slug = 'polar-hoodie'`,
    )
    expect(hoodie).toMatchObject({
      price_cents: 4990,
      original_price_cents: 5990,
      weight_grams: 450,
      brand: 'Nordlicht GbR',
      hidden: 0,
      active: 1,
      artist: 'nordlicht',
    })
    expect(JSON.parse(String(hoodie?.description)).de).toBe('<p>Warm <a>mehr</a></p>')
    expect(JSON.parse(String(hoodie?.images))).toMatchObject([{ width: 200, alt: { de: 'Vorne' } }])
    expect(
      await stores.rows(
        `SELECT sku, description, price_cents, gtin, initial FROM variants v LEFT JOIN variant_stock s ON s.variant_id = v.id
         WHERE v.product_id = (SELECT id FROM products WHERE slug = 'polar-hoodie') ORDER BY sort_order`,
      ),
    ).toEqual([
      {
        sku: 'PH-M',
        description: '{"de":"M / black","en":"M / black"}',
        price_cents: 4990,
        gtin: '4006381333931',
        initial: 7,
      },
      {
        sku: 'polar-hoodie-l-black',
        description: '{"de":"L / black","en":"L / black"}',
        price_cents: 5490,
        gtin: null,
        initial: null,
      },
    ])
    expect(await stores.rows("SELECT active, hidden FROM products WHERE slug = 'draft'")).toEqual([
      { active: 0, hidden: 1 },
    ])
    expect(
      await stores.rows("SELECT slug FROM categories WHERE type = 'CATEGORY' AND artist_id IS NOT NULL ORDER BY slug"),
    ).toEqual([{ slug: 'nordlicht-manner' }, { slug: 'nordlicht-winter' }])
    expect(report.notes.map((note) => note.replace(/^.*export\.csv: /, ''))).toEqual([
      'Polar Hoodie: its slug became polar-hoodie',
      'Polar Hoodie: its variants weigh 0 to 450 g; the heaviest counts',
      '1 images are not beside the file: back.jpg',
    ])
  })

  it('reports every row, column and value that is omitted or changed', async () => {
    const stores = await shopStores()
    const report = await importCsv(stores, [
      { Handle: 'card', Title: 'Gutschein', 'Variant Price': '20', 'Gift Card': 'true' },
      {
        Handle: 'cap',
        Title: 'Kappe',
        'Variant Price': '15',
        'Variant SKU': 'CAP',
        'Variant Compare At Price': '10',
        'SEO Title': 'Beste Kappe',
      },
      {
        Handle: 'cap',
        'Option1 Value': 'rot',
        'Variant Price': '15',
        'Variant SKU': 'CAP',
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': '-2',
      },
      { Handle: 'cap', Vendor: 'x' },
    ])
    expect(report.faults).toEqual([])
    expect(report.notes.map((note) => note.replace(/^.*export\.csv: /, ''))).toEqual([
      'card: a gift card is not merch and was left out',
      'cap: row 5 has neither a variant nor an image',
      'cap: row 4: SKU "CAP" occurs twice; this one became "CAP-2"',
      'cap: row 4: quantity -2 was taken as 0',
      "cap: compare-at price 10 is not a price above the variant's price and was left out",
      'columns that the catalogue has no field for: SEO Title (1)',
    ])
  })

  it('reports every fault with its row, and requires a shop', async () => {
    const stores = await shopStores()
    const report = await importCsv(stores, [
      { Handle: 'cap', Title: 'Kappe', 'Variant Price': '15,00' },
      { Title: 'Ohne Handle', 'Variant Price': '15' },
      { Handle: 'shirt', 'Variant Price': '', 'Option1 Value': 'M' },
    ])
    expect(report.faults.map(({ location, message }) => `${location}: ${message}`)).toEqual([
      'row 3: expected a Handle',
      'row 2 (cap): Variant Price: expected euros such as 24.90, not "15,00"',
      'row 4 (shirt): expected a Title in the first row of a handle',
      'row 4 (shirt): Variant Price: expected euros such as 24.90, not ""',
    ])
    const folder = await newFolder()
    await writeFile(join(folder, 'export.csv'), csv([]))
    const message = async (shop?: string) =>
      (await importCatalogue(stores.target, [join(folder, 'export.csv')], shop === undefined ? {} : { shop })).faults[0]
        ?.message
    expect(await message()).toBe('expected --shop SLUG, the shop to which the products belong')
    expect(await message('nobody')).toBe(
      'there is no shop "nobody"; expected one from these files or an earlier import',
    )
  })

  it('has no fault for a whole file, and changes nothing in a second run', async () => {
    const stores = await shopStores()
    const folder = await newFolder()
    const real = realShopifyExport()
    const file = join(folder, 'apparel.csv')
    if (real) await copyFile(real, file)
    else await writeFile(file, csv([{ Handle: 'a', Title: 'A', 'Variant Price': '50' }]))
    const options = { shop: 'nordlicht', now: NOW }
    const report = await importCatalogue(stores.target, [file], options)
    expect(report.faults).toEqual([])
    expect([report.counts.product.created, report.counts.variant.created]).toEqual(real ? [20, 22] : [1, 1])
    expect(changes(await importCatalogue(stores.target, [file], options))).toEqual({
      created: 0,
      updated: 0,
      pruned: 0,
    })
  })
})
