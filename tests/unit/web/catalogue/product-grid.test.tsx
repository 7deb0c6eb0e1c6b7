import { expect, it } from 'vitest'
import { LAYOUTS } from '../../../../schema/layout.ts'
import { ProductGrid } from '../../../../web/catalogue/product-grid.tsx'
import { tilePicture, tileProduct } from '../../../support/product-tile.ts'
import { shopMarkup } from '../shop-markup.tsx'

type Tile = { isWide: boolean; sizes: string | undefined }

function tilesOf(count: number, layout: (typeof LAYOUTS)[number], fillsRows: boolean): Tile[] {
  const products = Array.from({ length: count }, (_, index) => tileProduct({ slug: `becher-${index}` }))
  const html = shopMarkup(<ProductGrid products={products} fillsRows={fillsRows} />, { layout })
  return html
    .split('<li')
    .slice(1)
    .map((tile) => ({
      isWide: /^ class="[^"]*max-sm:col-span-2/.test(tile),
      sizes: /sizes="[^"]*, ([^"]+)"/.exec(tile)?.[1],
    }))
}

it('HOME-01, HOME-03 shelves of one to nine products leave no hole in the two columns of a phone, in each layout', () => {
  for (const layout of LAYOUTS) {
    for (let count = 1; count <= 9; count++) {
      const tiles = tilesOf(count, layout, true)
      expect(tiles).toHaveLength(count)
      if (layout === 'index') expect(tiles.some(({ isWide }) => isWide)).toBe(false)
      // A wide tile that begins in the second column would leave a hole before it.
      let columns = 0
      for (const { isWide, sizes } of layout === 'index' ? [] : tiles) {
        if (isWide) expect(columns % 2, `${count} products in ${layout}`).toBe(0)
        columns += isWide ? 2 : 1
        expect(sizes).toBe(isWide ? '92vw' : '46vw')
      }
      expect(columns % 2, `${count} products in ${layout}`).toBe(0)
    }
  }
})

it('CAT-04 complete lists with wide products leave no hole in the two columns of a phone', () => {
  for (const layout of ['split', 'poster'] as const) {
    // Each pattern of up to six products, of which the set bits are wide.
    for (let pattern = 0b10; pattern < 0b10000000; pattern++) {
      const bits = [...pattern.toString(2)].slice(1)
      const products = bits.map((bit, index) =>
        tileProduct({ slug: `becher-${index}`, tileMeta: { ks_wide_item: bit === '1' } }),
      )
      const html = shopMarkup(<ProductGrid products={products} allowsWide fillsRows />, { layout })
      let columns = 0
      for (const tile of html.split('<li').slice(1)) {
        const isWide = /^ class="[^"]*col-span-2/.test(tile)
        if (isWide) expect(columns % 2, `${bits.join('')} in ${layout}`).toBe(0)
        columns += isWide ? 2 : 1
      }
      expect(columns % 2, `${bits.join('')} in ${layout}`).toBe(0)
    }
  }
})

it('SHOP-08 in a list that goes on, only the layout of posters has a wide tile on phones, the first', () => {
  for (const count of [3, 4]) {
    expect(tilesOf(count, 'split', false).some(({ isWide }) => isWide)).toBe(false)
    expect(tilesOf(count, 'poster', false).map(({ isWide }) => isWide)).toEqual([true, ...Array(count - 1).fill(false)])
  }
})

it('CAT-04 a wide tile shows two whole square pictures beside each other, but only one picture that is wide itself', () => {
  const picturesOf = (width: number, allowsWide: boolean, columns: number) => {
    const tileImages = ['vorn', 'hinten', 'detail'].map((key) => ({ ...tilePicture(key), width, height: 100 }))
    const products = [tileProduct({ slug: 'platte', tileImages, tileMeta: { ks_wide_item: true } })]
    const html = shopMarkup(<ProductGrid products={products} allowsWide={allowsWide} columns={columns} />)
    const sizes = [...html.matchAll(/sizes="([^"]+)"/g)].map(
      ([, value]) => /, \(min-width: 1024px\) (\d+)px/.exec(value ?? '')?.[1],
    )
    return { keys: [...html.matchAll(/<img src="\/images\/(\w+)/g)].map(([, key]) => key), sizes }
  }
  const pair = ['vorn', 'hinten']
  expect(picturesOf(100, true, 4)).toEqual({ keys: pair, sizes: ['312', '312'] })
  expect(picturesOf(100, true, 1)).toEqual({ keys: pair, sizes: ['624', '624'] })
  expect(picturesOf(200, true, 4)).toEqual({ keys: ['vorn'], sizes: ['624'] })
  expect(picturesOf(100, false, 4)).toEqual({ keys: ['vorn'], sizes: ['312'] })
})
