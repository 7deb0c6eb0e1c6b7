/** Tests images that are scaled after the import. `npm start` opens the shop before it scales the images. */
import { beforeEach, describe, expect, it } from 'vitest'
import { logoKey } from '../../../schema/logo-file.ts'
import { originalImageKey } from '../../../schema/owner-mark.ts'
import { imageIsScaled, type ScalableImage, scaleImages } from '../../../worker/import/image-scaling.ts'
import {
  openStores,
  runWithoutFaults,
  shirt,
  smallCatalogue,
  type TestStores,
  writeCatalogue,
} from './catalogue-builder.ts'

const SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="150" height="90"/></svg>'

let stores: TestStores
let unscaled: ScalableImage[]
beforeEach(async () => {
  stores = await openStores()
  unscaled = []
})

async function importShirt(images: string[]): Promise<void> {
  const products = [{ ...shirt, images }]
  const folder = await writeCatalogue(smallCatalogue({ products, bundles: [] }), { 'images/mark.svg': SQUARE })
  await runWithoutFaults(stores, folder, {
    scaleLater: async (images) => {
      unscaled = images
    },
  })
}

describe('import that scales its images later', () => {
  it('stores the original file in the bucket, and the later scaling scales the image once', async () => {
    const { bucket } = stores.target
    await importShirt(['images/shirt.png'])
    const [image] = unscaled
    if (!image) throw new Error('no image is unscaled')
    expect(unscaled).toHaveLength(1)
    expect(await bucket.has(`images/${image.key}/360.jpg`)).toBe(false)
    const original = await bucket.read(originalImageKey(image.key))
    expect(Buffer.from(original ?? []).toString('latin1', 1, 4)).toBe('PNG')

    const scale = () =>
      scaleImages(
        bucket,
        unscaled,
        async () => original ?? new Uint8Array(),
        { cacheDir: null, effort: 0 },
        () => {},
      )
    expect(await scale()).toBe(1)
    for (const extension of ['avif', 'jpg']) expect(await bucket.has(`images/${image.key}/360.${extension}`)).toBe(true)
    expect(await scale()).toBe(0)
  })

  it('scales an SVG at once and does not store its file, which could run scripts', async () => {
    await importShirt(['images/mark.svg'])
    expect(unscaled).toEqual([])
    const [row] = await stores.rows("SELECT images FROM products WHERE type = 'product'")
    const [{ key }] = JSON.parse(String(row?.images)) as [{ key: string }]
    expect(await stores.target.bucket.has(originalImageKey(key))).toBe(false)
    expect(await stores.target.bucket.has(`images/${key}/180.jpg`)).toBe(true)
  })

  it('TIX-06 stores the icon of a shop as PNG too, also if its other files are from an import before', async () => {
    const { bucket } = stores.target
    const catalogue = smallCatalogue({ bundles: [] })
    const [shop] = catalogue.shops ?? []
    if (!shop) throw new Error('no shop')
    const withIcon = { ...catalogue, shops: [{ ...shop, meta: { favicon: 'images/mark.svg' } }] }
    const folder = await writeCatalogue(withIcon, { 'images/mark.svg': SQUARE })
    await runWithoutFaults(stores, folder, {})
    const [row] = await stores.rows("SELECT meta FROM shops WHERE slug = 'nordlicht'")
    const { favicon } = JSON.parse(String(row?.meta)) as { favicon: { key: string; widths: number[] } }
    const png = logoKey(favicon)
    expect(png).toBe(`images/${favicon.key}/180.png`)
    const stored = await bucket.read(png)
    expect(Buffer.from(stored ?? []).toString('latin1', 1, 4)).toBe('PNG')
    const image = { ...favicon, content: favicon.key }
    expect(await imageIsScaled(bucket, { ...image, isLogo: true })).toBe(true)
    const former = { ...bucket, has: async (key: string) => key !== png && bucket.has(key) }
    expect(await imageIsScaled(former, image)).toBe(true)
    expect(await imageIsScaled(former, { ...image, isLogo: true })).toBe(false)
  })
})
